//! Reads the verdict, why it was reached, and what shows it.

use super::HealingVerification;
use super::names::{EVIDENCE_LIST, REASONING, VERDICT, VERDICT_LABELS, VERDICT_WORD};
use super::rules::VERDICT_PLACE;
use super::words::Verdict;
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::markdown::{Kind, Node};
use crate::reading::{OneOf, Part, ReportReader, line_break, read_word, required_entries};
use crate::text::Span;

pub(super) fn read(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    let Some(part) = reader.required_part(VERDICT) else { return };
    let labels = reader.labels(part, &VERDICT_LABELS);
    if labels.find(VERDICT_WORD).is_none() && !part.title.is_empty() {
        let field = "verdict";
        report_place(reader, part);
        reader.sink.field(FieldPath::name(field), part.title);
        report.verdict = Some(read_word(reader.block.text, part.title, field, reader.sink));
    } else if let Some(line) = unlabelled(reader, part).filter(|_| labels.find(VERDICT_WORD).is_none()) {
        let misplaced = Diagnostic::new(&VERDICT_PLACE, line, "the verdict stands without its label");
        let misplaced = misplaced.field("verdict").expected("`**Verdict:** …`");
        reader.sink.report(misplaced.fix("Write its label", Span::empty_at(line.start), "**Verdict:** "));
        reader.sink.field(FieldPath::name("verdict"), line);
        report.verdict = Some(read_word(reader.block.text, line, "verdict", reader.sink));
    } else {
        report.verdict = reader.word(&labels, VERDICT_WORD);
    }
    report.reasoning = reader.text(&labels, REASONING);
    let body = &reader.parts.body;
    let entries = required_entries(body, &labels, EVIDENCE_LIST, reader.sink);
    for (index, entry) in (0..).zip(entries) {
        reader.sink.field(FieldPath::row("evidence", index), entry.span);
        report.evidence.push(body.read(entry.span).into_owned());
    }
}

/// The first line below the heading, where it says a verdict and nothing else.
fn unlabelled(reader: &ReportReader<'_, '_>, part: &Part) -> Option<Span> {
    let body = reader.parts.body;
    let says_something = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
    let first = body.outline.slice(part.nodes.clone()).iter().find(says_something)?;
    let Kind::Prose { text } = first.kind else { return None };
    OneOf::<Verdict>::read(&body.read(text)).known.map(|_| text)
}

/// The verdict stands in the heading of its section.
fn report_place(reader: &mut ReportReader<'_, '_>, part: &Part) {
    let text = reader.block.text;
    let gap = Span::new(part.key.end, part.title.start);
    let line_break = line_break(text);
    let misplaced = Diagnostic::new(&VERDICT_PLACE, part.heading, "the verdict stands in the heading");
    let misplaced = misplaced.field("verdict").expected("`**Verdict:** …` below the heading");
    reader.sink.report(misplaced.fix(
        "Write it below the heading",
        gap,
        format!("{line_break}{line_break}**Verdict:** "),
    ));
}
