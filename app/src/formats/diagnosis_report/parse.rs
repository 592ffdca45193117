//! Reads a diagnosis, part by part.

use super::names::{
    ALTERNATIVES, AUTO_TRIAGE, CAUSE_LABELS, CLASSIFICATION, CLOSING, CONFIDENCE, EXPLANATION, GATE,
    HEAD_LABELS, PARTS, PATTERN, ROOT_CAUSE, SEVERITY, TITLE,
};
use super::rules::{ENTRY_FORM, HEADING_SPELLING, LABEL_RULES, PART_RULES, TEXT_RULES, WORD_RULES};
use super::{Alternative, DiagnosisReport, evidence, learning, recommendation};
use crate::diagnostic::{FieldPath, Sink};
use crate::format::Block;
use crate::reading::{
    Labels, Mark, OneOf, Part, Parts, Stated, Word, half, read_halves, read_word, report_opener, report_text,
    required_entries,
};

/// What the parts of a diagnosis are read with.
pub(super) struct Reader<'r, 't> {
    pub block: &'r Block<'t>,
    pub parts: &'r Parts<'t>,
    pub sink: &'r mut Sink,
}

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DiagnosisReport {
    let parts = Parts::read(block, &PARTS, &CLOSING);
    let title = report_opener(block.text, parts.head(), TITLE, &HEADING_SPELLING, sink);
    parts.report_headings(&PART_RULES, sink);
    let mut report = DiagnosisReport { title, ..DiagnosisReport::default() };
    let mut reader = Reader { block, parts: &parts, sink };
    reader.head(&mut report);
    evidence::read(&mut reader, &mut report);
    reader.cause(&mut report);
    report.healing = recommendation::read(&mut reader);
    report.prevention = learning::read(&mut reader);
    report_text(block, &TEXT_RULES, sink);
    report
}

impl<'t> Reader<'_, 't> {
    pub fn labels(&self, part: &Part, names: &'static [crate::reading::LabelName]) -> Labels<'t> {
        Labels::read(&self.parts.block(self.block, part), names)
    }

    pub fn word<T: Word>(&mut self, labels: &Labels<'_>, name: usize) -> Option<OneOf<T>> {
        let stated = labels.required(name, &LABEL_RULES, self.sink)?;
        Some(read_word(self.block.text, stated.span, labels.field(name), &WORD_RULES, self.sink))
    }

    pub fn value(&mut self, labels: &Labels<'_>, name: usize) -> Option<String> {
        labels.required(name, &LABEL_RULES, self.sink).map(|stated| stated.value)
    }

    pub fn text(&mut self, labels: &Labels<'_>, name: usize) -> Option<String> {
        labels.required_text(name, &LABEL_RULES, self.sink).map(|Stated { value, .. }| value)
    }

    fn head(&mut self, report: &mut DiagnosisReport) {
        let labels = self.labels(self.parts.head(), &HEAD_LABELS);
        report.gate = self.value(&labels, GATE);
        report.pattern = self.value(&labels, PATTERN);
        report.severity = self.word(&labels, SEVERITY);
        report.confidence = self.word(&labels, CONFIDENCE);
        report.auto_triage = self.word(&labels, AUTO_TRIAGE);
    }

    fn cause(&mut self, report: &mut DiagnosisReport) {
        let parts = self.parts;
        self.parts.report_missing(ROOT_CAUSE, &PART_RULES, self.sink);
        let Some(part) = parts.find(ROOT_CAUSE) else { return };
        let labels = self.labels(part, &CAUSE_LABELS);
        report.classification = self.word(&labels, CLASSIFICATION);
        report.explanation = self.text(&labels, EXPLANATION);
        let entries = required_entries(&parts.body, &labels, ALTERNATIVES, &LABEL_RULES, self.sink);
        for (index, entry) in (0..).zip(entries) {
            let path = |part| FieldPath::part("alternatives", index, part);
            let text = self.block.text;
            let field = path("ruledOut").to_string();
            let (cause, ruled_out) =
                read_halves(text, entry.span, Mark::Colon, field, &ENTRY_FORM, self.sink);
            self.sink.field(path("cause"), cause);
            self.sink.field(path("ruledOut"), ruled_out);
            report.alternatives.push(Alternative {
                cause: Some(half(&text.read(cause))),
                ruled_out: Some(text.read(ruled_out).into_owned()).filter(|words| !words.is_empty()),
            });
        }
    }
}
