//! Contradictions between what a verification says in one place and in another.

mod evidence;
mod figures;

use super::rules::{
    NEW_VIOLATIONS_AGAINST_GATES, STEP_AGAINST_VERDICT, SUCCESS_BELOW_EXPECTED, SUCCESS_WITH_NEW_VIOLATIONS,
    VERDICT_AGAINST_STATUS,
};
use super::words::{NextStep, Verdict};
use super::{HealingVerification, number};
use crate::format::prelude::*;
use crate::reading::{Contradictions, OneOf, Word, normal};

const VERDICT: (FieldPath, &str) = (FieldPath::name("verdict"), "the verdict");

pub(super) fn check(report: &HealingVerification, block: &Block<'_>, sink: &mut Sink) {
    let mut found = Contradictions::of(block, sink);
    figures::check(report, &mut found);
    evidence::check(report, &mut found);
    let known = |verdict: &Option<OneOf<Verdict>>| verdict.as_ref()?.known;
    let (verdict, status) = (known(&report.verdict), known(&report.status));
    if let Some((verdict, status)) = verdict.zip(status).filter(|(verdict, status)| verdict != status) {
        let message =
            format!("the report ends with `{}`, and its verdict is `{}`", status.as_str(), verdict.as_str());
        found.report(&VERDICT_AGAINST_STATUS, "status", message, Some(VERDICT));
    }
    let has_new = has_new_violations(report, &mut found);
    let Some(verdict) = verdict.or(status) else { return };
    if verdict == Verdict::Success {
        success(report, has_new, &mut found);
    }
    // Only what succeeded is learned from.
    let step = report.next_protocol_step.as_ref().and_then(|step| step.known);
    if let Some(step) = step.filter(|step| (verdict == Verdict::Success) != (*step == NextStep::Learn)) {
        let message = format!("the next step is `{}` after `{}`", step.as_str(), verdict.as_str());
        found.report(&STEP_AGAINST_VERDICT, "nextProtocolStep", message, Some(VERDICT));
    }
}

/// Whether violations came where there were none, by the report's word or by its figures.
fn has_new_violations(report: &HealingVerification, found: &mut Contradictions<'_>) -> bool {
    let stated = report.new_violations.as_deref().map(normal).unwrap_or_default();
    let stated = stated.split([' ', ',', '.', ';', ':', '(']).next();
    let grown = (0..).zip(&report.other_gates).find(|(_, gate)| {
        number(&gate.before).zip(number(&gate.after)).is_some_and(|(before, after)| after > before)
    });
    if let Some((index, gate)) = grown.filter(|_| matches!(stated, Some("no" | "none"))) {
        let name = gate.gate.as_deref().unwrap_or("a gate");
        let message = format!("no new violations are claimed, and `{name}` has more than before");
        let other = (FieldPath::part("otherGates", index, "after"), "more than before");
        found.report(&NEW_VIOLATIONS_AGAINST_GATES, "newViolations", message, Some(other));
    }
    stated == Some("yes") || grown.is_some()
}

fn success(report: &HealingVerification, has_new_violations: bool, found: &mut Contradictions<'_>) {
    if has_new_violations {
        let message = "success, and the healing brought new violations";
        let other = (FieldPath::name("newViolations"), "new violations");
        found.report(&SUCCESS_WITH_NEW_VIOLATIONS, "verdict", message, Some(other));
    }
    let Some((index, row)) = report.overall_score() else { return };
    let figures = number(&row.after).zip(report.expected());
    if let Some((after, expected)) = figures.filter(|(after, expected)| after < expected) {
        let message = format!("success, and the score of {after} is below the expected {expected}");
        let other = (FieldPath::part("comparison", index, "after"), "the score after healing");
        found.report(&SUCCESS_BELOW_EXPECTED, "verdict", message, Some(other));
    }
}
