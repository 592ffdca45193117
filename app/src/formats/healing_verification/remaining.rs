//! Reads what is left to heal.

use super::names::{BY_GATE, REMAINING, REMAINING_LABELS, SUGGESTED_ACTION, TOTAL};
use super::rules::{ENTRY_FORM, UNREADABLE_NUMBER};
use super::words::Verdict;
use super::{GateCount, HealingVerification, Remaining};
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::markdown::key_value;
use crate::reading::{
    Entry, Figure, Mark, ReportReader, entries_of, half, label_key, normal, read_halves, required_entries,
};
use crate::text::Span;

/// The section must be there only where something is left.
pub(super) fn read(reader: &mut ReportReader<'_, '_>, report: &HealingVerification) -> Remaining {
    let verdict = report.verdict.as_ref().and_then(|verdict| verdict.known);
    if matches!(verdict, Some(Verdict::Partial | Verdict::Failed)) {
        reader.required_part(REMAINING);
    }
    let Some(part) = reader.parts.find(REMAINING) else { return Remaining::default() };
    let labels = reader.labels(part, &REMAINING_LABELS);
    let total = reader.figure(&labels, TOTAL, &UNREADABLE_NUMBER);
    let is_none_left = total.as_ref().is_some_and(|total| total.number.is_some_and(|total| total.0 == 0.0));
    if is_none_left && labels.find(BY_GATE).is_none() && labels.find(SUGGESTED_ACTION).is_none() {
        return Remaining { total, ..Remaining::default() };
    }
    let mut entries = required_entries(&reader.parts.body, &labels, BY_GATE, reader.sink);
    if labels.find(BY_GATE).is_none() {
        // The gates may be listed without their label.
        let body = &reader.parts.body;
        let names_gate = |entry: &Entry| normal(&body.read(entry.span)).starts_with("gate ");
        entries = entries_of(body, part.nodes.clone()).into_iter().filter(names_gate).collect();
    }
    let by_gate = (0..).zip(entries).map(|(index, entry)| gate(reader, index, entry.span)).collect();
    Remaining { total, by_gate, suggested_action: reader.text(&labels, SUGGESTED_ACTION) }
}

/// `Gate 7: 2 violations`, and below it `- Pattern: no model`.
fn gate(reader: &mut ReportReader<'_, '_>, index: u32, entry: Span) -> GateCount {
    let text = reader.block.text;
    let source = text.source();
    let path = |part| FieldPath::part("remaining.byGate", index, part);
    let first = entry.slice(source).split(['\n', '\r']).next().unwrap_or_default().len();
    let field = path("count").to_string();
    let (gate, count) = read_halves(
        text,
        entry.take(first).trim(source),
        Mark::Colon,
        field.as_str(),
        &ENTRY_FORM,
        reader.sink,
    );
    reader.sink.field(path("gate"), gate);
    let figure = (!count.is_empty()).then(|| Figure::read(&text.read(count)));
    if let Some(figure) = &figure {
        reader.sink.field(path("count"), count);
        if figure.number.is_none() {
            let message = format!("`{}` is no number", figure.written);
            let unreadable = Diagnostic::new(&UNREADABLE_NUMBER, count, message).field(field);
            reader.sink.report(unreadable.found(figure.written.as_str()));
        }
    }
    let below = entry.skip(first).trim(source);
    let pattern = (!below.is_empty()).then(|| {
        reader.sink.markup(below);
        let fragment = below.slice(source);
        let bare = fragment.trim_start_matches(['-', '*', '+', ' ']);
        let inner = below.skip(fragment.len() - bare.len());
        let pair = key_value(source, inner).filter(|pair| label_key(&text.read(pair.key)) == "pattern");
        let pattern = pair.map_or(below, |pair| Span::new(pair.value.start, below.end));
        reader.sink.field(path("pattern"), pattern);
        text.read(pattern).into_owned()
    });
    GateCount {
        gate: Some(half(&text.read(gate))),
        count: figure,
        pattern: pattern.filter(|pattern| !pattern.is_empty()),
    }
}
