//! Reads the verdict, why it was reached, and what shows it.

use super::HealingVerification;
use super::names::{EVIDENCE_LIST, REASONING, VERDICT, VERDICT_LABELS, VERDICT_WORD};
use super::rules::{REPORT_RULES, VERDICT_PLACE};
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::reading::{Part, ReportReader, line_break, read_word, required_entries};
use crate::text::Span;

pub(super) fn read(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    let Some(part) = reader.required_part(VERDICT) else { return };
    let labels = reader.labels(part, &VERDICT_LABELS);
    if labels.find(VERDICT_WORD).is_none() && !part.title.is_empty() {
        let field = "verdict";
        report_place(reader, part);
        reader.sink.field(FieldPath::name(field), part.title);
        let words = &REPORT_RULES.words;
        report.verdict = Some(read_word(reader.block.text, part.title, field, words, reader.sink));
    } else {
        report.verdict = reader.word(&labels, VERDICT_WORD);
    }
    report.reasoning = reader.text(&labels, REASONING);
    let body = &reader.parts.body;
    let entries = required_entries(body, &labels, EVIDENCE_LIST, &REPORT_RULES.labels, reader.sink);
    for (index, entry) in (0..).zip(entries) {
        reader.sink.field(FieldPath::row("evidence", index), entry.span);
        report.evidence.push(body.read(entry.span).into_owned());
    }
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
