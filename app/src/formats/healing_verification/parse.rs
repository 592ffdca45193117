//! Reads a verification, part by part.

use super::names::{CLOSING, CLOSING_LABELS, HEAD_LABELS, PARTS, RECOMMENDATION_LABELS, TITLE};
use super::rules::{MISSING_END, UNREADABLE_MOMENT, UNREADABLE_NUMBER};
use super::{HealingVerification, gates, remaining, verdict};
use crate::format::prelude::*;
use crate::reading::{Labels, Parts, ReportReader, report_opener, report_text, unquoted};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> HealingVerification {
    let parts = Parts::read(block, &PARTS, &CLOSING);
    let title = report_opener(block.text, parts.head(), TITLE, sink);
    parts.report_headings(sink);
    let mut reader = ReportReader { block, parts: &parts, sink };
    let labels = reader.labels(parts.head(), &HEAD_LABELS);
    let mut report = HealingVerification {
        title,
        healing_chain: reader.value(&labels, "healingChain").map(|chain| unquoted(&chain)),
        target_gate: reader.value(&labels, "targetGate"),
        expected_score: reader.optional_figure(&labels, "expectedScore", &UNREADABLE_NUMBER),
        executed_at: reader.moment(&labels, "executedAt", &UNREADABLE_MOMENT),
        ..HealingVerification::default()
    };
    gates::read(&mut reader, &mut report);
    verdict::read(&mut reader, &mut report);
    let recommendations = reader.required_part("Recommendations");
    let labels = recommendations.map(|part| reader.labels(part, &RECOMMENDATION_LABELS));
    report.immediate_action =
        recommended(&mut reader, labels.as_ref(), "Immediate Action", "immediateAction");
    report.next_steps = recommended(&mut reader, labels.as_ref(), "Next Steps", "nextSteps");
    report.remaining = remaining::read(&mut reader, &report);
    let labels = reader.closing_labels(&CLOSING_LABELS, "**Verification Complete**", &MISSING_END);
    report.status = reader.word(&labels, "status");
    report.health_delta = reader.figure(&labels, "healthDelta", &UNREADABLE_NUMBER);
    report.next_protocol_step = reader.word(&labels, "nextProtocolStep");
    report_text(block, sink);
    report
}

/// A section, or what is under the label that does for its heading.
fn recommended(
    reader: &mut ReportReader<'_, '_>,
    labels: Option<&Labels<'_>>,
    part: &str,
    field: &str,
) -> Option<String> {
    let has_part = reader.parts.find(part).is_some();
    match labels.filter(|labels| !has_part && labels.find(field).is_some()) {
        Some(labels) => reader.text(labels, field),
        None => reader.parts.text(part, reader.sink),
    }
}
