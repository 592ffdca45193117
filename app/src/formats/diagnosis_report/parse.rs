//! Reads a diagnosis, part by part.

use super::names::{
    ALTERNATIVES, AUTO_TRIAGE, CAUSE_LABELS, CLASSIFICATION, CLOSING, CONFIDENCE, EXPLANATION, GATE,
    HEAD_LABELS, PARTS, PATTERN, ROOT_CAUSE, SEVERITY, TITLE,
};
use super::rules::ENTRY_FORM;
use super::{Alternative, DiagnosisReport, evidence, learning, recommendation};
use crate::block::Block;
use crate::diagnostic::{FieldPath, Sink};
use crate::reading::{
    Mark, Parts, ReportReader, half, read_halves, report_opener, report_text, required_entries,
};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DiagnosisReport {
    let parts = Parts::read(block, &PARTS, &CLOSING);
    let title = report_opener(block.text, parts.head(), TITLE, sink);
    parts.report_headings(sink);
    let mut report = DiagnosisReport { title, ..DiagnosisReport::default() };
    let mut reader = ReportReader { block, parts: &parts, sink };
    head(&mut reader, &mut report);
    evidence::read(&mut reader, &mut report);
    cause(&mut reader, &mut report);
    report.healing = recommendation::read(&mut reader);
    report.prevention = learning::read(&mut reader);
    report_text(block, sink);
    report
}

fn head(reader: &mut ReportReader<'_, '_>, report: &mut DiagnosisReport) {
    let labels = reader.labels(reader.parts.head(), &HEAD_LABELS);
    report.gate = reader.value(&labels, GATE);
    report.pattern = reader.value(&labels, PATTERN);
    report.severity = reader.word(&labels, SEVERITY);
    report.confidence = reader.word(&labels, CONFIDENCE);
    report.auto_triage = reader.word(&labels, AUTO_TRIAGE);
}

fn cause(reader: &mut ReportReader<'_, '_>, report: &mut DiagnosisReport) {
    let Some(part) = reader.required_part(ROOT_CAUSE) else { return };
    let labels = reader.labels(part, &CAUSE_LABELS);
    report.classification = reader.word(&labels, CLASSIFICATION);
    report.explanation = reader.text(&labels, EXPLANATION);
    let entries = required_entries(&reader.parts.body, &labels, ALTERNATIVES, reader.sink);
    for (index, entry) in (0..).zip(entries) {
        let path = |part| FieldPath::part("alternatives", index, part);
        let text = reader.block.text;
        let field = path("ruledOut").to_string();
        let (cause, ruled_out) = read_halves(text, entry.span, Mark::Colon, field, &ENTRY_FORM, reader.sink);
        reader.sink.field(path("cause"), cause);
        reader.sink.field(path("ruledOut"), ruled_out);
        report.alternatives.push(Alternative {
            cause: Some(half(&text.read(cause))),
            ruled_out: Some(text.read(ruled_out).into_owned()).filter(|words| !words.is_empty()),
        });
    }
}
