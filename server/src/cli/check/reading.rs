//! How a text is read for a check: as formats, without what is ignored, with the severities of the project.

use app::diagnostic::{Coverage, Diagnostic, Role};
use app::document::State;
use app::format::Parsed;
use app::formats::gate_answer;
use app::gate::GateOptions;
use app::read_as::ReadAs;
use app::scan::Blocks;
use app::text::{Span, Text};

use super::breaks_off::breaks_off;
use super::ignores::Ignores;
use super::rules::{FAILED_VERDICT, LOW_SCORE};
use super::severities::Severities;

/// What a check asks of every text.
#[derive(Default)]
pub(in crate::cli) struct Reading {
    pub read_as: Option<ReadAs>,
    pub gate: GateOptions,
    pub(super) severities: Severities,
    /// Whether a failed verdict is an issue.
    pub reports_failures: bool,
    /// The least score, in percent.
    pub min_score: Option<u8>,
}

/// What was found in a text.
pub(in crate::cli) struct Found {
    /// Without examples.
    pub blocks: Vec<Parsed>,
    /// Those in a code fence.
    pub examples: Vec<Parsed>,
    /// What the check itself finds.
    pub notes: Vec<Diagnostic>,
}

impl Found {
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.blocks.iter().flat_map(|block| &block.diagnostics).chain(&self.notes)
    }
}

impl Reading {
    pub fn read(&self, text: &Text) -> Found {
        let ignores = Ignores::of(text);
        let stripped = ignores.stripped(text);
        let mut blocks = Blocks::of(stripped, self.read_as).judged_with(self.gate.clone()).read_all();
        let mut notes: Vec<Diagnostic> = Vec::new();
        for block in &mut blocks {
            let places = Places::of(block, stripped);
            // No report shows it, and there may be many texts.
            block.coverage = Coverage::default();
            ignores.put_back(block);
            block.diagnostics.retain_mut(|found| ignores.keep(found) && self.severities.apply(found));
            if !block.fenced {
                // After what is ignored, which disproves nothing.
                for mut note in self.judge(block, places) {
                    ignores.put_back_issue(&mut note);
                    notes.push(note);
                }
            }
        }
        let (examples, blocks): (_, Vec<Parsed>) = blocks.into_iter().partition(|block| block.fenced);
        if !blocks.is_empty() {
            notes.extend(breaks_off(text, &blocks));
        }
        notes.retain(|note| ignores.keep(note));
        if !blocks.is_empty() {
            notes.extend(ignores.unused(text));
        }
        notes.retain_mut(|note| self.severities.apply(note));
        Found { blocks, examples, notes }
    }

    /// Reports a verdict or a score that the check doesn't accept.
    fn judge(&self, block: &Parsed, places: Places) -> impl Iterator<Item = Diagnostic> + use<> {
        let summary = block.value.summary();
        let failed = (self.reports_failures && block.state() == State::Failed).then(|| {
            let message = match &summary.verdict {
                Some(verdict) => format!("the verdict of this {} is `{verdict}`", block.spec.name),
                None => format!("this {} says that something failed", block.spec.name),
            };
            Diagnostic::new(&FAILED_VERDICT, places.verdict, message)
        });
        let low = self.min_score.zip(summary.score).filter(|(least, score)| score < least);
        let low = low.map(|(least, score)| {
            let message = format!("the score of this {} is {score}%", block.spec.name);
            let note = Diagnostic::new(&LOW_SCORE, places.score, message);
            note.expected(format!("{least}% or more")).found(format!("{score}%"))
        });
        failed.into_iter().chain(low)
    }
}

/// Where a block states its verdict and its score; else its first line.
struct Places {
    verdict: Span,
    score: Span,
}

impl Places {
    fn of(block: &Parsed, text: &Text) -> Self {
        let first = text.slice(block.span).lines().next().unwrap_or_default();
        let first = block.span.take(first.len());
        let of_gate = gate_answer(block).and_then(|answer| answer.verdict_field.as_deref());
        let hints = block.spec.hints;
        let find = |names: [Option<&str>; 3]| {
            let is_named = |role: Role| match role {
                Role::Field(path) => path.row.is_none() && names.contains(&Some(path.name)),
                Role::Prose | Role::Markup => false,
            };
            block.coverage.pieces().find(|piece| is_named(piece.role)).map_or(first, |piece| piece.span)
        };
        Self {
            verdict: find([of_gate, hints.verdict, Some("verdict")]),
            score: find([hints.score, Some("score"), None]),
        }
    }
}
