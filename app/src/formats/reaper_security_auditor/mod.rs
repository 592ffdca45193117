//! Reaper's security audit: is there an issue that must be fixed first?

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
pub struct ReaperSecurityAuditor {
    #[serde(flatten)]
    pub answer: GateAnswer,
    /// How grave it is as a whole, where the answer says so.
    pub risk_level: Option<String>,
    /// Findings below those that block.
    pub warnings: Vec<String>,
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
    FieldSpec::deviation("risk_level"),
    FieldSpec::deviation("warnings"),
];

impl Format for ReaperSecurityAuditor {
    const SPEC: Spec = Spec {
        id: "reaper/security-auditor",
        slug: "reaper-security-auditor",
        name: "Security Audit Verdict",
        producer: "reaper:security-auditor",
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
