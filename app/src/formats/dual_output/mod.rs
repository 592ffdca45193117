//! 2.2, Dual Output: what an action found, and what a second model thinks of it.

mod announced;
mod check;
mod counts;
mod opinion;
mod parse;
mod parts;
mod recognize;
mod reports;
mod rules;
mod side_by_side;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::chain::NextStep;
use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::markdown::TitledHeading;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, TEXT};
use crate::recognition::Scan;
use crate::track::Move;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DualOutput {
    pub step_number: Option<u32>,
    pub action: Option<String>,
    pub original_result: Option<String>,
    /// Without the service that runs it.
    pub second_opinion_model: Option<String>,
    pub second_opinion_summary: Option<String>,
    pub missed_issues: Option<u32>,
    /// The figure with the words beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed_issues_as_written: Option<String>,
    pub disagreements: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreements_as_written: Option<String>,
    pub notable: Option<String>,
    pub original_log_path: Option<String>,
    pub critique_log_path: Option<String>,
    pub next_step: Option<NextStep>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::optional("stepNumber", FieldType::Integer),
    FieldSpec::required("action", FieldType::Text),
    FieldSpec::required("originalResult", FieldType::Markdown),
    FieldSpec::optional("secondOpinionModel", FieldType::Enum(&["opus", "sonnet", "haiku"])),
    FieldSpec::required("secondOpinionSummary", FieldType::Markdown),
    FieldSpec::required("missedIssues", FieldType::Integer),
    FieldSpec::deviation("missedIssuesAsWritten", FieldType::Text),
    FieldSpec::required("disagreements", FieldType::Integer),
    FieldSpec::deviation("disagreementsAsWritten", FieldType::Text),
    FieldSpec::optional("notable", FieldType::Markdown),
    FieldSpec::required("originalLogPath", FieldType::Place),
    FieldSpec::required("critiqueLogPath", FieldType::Place),
    FieldSpec::optional("nextStep", FieldType::Any),
];

impl Format for DualOutput {
    const SPEC: Spec = Spec {
        id: "2.2",
        slug: "dual-output",
        name: "Dual Output",
        producer: "orchestrator",
        gate: 9,
        priority: Some(2),
        pattern: Some(r"^### Dual Output: (.+) \+ Second Opinion$"),
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABEL_NAMES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn opens(scan: &Scan<'_>, heading: &TitledHeading, _is_contract: bool) -> Option<Recognition> {
        recognize::opens(scan, heading)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        check::check(self, block, sink);
    }

    fn summary(&self) -> Summary {
        let title = self.action.as_ref().map(|action| format!("{action} + second opinion"));
        Summary { title, ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        let logs = [&self.original_log_path, &self.critique_log_path];
        vec![Move::SecondOpinion {
            step: self.step_number,
            action: self.action.clone(),
            summary: self.second_opinion_summary.clone(),
            missed: self.missed_issues,
            disagreements: self.disagreements,
            logs: logs.into_iter().flatten().cloned().collect(),
        }]
    }
}
