//! Reaper's test runner: did tests, coverage and lint pass, and can the answer be trusted?

mod check;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Spec};
use crate::gate::{self, GATES, GateAnswer};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct ReaperTestRunner {
        #[serde(flatten)]
        answer: GateAnswer = required Flat(GateAnswer::FIELDS),
        tests: Tests = required Record(Tests::FIELDS),
        coverage: Coverage = required Record(Coverage::FIELDS),
        lint: Lint = required Record(Lint::FIELDS),
        test_exit_code: Option<i64> = optional Integer,
        test_command: Option<String> = optional Text,
        artifacts_cleaned: Vec<String> = optional List,
    }
}

record! {
    pub struct Tests {
        passed: Option<u32> = required Integer,
        failed: Option<u32> = required Integer,
        skipped: Option<u32> = required Integer,
        /// Only the older shape counts them apart.
        #[serde(skip_serializing_if = "Option::is_none")]
        errored: Option<u32> = deviation Integer,
        total: Option<u32> = required Integer,
    }
}

record! {
    pub struct Coverage {
        percentage: Option<f64> = required Percent,
        threshold_met: Option<bool> = required Flag,
        /// The contract has no field for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        threshold: Option<f64> = deviation Number,
    }
}

record! {
    pub struct Lint {
        errors: Option<u32> = required Integer,
        warnings: Option<u32> = required Integer,
    }
}

impl Format for ReaperTestRunner {
    const SPEC: Spec = Spec {
        id: "reaper/test-runner",
        slug: "reaper-test-runner",
        name: "Test Run Verdict",
        producer: "reaper:test-runner",
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &GATES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
        ..gate::SPEC
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        self.answer.summary()
    }
}
