//! Reads what is left to heal.

use super::names::REMAINING_LABELS;
use super::rules::{ENTRY_FORM, UNREADABLE_NUMBER};
use super::words::Verdict;
use super::{GateCount, HealingVerification, Remaining};
use crate::format::prelude::*;
use crate::markdown::key_value;
use crate::reading::{
    Entry, Mark, Number, ReportReader, entries_of, half, label_key, normal, read_figure, read_halves,
};

/// The section must be there only where something is left.
pub(super) fn read(reader: &mut ReportReader<'_, '_>, report: &HealingVerification) -> Remaining {
    let verdict = report.verdict.as_ref().and_then(|verdict| verdict.known);
    let part = match verdict {
        Some(Verdict::Partial | Verdict::Failed) => reader.required_part("Remaining Violations"),
        _ => reader.parts.find("Remaining Violations"),
    };
    let Some(part) = part else { return Remaining::default() };
    let labels = reader.labels(part, &REMAINING_LABELS);
    let total = reader.figure(&labels, "remaining.total", &UNREADABLE_NUMBER);
    let is_none_left = total.as_ref().is_some_and(|total| total.number == Some(Number(0.0)));
    let lists_gates = labels.find("remaining.byGate").is_some();
    if is_none_left && !lists_gates && labels.find("remaining.suggestedAction").is_none() {
        return Remaining { total, ..Remaining::default() };
    }
    let mut entries = reader.entries(&labels, "remaining.byGate");
    if !lists_gates {
        // The gates may be listed without their label.
        let body = &reader.parts.body;
        let names_gate = |entry: &Entry| normal(&body.read(entry.span)).starts_with("gate ");
        entries = entries_of(body, part.nodes.clone()).into_iter().filter(names_gate).collect();
    }
    let by_gate = (0..).zip(entries).map(|(index, entry)| gate(reader, index, entry.span)).collect();
    Remaining { total, by_gate, suggested_action: reader.text(&labels, "remaining.suggestedAction") }
}

/// `Gate 7: 2 violations`, and below it `- Pattern: no model`.
fn gate(reader: &mut ReportReader<'_, '_>, index: u32, entry: Span) -> GateCount {
    let (text, sink) = (reader.block.text, &mut *reader.sink);
    let source = text.source();
    let path = |part| FieldPath::part("remaining.byGate", index, part);
    let first = entry.slice(source).split(['\n', '\r']).next().unwrap_or_default().len();
    let line = entry.take(first).trim(source);
    let (gate, count) = read_halves(text, line, Mark::Colon, path("count"), &ENTRY_FORM, sink);
    sink.field(path("gate"), gate);
    let figure = (!count.is_empty()).then(|| {
        sink.field(path("count"), count);
        read_figure(&text.read(count), count, path("count"), &UNREADABLE_NUMBER, sink)
    });
    let below = entry.skip(first).trim(source);
    let pattern = (!below.is_empty()).then(|| {
        sink.markup(below);
        let fragment = below.slice(source);
        let bare = fragment.trim_start_matches(['-', '*', '+', ' ']);
        let inner = below.skip(fragment.len() - bare.len());
        let pair = key_value(source, inner).filter(|pair| label_key(&text.read(pair.key)) == "pattern");
        let pattern = pair.map_or(below, |pair| Span::new(pair.value.start, below.end));
        sink.field(path("pattern"), pattern);
        text.read(pattern).into_owned()
    });
    GateCount {
        gate: Some(half(&text.read(gate))),
        count: figure,
        pattern: pattern.filter(|pattern| !pattern.is_empty()),
    }
}
