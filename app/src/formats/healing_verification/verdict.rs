//! Reads the verdict, why it was reached, and what shows it.

use super::HealingVerification;
use super::names::VERDICT_LABELS;
use super::rules::VERDICT_PLACE;
use super::words::Verdict;
use crate::format::prelude::*;
use crate::markdown::{Kind, Node};
use crate::reading::{OneOf, Part, ReportReader, line_break, read_word};

pub(super) fn read(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    let Some(part) = reader.required_part("Verdict") else { return };
    let labels = reader.labels(part, &VERDICT_LABELS);
    let misplaced = if labels.find("verdict").is_some() { None } else { misplaced(reader, part) };
    report.verdict = match misplaced {
        Some((place, diagnostic)) => {
            reader.sink.report(diagnostic.field("verdict"));
            reader.sink.field("verdict", place);
            Some(read_word(reader.block.text, place, "verdict", reader.sink))
        }
        None => reader.word(&labels, "verdict"),
    };
    report.reasoning = reader.text(&labels, "reasoning");
    for (index, entry) in (0..).zip(reader.entries(&labels, "evidence")) {
        reader.sink.field(FieldPath::row("evidence", index), entry.span);
        report.evidence.push(reader.parts.body.read(entry.span).into_owned());
    }
}

/// A verdict in the heading of its section, or alone on the first line below it.
fn misplaced(reader: &ReportReader<'_, '_>, part: &Part) -> Option<(Span, Diagnostic)> {
    let label = "**Verdict:** ";
    if !part.title.is_empty() {
        let gap = Span::new(part.key.end, part.title.start);
        let line_break = line_break(reader.block.text);
        let misplaced = Diagnostic::new(&VERDICT_PLACE, part.heading, "the verdict is in the heading")
            .expected("`**Verdict:** …` below the heading")
            .fix("Write it below the heading", gap, format!("{line_break}{line_break}{label}"));
        return Some((part.title, misplaced));
    }
    let body = reader.parts.body;
    let says_something = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
    let first = body.outline.slice(part.nodes.clone()).iter().find(says_something)?;
    let Kind::Prose { text: line } = first.kind else { return None };
    OneOf::<Verdict>::read(&body.read(line)).known?;
    let misplaced = Diagnostic::new(&VERDICT_PLACE, line, "the verdict has no label")
        .expected("`**Verdict:** …`")
        .fix("Write its label", Span::empty_at(line.start), label);
    Some((line, misplaced))
}
