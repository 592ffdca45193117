//! Reaper's security audit: is there an issue that must be fixed first?

mod parse;
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
pub struct ReaperSecurityAuditor {
    #[serde(flatten)]
    pub answer: GateAnswer,
    /// The overall risk, where the answer states it.
    pub risk_level: Option<String>,
    /// Findings below those that block.
    pub warnings: Vec<String>,
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
    FieldSpec::deviation("risk_level", FieldType::Text),
    FieldSpec::deviation("warnings", FieldType::List),
];

impl Format for ReaperSecurityAuditor {
    const SPEC: Spec = Spec {
        id: "reaper/security-auditor",
        slug: "reaper-security-auditor",
        name: "Security Audit Verdict",
        producer: "reaper:security-auditor",
        gate: 9,
        priority: None,
        pattern: None,
        openers: gate::OPENERS,
        fields: FIELDS,
        rules: &[],
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
