//! Reads a verification, part by part.

use super::names::{
    CLOSING, CLOSING_LABELS, EXECUTED_AT, EXPECTED_SCORE, HEAD_LABELS, HEALING_CHAIN, HEALTH_DELTA,
    IMMEDIATE, NEXT_STEP, NEXT_STEPS, PARTS, RECOMMENDATION_LABELS, RECOMMENDATIONS, STATUS, TARGET_GATE,
    TITLE,
};
use super::rules::{MISSING_END, UNREADABLE_MOMENT, UNREADABLE_NUMBER};
use super::{HealingVerification, gates, remaining, verdict};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, Sink};
use crate::reading::{Labels, Parts, ReportReader, instant, report_opener, report_text, unquoted};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> HealingVerification {
    let parts = Parts::read(block, &PARTS, &CLOSING);
    let title = report_opener(block.text, parts.head(), TITLE, sink);
    parts.report_headings(sink);
    let mut report = HealingVerification { title, ..HealingVerification::default() };
    let mut reader = ReportReader { block, parts: &parts, sink };
    head(&mut reader, &mut report);
    gates::read(&mut reader, &mut report);
    verdict::read(&mut reader, &mut report);
    let recommendations = reader.required_part(RECOMMENDATIONS);
    let labels = recommendations.map(|part| reader.labels(part, &RECOMMENDATION_LABELS));
    report.immediate_action = recommended(&mut reader, labels.as_ref(), IMMEDIATE, 0);
    report.next_steps = recommended(&mut reader, labels.as_ref(), NEXT_STEPS, 1);
    report.remaining = remaining::read(&mut reader, &report);
    end(&mut reader, &mut report);
    report_text(block, sink);
    report
}

/// A section, or what stands under the label that does for its heading.
fn recommended(
    reader: &mut ReportReader<'_, '_>,
    labels: Option<&Labels<'_>>,
    part: usize,
    label: usize,
) -> Option<String> {
    let labelled = labels.filter(|labels| reader.parts.find(part).is_none() && labels.find(label).is_some());
    match labelled {
        Some(labels) => reader.text(labels, label),
        None => reader.parts.text(part, reader.sink).map(|(_, text)| text),
    }
}

fn head(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    let labels = reader.labels(reader.parts.head(), &HEAD_LABELS);
    report.healing_chain = reader.value(&labels, HEALING_CHAIN).map(|chain| unquoted(&chain));
    report.target_gate = reader.value(&labels, TARGET_GATE);
    report.expected_score = reader.figure(&labels, EXPECTED_SCORE, &UNREADABLE_NUMBER);
    let executed_at = labels.required(EXECUTED_AT, reader.sink);
    report.executed_at = executed_at.map(|stated| {
        if instant(&stated.value).is_none_or(|instant| !instant.is_exact) {
            let message = format!("`{}` is no ISO timestamp", stated.value);
            let unreadable = Diagnostic::new(&UNREADABLE_MOMENT, stated.span, message).field("executedAt");
            let unreadable = unreadable.expected("`2026-02-21T15:45:30Z`");
            reader.sink.report(unreadable.found(stated.value.as_str()));
        }
        stated.value
    });
}

/// What stands below the closing line; without that line the labels may stand anywhere.
fn end(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    let closing = reader.parts.closing();
    if closing.is_none() {
        let message = "the report does not say that the verification is complete";
        let opener = reader.parts.head().heading;
        reader
            .sink
            .report(Diagnostic::new(&MISSING_END, opener, message).expected("`**Verification Complete**`"));
    }
    let labels = match closing {
        Some(closing) => reader.labels(closing, &CLOSING_LABELS),
        None => Labels::read(reader.block, &CLOSING_LABELS),
    };
    report.status = reader.word(&labels, STATUS);
    report.health_delta = reader.figure(&labels, HEALTH_DELTA, &UNREADABLE_NUMBER);
    report.next_protocol_step = reader.word(&labels, NEXT_STEP);
}
