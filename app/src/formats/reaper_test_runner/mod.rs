//! Reaper's test runner: did tests, coverage and lint pass, and can the answer be trusted?

mod check;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::gate::{self, GATES, GateAnswer};
use crate::json;
use crate::json::{ANSWERS, JSON};
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
    FieldSpec::required("kind", FieldType::Text),
    FieldSpec::required("verdict", FieldType::Text),
    FieldSpec::required("outcome", FieldType::Text),
    FieldSpec::deviation("contradictions", FieldType::Table),
    FieldSpec::deviation("contradictions[].flag", FieldType::Text),
    FieldSpec::deviation("contradictions[].message", FieldType::Markdown),
    FieldSpec::deviation("contradictions[].places", FieldType::List),
    FieldSpec::deviation("red_flags", FieldType::Table),
    FieldSpec::deviation("red_flags[].flag", FieldType::Text),
    FieldSpec::deviation("red_flags[].message", FieldType::Markdown),
    FieldSpec::deviation("red_flags[].places", FieldType::List),
    FieldSpec::required("placeholders", FieldType::Flag),
    FieldSpec::required("verdict_field", FieldType::Text),
    FieldSpec::required("gate_status", FieldType::Text),
    FieldSpec::optional("all_checks_passed", FieldType::Flag),
    FieldSpec::optional("task_id", FieldType::Text),
    FieldSpec::optional("working_dir", FieldType::Place),
    FieldSpec::required("summary", FieldType::Markdown),
    FieldSpec::required("blocking_issues", FieldType::List),
    FieldSpec::optional("files_modified", FieldType::List),
    FieldSpec::optional("commands_executed", FieldType::Table),
    FieldSpec::optional("commands_executed[].command", FieldType::Text),
    FieldSpec::optional("commands_executed[].exit_code", FieldType::Integer),
    FieldSpec::optional("pre_work_validation", FieldType::Record),
    FieldSpec::optional("pre_work_validation.validation_passed", FieldType::Flag),
    FieldSpec::deviation("other_fields", FieldType::Record),
    FieldSpec::required("tests", FieldType::Record),
    FieldSpec::required("tests.passed", FieldType::Integer),
    FieldSpec::required("tests.failed", FieldType::Integer),
    FieldSpec::required("tests.skipped", FieldType::Integer),
    FieldSpec::deviation("tests.errored", FieldType::Integer),
    FieldSpec::required("tests.total", FieldType::Integer),
    FieldSpec::required("coverage", FieldType::Record),
    FieldSpec::required("coverage.percentage", FieldType::Percent),
    FieldSpec::required("coverage.threshold_met", FieldType::Flag),
    FieldSpec::deviation("coverage.threshold", FieldType::Number),
    FieldSpec::required("lint", FieldType::Record),
    FieldSpec::required("lint.errors", FieldType::Integer),
    FieldSpec::required("lint.warnings", FieldType::Integer),
    FieldSpec::optional("test_exit_code", FieldType::Integer),
    FieldSpec::optional("test_command", FieldType::Text),
    FieldSpec::optional("artifacts_cleaned", FieldType::List),
];

impl Format for ReaperTestRunner {
    const SPEC: Spec = Spec {
        id: "reaper/test-runner",
        slug: "reaper-test-runner",
        name: "Test Run Verdict",
        producer: "reaper:test-runner",
        gate: 9,
        priority: None,
        pattern: None,
        openers: gate::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &GATES, &TEXT],
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
