//! Contradictions between counts, coverage and verdict, and missing evidence.

use super::rules::{
    COVERAGE_AGAINST_THRESHOLD, EXTREME_OUTLIER, FULL_COVERAGE, MISSING_EVIDENCE, SUM_MISMATCH,
};
use super::{CONTRACT, ReaperTestRunner};
use crate::diagnostic::{Diagnostic, Sink};
use crate::gate::{self, Evidence, GateVerdict, NO_EVIDENCE, VERDICT_AGAINST_COUNTS};
use crate::json::Json;
use crate::reading::counted;

/// What Reaper asks for where an answer states no other threshold.
const USUAL_THRESHOLD: f64 = 80.0;
const EXIT_CODE: [&str; 2] = ["test_exit_code", "test_metrics.test_exit_code"];

pub(super) fn check(json: &Json<'_>, run: &mut ReaperTestRunner, sink: &mut Sink) {
    let ReaperTestRunner { tests, coverage, lint, artifacts_cleaned, test_exit_code, .. } = run.clone();
    let mut evidence = Evidence { json, contract: &CONTRACT, answer: &mut run.answer, sink };
    gate::check(&mut evidence);
    let passed = evidence.answer.verdict == GateVerdict::Pass;
    let verdict = evidence.verdict_place();

    let counts = [
        (tests.failed, "tests.failed", "failed test"),
        (tests.errored, "tests.errored", "test in error"),
        (lint.errors, "lint.errors", "lint error"),
    ];
    for (count, path, noun) in counts {
        let Some(count) = count.filter(|count| *count > 0 && passed) else { continue };
        let place = evidence.place(path);
        let message = format!("passed over {}", counted(count as usize, noun));
        evidence.contradiction(&VERDICT_AGAINST_COUNTS, [verdict, place], message);
    }
    if let (Some(good), Some(bad), Some(total)) = (tests.passed, tests.failed, tests.total) {
        let parts = [good, bad, tests.skipped.unwrap_or(0), tests.errored.unwrap_or(0)];
        let sum: u64 = parts.into_iter().map(u64::from).sum();
        let counts = evidence.used(&["tests", "test_metrics"]);
        if sum != u64::from(total) && !evidence.may_go_on(counts) {
            let places = [evidence.place("tests.total"), evidence.place("tests.passed")];
            let message = format!("{total} tests in all, but the parts sum to {sum}");
            evidence.contradiction(&SUM_MISMATCH, places, message);
        }
    }
    let has_failed_silently = !passed
        && tests.failed == Some(0)
        && tests.errored.unwrap_or(0) == 0
        && coverage.threshold_met != Some(false)
        && test_exit_code.is_some_and(|code| code != 0)
        && EXIT_CODE.iter().any(|place| json.at(place).is_some());
    if has_failed_silently {
        let places = [evidence.used(&EXIT_CODE), evidence.place("tests.failed")];
        let message = "no test failed, but the command did".to_owned();
        evidence.contradiction(&SUM_MISMATCH, places, message);
    }
    let threshold = coverage.threshold.unwrap_or(USUAL_THRESHOLD);
    if let (Some(percentage), Some(is_met)) = (coverage.percentage, coverage.threshold_met)
        && is_met != (percentage >= threshold)
        && !(is_met && is_fraction(percentage))
    {
        let places = [evidence.place("coverage.threshold_met"), evidence.place("coverage.percentage")];
        let said = if is_met { "met" } else { "missed" };
        let which = match coverage.threshold {
            Some(_) => format!("the threshold of {threshold} %"),
            None => format!("the usual threshold of {threshold} %, for the answer states none,"),
        };
        let message = format!("{which} is said to be {said} with {percentage} %");
        evidence.contradiction(&COVERAGE_AGAINST_THRESHOLD, places, message);
    }
    evidence_of_work(
        &mut evidence,
        !artifacts_cleaned.is_empty(),
        tests.total.is_some() || tests.passed.is_some(),
    );
    full_coverage(&mut evidence, coverage.percentage);
}

/// Reads `0.825` as 82.5 %: no threshold is below one percent.
fn is_fraction(percentage: f64) -> bool {
    percentage > 0.0 && percentage <= 1.0
}

/// Reports an answer without any command, which would show its work; the newest shape has no field for it.
fn evidence_of_work(evidence: &mut Evidence<'_, '_>, cleans_up: bool, has_counts: bool) {
    let json = evidence.json;
    let says_how = ["commands_executed", "verification_evidence", "evidence"]
        .iter()
        .filter_map(|place| json.get(place))
        .any(|value| !value.items().is_empty() || !value.members().is_empty() || value.text().is_some());
    if says_how || evidence.is_cut() {
        return;
    }
    let is_newest = json.get("working_dir").is_some() && cleans_up;
    if is_newest || !has_counts {
        let message = "no command that was run is named";
        evidence.sink.report(Diagnostic::new(&NO_EVIDENCE, json.span.take(1), message));
        return;
    }
    let tests = evidence.used(&["tests", "test_metrics"]);
    let message = "counts without a command that they come from".to_owned();
    evidence.red_flag(&MISSING_EVIDENCE, [tests, "commands_executed"], message);
}

fn full_coverage(evidence: &mut Evidence<'_, '_>, percentage: Option<f64>) {
    if percentage.is_none_or(|percentage| percentage < 100.0) {
        return;
    }
    let json = evidence.json;
    let place = evidence.place("coverage.percentage");
    let attempt = evidence.used(&["first_attempt", "attempt"]);
    let is_first =
        json.get(attempt).is_some_and(|value| value.flag() == Some(true) || value.count() == Some(1));
    let prior = ["prior_test_infrastructure", "had_test_infrastructure", "test_infrastructure_existed"];
    let had_none = prior.iter().any(|key| json.get(key).and_then(Json::flag) == Some(false));
    if is_first && had_none {
        let message = "full coverage at the first attempt, where there were no tests before".to_owned();
        evidence.red_flag(&EXTREME_OUTLIER, [place, attempt], message);
        return;
    }
    let span = json.at(place).map_or(json.span.take(1), |value| value.span);
    evidence.sink.report(
        Diagnostic::new(&FULL_COVERAGE, span, "full coverage is rare; look at how it was measured")
            .field("coverage.percentage"),
    );
}
