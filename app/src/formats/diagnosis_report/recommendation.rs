//! Reads the recommended healing: the flow, its steps, the files it changes.

use super::names::{FLOW, HEALING, HEALING_CONFIDENCE, HEALING_LABELS, STEPS, TARGET_FILES, TRIVIAL_FIX};
use super::rules::{ENTRY_FORM, UNNUMBERED_STEP};
use super::{Healing, Step, TargetFile};
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::reading::{
    Labels, Mark, ReportReader, half, is_none, read_halves, required_entries, says_nothing, unquoted,
};

/// Introduces the fix.
const LEAD: &str = "Trivial fix detected:";
/// What the contract says after it, always.
const TAIL: &str = "Orchestrator can apply directly without human gate";

pub(super) fn read(reader: &mut ReportReader<'_, '_>) -> Healing {
    let Some(part) = reader.required_part(HEALING) else { return Healing::default() };
    let labels = reader.labels(part, &HEALING_LABELS);
    Healing {
        flow: reader.value(&labels, FLOW).map(|flow| unquoted(&flow)),
        confidence: reader.word(&labels, HEALING_CONFIDENCE),
        steps: steps(reader, &labels),
        target_files: target_files(reader, &labels),
        trivial_fix: trivial_fix(reader, &labels),
    }
}

fn steps(reader: &mut ReportReader<'_, '_>, labels: &Labels<'_>) -> Vec<Step> {
    let text = reader.block.text;
    let mut steps = Vec::new();
    let entries = required_entries(&reader.parts.body, labels, STEPS, reader.sink);
    for (index, entry) in (0..).zip(entries) {
        let path = |part| FieldPath::part("healing.steps", index, part);
        let field = path("description").to_string();
        let (action, description) =
            read_halves(text, entry.span, Mark::Dash, field, &ENTRY_FORM, reader.sink);
        reader.sink.field(path("number"), entry.marker);
        reader.sink.field(path("action"), action);
        reader.sink.field(path("description"), description);
        if entry.number.is_none() {
            let message = "the step has no number";
            let unnumbered = Diagnostic::new(&UNNUMBERED_STEP, entry.span, message);
            reader.sink.report(unnumbered.field(path("number").to_string()));
        }
        steps.push(Step {
            number: entry.number,
            action: Some(half(&text.read(action))),
            description: Some(text.read(description).into_owned()).filter(|words| !words.is_empty()),
        });
    }
    steps
}

fn target_files(reader: &mut ReportReader<'_, '_>, labels: &Labels<'_>) -> Vec<TargetFile> {
    let text = reader.block.text;
    let mut files = Vec::new();
    let entries = required_entries(&reader.parts.body, labels, TARGET_FILES, reader.sink);
    for (index, entry) in (0..).zip(entries) {
        let path = |part| FieldPath::part("healing.targetFiles", index, part);
        let field = path("change").to_string();
        let (file, change) = read_halves(text, entry.span, Mark::Dash, field, &ENTRY_FORM, reader.sink);
        reader.sink.field(path("path"), file);
        reader.sink.field(path("change"), change);
        files.push(TargetFile {
            path: Some(half(&text.read(file))),
            change: Some(text.read(change).into_owned()).filter(|words| !words.is_empty()),
        });
    }
    files
}

fn trivial_fix(reader: &mut ReportReader<'_, '_>, labels: &Labels<'_>) -> Option<String> {
    let stated = labels.optional_text(TRIVIAL_FIX, reader.sink)?;
    if is_none(&stated.value) || says_nothing(&stated.value) {
        return None;
    }
    let written = stated.value.trim();
    let written = written.strip_prefix(LEAD).unwrap_or(written);
    let written = written.trim_end().trim_end_matches('.').strip_suffix(TAIL).unwrap_or(written);
    Some(written.trim().to_owned()).filter(|fix| !fix.is_empty())
}
