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

use crate::chain::ChainStep;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::markdown::TitledHeading;
use crate::reading::{FENCES, TEXT};
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
    FieldSpec::required("title"),
    FieldSpec::required("request"),
    FieldSpec::required("source"),
    FieldSpec::required("steps"),
    FieldSpec::required("steps[].stepNumber"),
    FieldSpec::required("steps[].action"),
    FieldSpec::required("steps[].model"),
    FieldSpec::required("steps[].keyInputs"),
    FieldSpec::required("steps[].waitsFor"),
    FieldSpec::deviation("steps[].waitsForAsWritten"),
    FieldSpec::required("steps[].status"),
    FieldSpec::deviation("steps[].otherCells"),
    FieldSpec::required("execution"),
    FieldSpec::required("stepDescriptions"),
    FieldSpec::required("stepDescriptions[].stepNumber"),
    FieldSpec::required("stepDescriptions[].action"),
    FieldSpec::required("stepDescriptions[].description"),
];

impl Format for ChainCompilation {
    const SPEC: Spec = Spec {
        id: "1.1",
        slug: "chain-compilation",
        name: "Chain Compilation",
        producer: "orchestrator",
        gate: 4,
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&TEXT, &FENCES],
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
