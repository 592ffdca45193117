//! Reads what the diagnosis rests on: when the violations began, which files changed, what they look like.

use super::names::TIMING_LABELS;
use super::rules::ENTRY_FORM;
use super::words::Relation;
use super::{Change, DiagnosisReport, history};
use crate::format::prelude::*;
use crate::reading::{
    MISSING_VALUE, Mark, OneOf, PLACEHOLDER, ReportReader, half, is_none, is_placeholder, read_halves,
};

/// Words after a file's name that introduce the time of its change.
const CHANGED: [&str; 5] = [" last modified", " last changed", " last updated", " modified", " changed"];

pub(super) fn read(reader: &mut ReportReader<'_, '_>, report: &mut DiagnosisReport) {
    let parts = reader.parts;
    reader.required_part("Evidence");
    if let Some(part) = reader.required_part("Timing Analysis") {
        let labels = reader.labels(part, &TIMING_LABELS);
        report.timing.violations_started = reader.value(&labels, "timing.violationsStarted");
        report.timing.frequency = reader.value(&labels, "timing.frequency");
        let affected = reader.value(&labels, "timing.affectedGates");
        report.timing.affected_gates = affected.map(|written| gates(&written)).unwrap_or_default();
    }
    if let Some(part) = reader.required_part("Code History") {
        report.code_history = history::read(reader, part);
        if report.code_history.is_empty() {
            let spans = reader.listed(part, "codeHistory");
            report.code_history = (0..).zip(spans).map(|(index, span)| change(reader, index, span)).collect();
        }
    }
    report.pattern_analysis = parts.text("Pattern Analysis", reader.sink);
}

/// `Gate 4, Gate 9`, `[Gate 4; Gate 9]`, `Gate 4 and Gate 9`.
fn gates(written: &str) -> Vec<String> {
    let bare = written.trim().trim_start_matches('[').trim_end_matches(']').replace(" and ", ", ");
    let names = bare.split([',', ';']).map(str::trim).filter(|name| !is_none(name));
    names.map(|name| name.trim_start_matches("and ").to_owned()).collect()
}

/// `**CONTRACT.md last modified:** 2026-02-18T08:00:00Z (before violations started)`.
fn change(reader: &mut ReportReader<'_, '_>, index: u32, entry: Span) -> Change {
    let (text, sink) = (reader.block.text, &mut *reader.sink);
    let source = text.source();
    let path = |part| FieldPath::part("codeHistory", index, part);
    let (file, rest) = read_halves(text, entry, Mark::Colon, path("modified"), &ENTRY_FORM, sink);
    sink.field(path("file"), file);
    let name = half(&text.read(file));
    let bare = CHANGED.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    let file = Some(bare.trim_matches('`').to_owned());
    let (modified, relation) = match rest.slice(source).find(" (") {
        Some(at) => {
            let inner = rest.skip(at + 2).trim(source);
            let bare = inner.slice(source).strip_suffix(')').map_or(inner, |bare| inner.take(bare.len()));
            (rest.take(at).trim(source), Some(bare.trim(source)))
        }
        None => (rest, None),
    };
    if modified.is_empty() {
        let message = format!("when `{bare}` was changed is not stated");
        sink.report(Diagnostic::new(&MISSING_VALUE, entry, message).field(path("modified")));
        return Change { file, ..Change::default() };
    }
    let written = text.read(modified).into_owned();
    if is_placeholder(&written) {
        let message = format!("`{written}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, modified, message).field(path("modified")));
    }
    sink.field(path("modified"), modified);
    let has_slot = relation.is_some_and(|span| span.slice(source).starts_with('{'));
    let relation = relation.filter(|span| !span.slice(source).starts_with('{')).map(|span| {
        sink.field(path("relation"), span);
        relation_of(&text.read(span))
    });
    // The contract prints no relation for an agent, and a template's slot is reported as such.
    let is_free = name.to_lowercase().starts_with("agent ") || has_slot;
    if !is_free && relation.as_ref().is_none_or(|relation| relation.known.is_none()) {
        let message = "whether that was before or after the violations started is not said";
        let unrelated = Diagnostic::new(&ENTRY_FORM, entry, message).field(path("relation"));
        sink.report(unrelated.expected("`(before violations started)` or `(after violations started)`"));
    }
    Change { file, modified: Some(written), relation }
}

/// `before violations started`, `three days after the first one`.
pub(super) fn relation_of(written: &str) -> OneOf<Relation> {
    let mut relation = OneOf::<Relation>::read(written);
    let says = |wanted: &str| written.split_whitespace().any(|word| word.eq_ignore_ascii_case(wanted));
    relation.known = relation.known.or(match (says("before"), says("after")) {
        (true, false) => Some(Relation::Before),
        (false, true) => Some(Relation::After),
        _ => None,
    });
    relation
}
