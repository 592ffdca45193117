//! 1.1, Chain Compilation: which steps a chain will take, before anybody takes one.

mod check;
mod descriptions;
mod execution;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::chain::{ChainStep, STEPS, WAITS};
use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::markdown::TitledHeading;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, TABLES, TEXT};
use crate::recognition::Scan;
use crate::track::{Move, Planned};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChainCompilation {
    pub title: Option<String>,
    pub request: Option<String>,
    /// A flow, "Composed from: …", or "Meta-task".
    pub source: Option<String>,
    pub steps: Vec<ChainStep>,
    /// `Sequential`, `Parallel: [1,2] -> [3]` or `Single step`.
    pub execution: Option<String>,
    pub step_descriptions: Vec<StepDescription>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepDescription {
    pub step_number: Option<u32>,
    pub action: Option<String>,
    pub description: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("title", FieldType::Text),
    FieldSpec::required("request", FieldType::Text),
    FieldSpec::required("source", FieldType::Text),
    FieldSpec::required("steps", FieldType::Table),
    FieldSpec::required("steps[].stepNumber", FieldType::Integer),
    FieldSpec::required("steps[].action", FieldType::Text),
    FieldSpec::required("steps[].model", FieldType::Enum(&["opus", "sonnet", "haiku"])),
    FieldSpec::required("steps[].keyInputs", FieldType::Text),
    FieldSpec::required("steps[].waitsFor", FieldType::List),
    FieldSpec::deviation("steps[].waitsForAsWritten", FieldType::Text),
    FieldSpec::required(
        "steps[].status",
        FieldType::Enum(&["pending", "running", "completed", "failed", "skipped"]),
    ),
    FieldSpec::deviation("steps[].otherCells", FieldType::List),
    FieldSpec::required("execution", FieldType::Text),
    FieldSpec::required("stepDescriptions", FieldType::Table),
    FieldSpec::required("stepDescriptions[].stepNumber", FieldType::Integer),
    FieldSpec::required("stepDescriptions[].action", FieldType::Text),
    FieldSpec::required("stepDescriptions[].description", FieldType::Markdown),
];

impl Format for ChainCompilation {
    const SPEC: Spec = Spec {
        id: "1.1",
        slug: "chain-compilation",
        name: "Chain Compilation",
        producer: "orchestrator",
        gate: 4,
        priority: Some(0),
        pattern: Some(r"^## Chain: (.+)$"),
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &STEPS, &WAITS, &TABLES, &TEXT, &FENCES],
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
        Summary { title: self.title.clone().or_else(|| self.request.clone()), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::Compiled {
            title: self.title.clone(),
            request: self.request.clone(),
            source: self.source.clone(),
            steps: Planned::all(&self.steps),
        }]
    }
}
