//! Contradictions between counts, coverage and verdict.

use super::rules::{COVERAGE_AGAINST_THRESHOLD, EXTREME_OUTLIER, FULL_COVERAGE, SUM_MISMATCH};
use super::{CONTRACT, Coverage, ReaperTestRunner};
use crate::diagnostic::{Diagnostic, Sink};
use crate::gate::{self, Evidence, GateOptions, GateVerdict, VERDICT_AGAINST_COUNTS};
use crate::json::Json;
use crate::reading::counted;

const EXIT_CODE: [&str; 2] = ["test_exit_code", "test_metrics.test_exit_code"];
/// An older field whose name states the threshold, and the threshold.
const NAMED_THRESHOLD: (&str, f64) = ("coverage_metrics.meets_80_requirement", 80.0);

pub(super) fn check(json: &Json<'_>, run: &mut ReaperTestRunner, options: &GateOptions, sink: &mut Sink) {
    let counts = run.clone();
    let mut evidence = Evidence { json, contract: &CONTRACT.adr, options, answer: &mut run.answer, sink };
    gate::check(&mut evidence, |evidence| {
        check_counts(evidence, &counts);
        threshold(evidence, &counts.coverage);
        full_coverage(evidence, counts.coverage.percentage);
    });
}

fn check_counts(evidence: &mut Evidence<'_, '_>, run: &ReaperTestRunner) {
    let ReaperTestRunner { tests, coverage, lint, test_exit_code, .. } = run;
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
        && EXIT_CODE.iter().any(|place| evidence.json.at(place).is_some());
    if has_failed_silently {
        let places = [evidence.used(&EXIT_CODE), evidence.place("tests.failed")];
        let message = "no test failed, but the command did".to_owned();
        evidence.contradiction(&SUM_MISMATCH, places, message);
    }
}

/// Holds the coverage against the threshold. One that nobody states is not known.
fn threshold(evidence: &mut Evidence<'_, '_>, coverage: &Coverage) {
    let passed = evidence.answer.verdict == GateVerdict::Pass;
    let met = evidence.place("coverage.threshold_met");
    if passed && coverage.threshold_met == Some(false) {
        let message = "passed below the threshold".to_owned();
        evidence.contradiction(&VERDICT_AGAINST_COUNTS, [evidence.verdict_place(), met], message);
    }
    let (older, named) = NAMED_THRESHOLD;
    let named = evidence.json.at(older).map(|_| named);
    let known = evidence.options.threshold.or(coverage.threshold).or(named);
    // A pass says that the threshold is met, too.
    let says = coverage.threshold_met.map(|is_met| (met, is_met));
    let says = says.or_else(|| passed.then(|| (evidence.verdict_place(), true)));
    if let (Some(percentage), Some((place, is_met)), Some(threshold)) = (coverage.percentage, says, known)
        && is_met != (percentage >= threshold)
        && !(is_met && is_fraction(percentage))
    {
        let places = [place, evidence.place("coverage.percentage")];
        let said = if is_met { "met" } else { "missed" };
        let message = format!("the threshold of {threshold} % is said to be {said} with {percentage} %");
        evidence.contradiction(&COVERAGE_AGAINST_THRESHOLD, places, message);
    }
}

/// Reads `0.825` as 82.5 %: no threshold is below one percent.
fn is_fraction(percentage: f64) -> bool {
    percentage > 0.0 && percentage <= 1.0
}

fn full_coverage(evidence: &mut Evidence<'_, '_>, percentage: Option<f64>) {
    if percentage.is_none_or(|percentage| percentage < 100.0) {
        return;
    }
    let json = evidence.json;
    let place = evidence.place("coverage.percentage");
    let is_first = match evidence.answer.attempt {
        Some(attempt) => attempt == 1,
        None => json.get("first_attempt").and_then(Json::flag) == Some(true),
    };
    let prior = ["prior_test_infrastructure", "had_test_infrastructure", "test_infrastructure_existed"];
    let had_none = prior.into_iter().find(|key| json.get(key).and_then(Json::flag) == Some(false));
    if let Some(prior) = had_none.filter(|_| is_first) {
        let message = "full coverage at the first attempt, where there were no tests before".to_owned();
        evidence.red_flag(&EXTREME_OUTLIER, [place, prior], message);
        return;
    }
    let span = json.at(place).map_or(json.span.take(1), |value| value.span);
    evidence.sink.report(
        Diagnostic::new(&FULL_COVERAGE, span, "full coverage is rare; look at how it was measured")
            .field("coverage.percentage"),
    );
}
