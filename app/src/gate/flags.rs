//! Red flags of any gate: two fields that contradict each other, or work that can't be trusted.

use super::answer::parse_verdict;
use super::duplicates::duplicate_keys;
use super::evidence::{EXIT_CODES, Evidence};
use super::others::other_fields;
use super::reason::reason;
use super::rules::{CONFLICTING_VERDICTS, INVALID_INPUTS, VERDICT_AGAINST_COUNTS};
use super::scope::scope;
use super::verdict::GateVerdict;
use super::work::work;
use crate::json::{Json, WRONG_TYPE, flag_of, number_of};
use crate::reading::{counted, is_none};

/// Where an answer may state what its gate does not pass over.
const AGAINST_A_PASS: [&str; 5] =
    ["tests.failed", "tests.errored", "lint.errors", "blocking_issues", "scope_violations"];

/// Checks what every gate must fulfill and what this one must, once all fields were read; then says what decides.
pub fn check(evidence: &mut Evidence<'_, '_>, of_gate: impl FnOnce(&mut Evidence<'_, '_>)) {
    evidence.answer.attempt = evidence.options.attempt.or(evidence.answer.attempt);
    let verdict = evidence.verdict_place();
    let passed = evidence.answer.verdict == GateVerdict::Pass;
    let validated = evidence.answer.pre_work_validation.as_ref().and_then(|inputs| inputs.validation_passed);
    if validated == Some(false) {
        let place = "pre_work_validation.validation_passed";
        let message = "the gate had no valid inputs, so its result means nothing".to_owned();
        evidence.red_flag(&INVALID_INPUTS, [place, verdict], message);
    }
    let issues = evidence.answer.blocking_issues.len();
    let is_computed = matches!(verdict, "blocking_issues" | "scope_violations");
    if passed && issues > 0 && !is_computed {
        let place = evidence.place("blocking_issues");
        let message = format!("passed over {}", counted(issues, "blocking issue"));
        evidence.contradiction(&VERDICT_AGAINST_COUNTS, [verdict, place], message);
    }
    exit_codes(evidence, verdict, passed);
    unreadable(evidence, verdict, passed);
    conflicting_verdicts(evidence);
    scope(evidence);
    duplicate_keys(evidence);
    work(evidence);
    of_gate(evidence);
    evidence.answer.other_fields = other_fields(evidence.json, evidence.sink);
    evidence.answer.rule = reason(evidence);
}

fn exit_codes(evidence: &mut Evidence<'_, '_>, verdict: &'static str, passed: bool) {
    if !passed {
        return;
    }
    for place in EXIT_CODES {
        let Some(code) = evidence.json.at(place).and_then(number_of).filter(|code| *code != 0.0) else {
            continue;
        };
        let message = format!("passed, but a command ended with code {code}");
        evidence.contradiction(&VERDICT_AGAINST_COUNTS, [verdict, place], message);
    }
}

/// What would speak against a pass, and can't be read, may do so.
fn unreadable(evidence: &mut Evidence<'_, '_>, verdict: &'static str, passed: bool) {
    if !passed {
        return;
    }
    let is_of_wrong_type = |place: &str| {
        let mut found = evidence.sink.diagnostics.iter().filter(|found| found.rule.id == WRONG_TYPE.id);
        found.any(|found| found.field.as_deref() == Some(place))
    };
    let is_unread = |place: &&str| is_of_wrong_type(place) && !evidence.json.at(place).is_some_and(is_read);
    let mut places = AGAINST_A_PASS.map(|path| evidence.place(path)).into_iter().chain(EXIT_CODES);
    let Some(place) = places.find(is_unread) else { return };
    let message = format!("passed, but `{place}` can't be read");
    evidence.red_flag(&VERDICT_AGAINST_COUNTS, [verdict, place], message);
}

/// A value of another type may say the same: `"0"`, `"none"`, `"true"`.
fn is_read(value: &Json<'_>) -> bool {
    let is_count = number_of(value).is_some_and(|number| number >= 0.0);
    is_count || flag_of(value).is_some() || value.text().is_some_and(is_none)
}

fn conflicting_verdicts(evidence: &mut Evidence<'_, '_>) {
    let status = evidence.place("gate_status");
    let checks = evidence.place("all_checks_passed");
    let stated = evidence.json.at(status).and_then(parse_verdict);
    // A code review states no verdict; what it lists decides.
    let computed = matches!(evidence.verdict_place(), "blocking_issues" | "scope_violations");
    let (verdict, place) = match stated {
        Some(verdict) => (verdict, status),
        None if computed => (evidence.answer.verdict, evidence.verdict_place()),
        None => return,
    };
    let Some(checks_passed) = evidence.json.at(checks).and_then(flag_of) else { return };
    if (verdict == GateVerdict::Pass) != checks_passed {
        let message = format!("`{place}` and `{checks}` state two verdicts");
        evidence.contradiction(&CONFLICTING_VERDICTS, [place, checks], message);
    }
}
