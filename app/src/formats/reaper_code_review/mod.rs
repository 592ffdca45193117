//! Reaper's code review: pass or fail computed from what blocks and what left the scope.

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
pub struct ReaperCodeReview {
    #[serde(flatten)]
    pub answer: GateAnswer,
    /// `full`, `partial` or `not_checked`; any other word is kept as written.
    pub plan_coverage: Option<String>,
    pub files_reviewed: Vec<String>,
    pub scope_violations: Vec<String>,
    pub non_blocking_notes: Vec<String>,
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
    FieldSpec::deviation("gate_status", FieldType::Text),
    FieldSpec::deviation("all_checks_passed", FieldType::Flag),
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
    FieldSpec::required("plan_coverage", FieldType::Text),
    FieldSpec::required("files_reviewed", FieldType::List),
    FieldSpec::required("scope_violations", FieldType::List),
    FieldSpec::optional("non_blocking_notes", FieldType::List),
];

impl Format for ReaperCodeReview {
    const SPEC: Spec = Spec {
        id: "reaper/code-review",
        slug: "reaper-code-review",
        name: "Code Review Verdict",
        producer: "reaper code-review",
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
