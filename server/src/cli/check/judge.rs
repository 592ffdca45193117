//! What the checked texts add up to, and whether that fails the check.

use app::diagnostic::{Diagnostic, Severity};
use app::document::State;
use app::format::Spec;
use app::text::Span;

use super::Checked;
use super::baseline::Baseline;
use super::expected::missing;
use super::rules::{MISSING_FORMAT, NO_FORMAT, NO_SCORE};
use super::severities::Severities;
use crate::cli::inputs::Input;
use crate::cli::output::{Example, Summary};
use crate::cli::{CONFORMS, COULD_NOT_RUN, FINDINGS};
use crate::config_file::FailOn;

/// Judges files, one text after another.
#[derive(Default)]
pub(super) struct Judge {
    pub fail_on: Vec<FailOn>,
    pub expected: Option<&'static Spec>,
    pub is_strict: bool,
    pub min_score: Option<u8>,
    pub severities: Severities,
    pub baseline: Option<Baseline>,
    pub summary: Summary,
    pub file: OpenFile,
}

/// What was read of a file so far, which may have several texts.
#[derive(Default)]
pub(super) struct OpenFile {
    blocks: u32,
    has_score: bool,
    has_expected: bool,
    formats: Vec<&'static Spec>,
    example: Option<Example>,
}

impl Judge {
    /// Counts a text, and reports what its file lacks once it is the last of it.
    pub fn add(&mut self, checked: &mut Checked) {
        self.look_at(checked);
        if checked.input.is_last {
            self.end_file(checked);
        }
        if let Some(baseline) = &mut self.baseline {
            self.summary.known += baseline.take_known(checked);
        }
        self.count(checked);
    }

    /// Notes what a text says of its file, and counts nothing.
    pub fn look_at(&mut self, checked: &Checked) {
        let file = &mut self.file;
        file.blocks += checked.blocks.len() as u32;
        for block in &checked.blocks {
            file.has_score |= block.value.summary().score.is_some();
            file.has_expected |= self.expected.is_some_and(|expected| expected.id == block.spec.id);
            if !file.formats.iter().any(|known| known.id == block.spec.id) {
                file.formats.push(block.spec);
            }
        }
        if let (None, Some(example)) = (&file.example, checked.examples.first()) {
            let input = &checked.input;
            let line = input.place(example.span.start).line;
            file.example = Some(Example { file: input.name.clone(), line, format: example.spec.name });
        }
    }

    fn end_file(&mut self, checked: &mut Checked) {
        let file = std::mem::take(&mut self.file);
        let Checked { input, notes, .. } = checked;
        let at = first_line(input);
        let mut report = |note: Diagnostic| {
            let mut note = note;
            if self.severities.apply(&mut note) {
                notes.push(note);
            }
        };
        if let Some(expected) = self.expected.filter(|_| !file.has_expected) {
            report(Diagnostic::new(&MISSING_FORMAT, at, missing(expected, &file.formats, &input.text)));
        }
        let is_unknown = file.blocks == 0;
        if is_unknown && self.is_strict && self.expected.is_none() {
            report(Diagnostic::new(&NO_FORMAT, at, "no format is recognized in this file"));
        }
        if self.min_score.is_some() && !is_unknown && !file.has_score {
            if self.is_strict {
                report(Diagnostic::new(&NO_SCORE, at, "this document states no score"));
            }
            self.summary.unscored.push(input.name.clone());
        }
        self.summary.files += 1;
        match file.example.filter(|_| is_unknown) {
            Some(example) => self.summary.examples.push(example),
            None if is_unknown => self.summary.add_unknown(&input.name, &input.text),
            None => {}
        }
    }

    fn count(&mut self, checked: &Checked) {
        let Self { summary, .. } = self;
        summary.fixable += checked.fixable;
        summary.fixed += checked.fixed;
        summary.blocks += checked.blocks.len() as u32;
        for diagnostic in checked.diagnostics() {
            *match diagnostic.severity {
                Severity::Error => &mut summary.errors,
                Severity::Warning => &mut summary.warnings,
                Severity::Info => &mut summary.infos,
            } += 1;
            summary.failures.add(diagnostic);
        }
        let contradicted = checked.blocks.iter().filter(|block| block.state() == State::Contradicted);
        summary.failures.contradictions += contradicted.count() as u32;
    }

    /// Returns what there is to report, and the exit status.
    pub fn finish(self) -> anyhow::Result<(Summary, u8)> {
        let Self { fail_on, is_strict, baseline, mut summary, .. } = self;
        if let Some(baseline) = baseline {
            summary.baseline = Some(baseline.finish()?);
        }
        let fails_on = |what: FailOn| fail_on.contains(&what);
        let failures = &mut summary.failures;
        let fails_on_warnings = is_strict || fails_on(FailOn::Warning);
        failures.warnings = if fails_on_warnings { summary.warnings } else { 0 };
        if !fails_on_warnings && !fails_on(FailOn::Error) {
            failures.errors = 0;
        }
        if !fails_on(FailOn::Contradiction) {
            failures.contradictions = 0;
        }
        let fails = !failures.is_empty();
        let could_check = summary.unread == 0 && (summary.blocks > 0 || fails || summary.known > 0);
        let code = match fails {
            _ if !could_check => COULD_NOT_RUN,
            false => CONFORMS,
            true => FINDINGS,
        };
        Ok((summary, code))
    }
}

fn first_line(input: &Input) -> Span {
    let text = &input.text;
    text.lines().line(0).trim(text.source())
}
