//! Reaper's code review: pass or fail computed from what blocks and what left the scope.

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
    FieldSpec::deviation("gate_status"),
    FieldSpec::deviation("all_checks_passed"),
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
    FieldSpec::required("plan_coverage"),
    FieldSpec::required("files_reviewed"),
    FieldSpec::required("scope_violations"),
    FieldSpec::optional("non_blocking_notes"),
];

impl Format for ReaperCodeReview {
    const SPEC: Spec = Spec {
        id: "reaper/code-review",
        slug: "reaper-code-review",
        name: "Code Review Verdict",
        producer: "reaper code-review",
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
