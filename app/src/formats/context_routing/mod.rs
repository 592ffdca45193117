//! 6.2, Context Routing (Department Routing): where a request is sent, and why.

mod actions;
mod check;
mod confidence;
mod parse;
mod recognize;
mod rules;
mod target;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::markdown::TitledHeading;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, TEXT};
use crate::recognition::Scan;
use crate::track::Move;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextRouting {
    pub request: Option<String>,
    /// `work`, `explore`…, or a workbench of the project's own.
    pub context: Option<String>,
    /// A flow, "Composed from actions", or "No match".
    pub flow: Option<String>,
    pub actions: Vec<String>,
    /// The whole entries, where they say more than the action's name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions_as_written: Vec<String>,
    pub explanation: Option<String>,
    /// From 0 to 1.
    pub confidence: Option<f64>,
    /// Whether a person had to choose among several contexts.
    pub disambiguated: Option<bool>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("request", FieldType::Text),
    FieldSpec::required("context", FieldType::Markdown),
    FieldSpec::required("flow", FieldType::Text),
    FieldSpec::required("actions", FieldType::List),
    FieldSpec::deviation("actionsAsWritten", FieldType::List),
    FieldSpec::required("explanation", FieldType::Markdown),
    FieldSpec::required("confidence", FieldType::Number),
    FieldSpec::required("disambiguated", FieldType::Flag),
];

impl Format for ContextRouting {
    const SPEC: Spec = Spec {
        id: "6.2",
        slug: "context-routing",
        name: "Context Routing",
        producer: "orchestrator",
        gate: 2,
        priority: Some(5),
        pattern: Some(r"^## Routing: (.+)$"),
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn opens(scan: &Scan<'_>, heading: &TitledHeading, _is_contract: bool) -> Option<Recognition> {
        recognize::opens(scan, heading)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, _block: &Block<'_>, sink: &mut Sink) {
        check::check(self, sink);
    }

    fn summary(&self) -> Summary {
        Summary { title: self.request.clone(), verdict: self.context.clone(), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::Routed {
            request: self.request.clone(),
            context: self.context.clone(),
            flow: self.flow.clone(),
        }]
    }
}
