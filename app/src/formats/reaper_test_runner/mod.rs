//! Reaper's test runner: did tests, coverage and lint pass, and can the answer be trusted?

mod check;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::gate::{self, GateAnswer};
use crate::json;
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReaperTestRunner {
    #[serde(flatten)]
    pub answer: GateAnswer,
    pub tests: Tests,
    pub coverage: Coverage,
    pub lint: Lint,
    pub test_exit_code: Option<i64>,
    pub test_command: Option<String>,
    pub artifacts_cleaned: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tests {
    pub passed: Option<u32>,
    pub failed: Option<u32>,
    pub skipped: Option<u32>,
    /// Only the older shape counts them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errored: Option<u32>,
    pub total: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coverage {
    pub percentage: Option<f64>,
    pub threshold_met: Option<bool>,
    /// The contract has no field for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Lint {
    pub errors: Option<u32>,
    pub warnings: Option<u32>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("kind"),
    FieldSpec::required("verdict"),
    FieldSpec::required("outcome"),
    FieldSpec::deviation("contradictions"),
    FieldSpec::deviation("contradictions[].flag"),
    FieldSpec::deviation("contradictions[].message"),
    FieldSpec::deviation("contradictions[].places"),
    FieldSpec::deviation("red_flags"),
    FieldSpec::deviation("red_flags[].flag"),
    FieldSpec::deviation("red_flags[].message"),
    FieldSpec::deviation("red_flags[].places"),
    FieldSpec::required("placeholders"),
    FieldSpec::required("verdict_field"),
    FieldSpec::required("gate_status"),
    FieldSpec::optional("all_checks_passed"),
    FieldSpec::optional("task_id"),
    FieldSpec::optional("working_dir"),
    FieldSpec::required("summary"),
    FieldSpec::required("blocking_issues"),
    FieldSpec::optional("files_modified"),
    FieldSpec::optional("commands_executed"),
    FieldSpec::optional("commands_executed[].command"),
    FieldSpec::optional("commands_executed[].exit_code"),
    FieldSpec::optional("pre_work_validation"),
    FieldSpec::optional("pre_work_validation.validation_passed"),
    FieldSpec::deviation("other_fields"),
    FieldSpec::required("tests"),
    FieldSpec::required("tests.passed"),
    FieldSpec::required("tests.failed"),
    FieldSpec::required("tests.skipped"),
    FieldSpec::deviation("tests.errored"),
    FieldSpec::required("tests.total"),
    FieldSpec::required("coverage"),
    FieldSpec::required("coverage.percentage"),
    FieldSpec::required("coverage.threshold_met"),
    FieldSpec::deviation("coverage.threshold"),
    FieldSpec::required("lint"),
    FieldSpec::required("lint.errors"),
    FieldSpec::required("lint.warnings"),
    FieldSpec::optional("test_exit_code"),
    FieldSpec::optional("test_command"),
    FieldSpec::optional("artifacts_cleaned"),
];

impl Format for ReaperTestRunner {
    const SPEC: Spec = Spec {
        id: "reaper/test-runner",
        slug: "reaper-test-runner",
        name: "Test Run Verdict",
        producer: "reaper:test-runner",
        gate: 9,
        openers: gate::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
    };
    const IS_ANNOUNCEMENT: bool = true;

    fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
        json::is_example(text, outline, span)
    }

    const FAMILY: Option<Family> = Some(gate::recognize);

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        self.answer.summary()
    }
}
