//! 3.1, Human Gate: where the chain waits for a person to decide.

mod heading;
mod parse;
mod question;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::reading::{HEADINGS, TEXT};
use crate::recognition::Scan;
use crate::track::Move;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HumanGate {
    pub step_number: Option<u32>,
    /// What the heading says besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Markdown, as the contract leaves it free.
    pub content: Option<String>,
    /// The question that the person is asked.
    pub prompt: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("stepNumber", FieldType::Integer),
    FieldSpec::deviation("title", FieldType::Text),
    FieldSpec::required("content", FieldType::Markdown),
    FieldSpec::optional("prompt", FieldType::Text),
];

impl Format for HumanGate {
    const SPEC: Spec = Spec {
        id: "3.1",
        slug: "human-gate",
        name: "Human Gate",
        producer: "orchestrator",
        gate: 6,
        priority: Some(5),
        pattern: None,
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    // A flow that describes its gates goes on below each.
    const IS_ANNOUNCEMENT: bool = true;

    fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
        recognize::recognize(scan)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        let step = self.step_number.map(|number| format!("Step {number}"));
        Summary { title: self.prompt.clone().or(self.title.clone()).or(step), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::HumanGate { step: self.step_number, prompt: self.prompt.clone() }]
    }
}
