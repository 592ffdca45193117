//! The verdict against what it rests on.

use super::super::number;
use super::super::rules::{
    NEW_VIOLATIONS_AGAINST_GATES, STEP_AGAINST_VERDICT, SUCCESS_BELOW_EXPECTED, SUCCESS_WITH_NEW_VIOLATIONS,
    VERDICT_AGAINST_STATUS,
};
use super::super::words::{NextStep, Verdict};
use super::Check;
use crate::diagnostic::FieldPath;
use crate::reading::{Word, normal};

const VERDICT: FieldPath = FieldPath::name("verdict");

pub(super) fn check(check: &mut Check<'_>) {
    let report = check.report;
    let known = |verdict: &Option<crate::reading::OneOf<Verdict>>| verdict.as_ref()?.known;
    let (verdict, status) = (known(&report.verdict), known(&report.status));
    if let Some((verdict, status)) = verdict.zip(status).filter(|(verdict, status)| verdict != status) {
        let message =
            format!("the report ends with `{}`, and its verdict is `{}`", status.as_str(), verdict.as_str());
        check.report(&VERDICT_AGAINST_STATUS, FieldPath::name("status"), message, (VERDICT, "the verdict"));
    }
    let has_new = new_violations(check);
    if verdict.or(status) == Some(Verdict::Success) {
        success(check, has_new);
    }
    next_step(check, verdict.or(status));
}

/// Whether violations came where there were none, by the report's word or by its figures.
fn new_violations(check: &mut Check<'_>) -> bool {
    let said = check.report.new_violations.as_deref().map(normal);
    let says = |word: &str| {
        let first = said.as_deref().and_then(|said| said.split([' ', ',', '.', ';', ':', '(']).next());
        first == Some(word)
    };
    let grown = (0..).zip(&check.report.other_gates).find(|(_, gate)| {
        number(&gate.before).zip(number(&gate.after)).is_some_and(|(before, after)| after > before)
    });
    if let Some((index, gate)) = grown.filter(|_| says("no") || says("none")) {
        let name = gate.gate.as_deref().unwrap_or("a gate");
        let message = format!("no new violations are claimed, and `{name}` has more than before");
        let other = FieldPath::part("otherGates", index, "after");
        check.report(
            &NEW_VIOLATIONS_AGAINST_GATES,
            FieldPath::name("newViolations"),
            message,
            (other, "more than before"),
        );
    }
    says("yes") || grown.is_some()
}

fn success(check: &mut Check<'_>, has_new_violations: bool) {
    if has_new_violations {
        let message = "success, and the healing brought new violations".to_owned();
        let other = FieldPath::name("newViolations");
        check.report(&SUCCESS_WITH_NEW_VIOLATIONS, VERDICT, message, (other, "new violations"));
    }
    let Some((index, row)) = check.report.overall_score() else { return };
    let Some((after, expected)) = number(&row.after).zip(number(&check.report.expected_score)) else {
        return;
    };
    if after < expected {
        let message = format!("success, and the score of {after} is below the expected {expected}");
        let other = FieldPath::part("comparison", index, "after");
        check.report(&SUCCESS_BELOW_EXPECTED, VERDICT, message, (other, "the score after healing"));
    }
}

/// Only what succeeded is learned from.
fn next_step(check: &mut Check<'_>, verdict: Option<Verdict>) {
    let step = check.report.next_protocol_step.as_ref().and_then(|step| step.known);
    let Some((verdict, step)) = verdict.zip(step) else { return };
    if (verdict == Verdict::Success) != (step == NextStep::Learn) {
        let message = format!("the next step is `{}` after `{}`", step.as_str(), verdict.as_str());
        let path = FieldPath::name("nextProtocolStep");
        check.report(&STEP_AGAINST_VERDICT, path, message, (VERDICT, "the verdict"));
    }
}
