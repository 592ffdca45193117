//! Reads the counts, in the current shape and in the older one.

use super::check::check;
use super::{Coverage, Lint, ReaperTestRunner, Tests};
use crate::block::Block;
use crate::diagnostic::Sink;
use crate::gate::{GateKind, Places, read_answer};
use crate::json::Shape::{Any, Choice, Count, Flag, List, Number, Object, Text};
use crate::json::{Json, Property, optional, required};

const PROPERTIES: &[Property] = &[
    required("gate_status", Choice(&["PASS", "FAIL"])),
    optional("all_checks_passed", Flag),
    optional("task_id", Text),
    optional("working_dir", Text),
    required("summary", Text),
    required("tests", Object(TESTS)),
    required("coverage", Object(COVERAGE)),
    required("lint", Object(LINT)),
    required("blocking_issues", List(&Any)),
    optional("files_modified", List(&Text)),
    optional("commands_executed", List(&Any)),
    optional("pre_work_validation", Object(INPUTS)),
    optional("artifacts_cleaned", List(&Text)),
];
const TESTS: &[Property] = &[
    required("tests.passed", Count),
    required("tests.failed", Count),
    required("tests.skipped", Count),
    required("tests.total", Count),
];
const COVERAGE: &[Property] =
    &[required("coverage.percentage", Number), required("coverage.threshold_met", Flag)];
const LINT: &[Property] = &[required("lint.errors", Count), required("lint.warnings", Count)];
const INPUTS: &[Property] = &[required("pre_work_validation.validation_passed", Flag)];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ReaperTestRunner {
    let (json, answer) = read_answer(GateKind::TestRunner, block, PROPERTIES, sink);
    let mut run = ReaperTestRunner { answer, ..ReaperTestRunner::default() };
    read_counts(&json, &mut run, sink);
    check(&json, &mut run, sink);
    run
}

fn read_counts(json: &Json<'_>, run: &mut ReaperTestRunner, sink: &mut Sink) {
    let mut places = Places { json, sink };
    run.tests = Tests {
        passed: places.count("tests.passed", &["test_metrics.tests_passed"]),
        failed: places.count("tests.failed", &["test_metrics.tests_failed"]),
        skipped: places.count("tests.skipped", &["test_metrics.tests_skipped"]),
        errored: places.count("tests.errored", &["test_metrics.tests_errored"]),
        total: places.count("tests.total", &["test_metrics.tests_total"]),
    };
    run.coverage = Coverage {
        percentage: places.number(
            "coverage.percentage",
            &["coverage_metrics.coverage_percentage", "coverage_metrics.percentage"],
        ),
        threshold_met: places.flag(
            "coverage.threshold_met",
            &["coverage_metrics.meets_80_requirement", "coverage_metrics.threshold_met"],
        ),
        threshold: places.number("coverage.threshold", &[]),
    };
    run.lint = Lint {
        errors: places.count("lint.errors", &["lint_metrics.lint_errors"]),
        warnings: places.count("lint.warnings", &["lint_metrics.lint_warnings"]),
    };
    let exit_code = ["test_metrics.test_exit_code", "validation_exit_code"];
    run.test_exit_code = places.number("test_exit_code", &exit_code).map(|code| code as i64);
    let command = ["test_metrics.test_command", "test_metrics.test_command_executed"];
    run.test_command = places.text("test_command", &command);
    run.artifacts_cleaned = places.sentences("artifacts_cleaned", &[]);
}
