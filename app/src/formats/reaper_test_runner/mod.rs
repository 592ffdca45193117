//! Reaper's test runner: did tests, coverage and lint pass, and can the answer be trusted?

mod check;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use std::sync::LazyLock;

use crate::format::prelude::*;
use crate::gate::{self, Contract, GATES, Gate, GateAnswer, GateKind, GateOptions, Judge};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct ReaperTestRunner from JSON {
        #[serde(flatten, skip_deserializing)]
        answer: GateAnswer = required Flat(GateAnswer::FIELDS),
        tests: Tests = required Record(Tests::FIELDS),
        coverage: Coverage = required Record(Coverage::FIELDS),
        lint: Lint = required Record(Lint::FIELDS),
        test_exit_code: Option<i64> = optional Integer
            => or_at(&["test_metrics.test_exit_code", "validation_exit_code"]),
        test_command: Option<String> = optional Text
            => or_at(&["test_metrics.test_command", "test_metrics.test_command_executed"]),
        artifacts_cleaned: Vec<String> = optional List(&Text),
    }

    pub struct Tests from JSON {
        passed: Option<u32> = required Count => or_at(&["test_metrics.tests_passed"]),
        failed: Option<u32> = required Count => or_at(&["test_metrics.tests_failed"]),
        skipped: Option<u32> = required Count => or_at(&["test_metrics.tests_skipped"]),
        /// Only the older shape counts them apart.
        #[serde(skip_serializing_if = "Option::is_none")]
        errored: Option<u32> = deviation Count => or_at(&["test_metrics.tests_errored"]),
        total: Option<u32> = required Count => or_at(&["test_metrics.tests_total"]),
    }

    pub struct Coverage from JSON {
        percentage: Option<f64> = required Percent
            => or_at(&["coverage_metrics.coverage_percentage", "coverage_metrics.percentage"]),
        threshold_met: Option<bool> = required Flag
            => or_at(&["coverage_metrics.meets_80_requirement", "coverage_metrics.threshold_met"]),
        /// The contract has no field for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        threshold: Option<f64> = deviation Number,
    }

    pub struct Lint from JSON {
        errors: Option<u32> = required Count => or_at(&["lint_metrics.lint_errors"]),
        warnings: Option<u32> = required Count => or_at(&["lint_metrics.lint_warnings"]),
    }
}

static CONTRACT: LazyLock<Contract> =
    LazyLock::new(|| Contract::of(ReaperTestRunner::FIELDS, &["gate_status", "summary"]));

impl Format for ReaperTestRunner {
    const SPEC: Spec = spec! {
        id: "reaper/test-runner",
        slug: "reaper-test-runner",
        contradictions: &[&gate::VERDICT_AGAINST_COUNTS, &gate::CONFLICTING_VERDICTS, &gate::CONFLICTING_VALUES, &rules::SUM_MISMATCH, &rules::COVERAGE_AGAINST_THRESHOLD],
        name: "Test Run Verdict",
        producer: "reaper:test-runner",
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &GATES, &TEXT],
        ..gate::SPEC
    };

    const PARSE: Parse<Self> = |block, sink| (Self::JUDGE)(block, &GateOptions::default(), sink);
    const SUMMARY: Summarize<Self> = |value| value.answer.summary();
}

impl Gate for ReaperTestRunner {
    const JUDGE: Judge<Self> = |block, options, sink| {
        let (json, answer, run) = gate::read_answer(GateKind::TestRunner, block, &CONTRACT, sink);
        let mut run = Self { answer, ..run };
        check::check(&json, &mut run, options, sink);
        run
    };

    fn answer(&self) -> &GateAnswer {
        &self.answer
    }
}
