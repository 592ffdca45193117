//! 3.3, Session Start Protocol: what the orchestrator loaded before its first chain.

mod count;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::markdown::TitledHeading;
use crate::reading::{Figure, HEADINGS, LABEL_NAMES, TEXT};
use crate::recognition::Scan;
use crate::track::Move;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionStartProtocol {
    pub project_name: Option<String>,
    /// As written: their number, their names, or both.
    pub contexts: Option<String>,
    pub flow_count: Option<Figure>,
    pub action_count: Option<Figure>,
    pub past_execution_count: Option<Figure>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("projectName", FieldType::Text),
    FieldSpec::required("contexts", FieldType::Text),
    FieldSpec::required("flowCount", FieldType::Integer),
    FieldSpec::required("actionCount", FieldType::Integer),
    FieldSpec::required("pastExecutionCount", FieldType::Integer),
];

impl Format for SessionStartProtocol {
    const SPEC: Spec = Spec {
        id: "3.3",
        slug: "session-start-protocol",
        name: "Session Start Protocol",
        producer: "orchestrator",
        gate: 1,
        priority: Some(4),
        pattern: Some(r"^## Session Started$"),
        openers: parse::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABEL_NAMES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
        parse::opens(scan, heading, is_contract)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.project_name.clone(), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::SessionStarted { project: self.project_name.clone() }]
    }
}
