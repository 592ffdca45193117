//! 2.3, Second Opinion Skip: a line that says why nobody gave a second opinion.

mod parse;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::chain::{ANNOUNCEMENTS, COMPLETION_OPENERS};
use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::reading::TEXT;
use crate::recognition::Scan;
use crate::track::Move;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SecondOpinionSkip {
    pub step_number: Option<u32>,
    pub skip_reason: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("stepNumber", FieldType::Integer),
    FieldSpec::required("skipReason", FieldType::Text),
];

impl Format for SecondOpinionSkip {
    const SPEC: Spec = Spec {
        id: "2.3",
        slug: "second-opinion-skip",
        name: "Second Opinion Skip",
        producer: "orchestrator",
        gate: 10,
        priority: Some(4),
        pattern: Some(r"^>> Step (\d+) complete: second-opinion/ -- SKIPPED"),
        openers: COMPLETION_OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&ANNOUNCEMENTS, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    const IS_ANNOUNCEMENT: bool = true;

    fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
        recognize::recognize(scan)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.skip_reason.clone(), verdict: Some("SKIPPED".to_owned()), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::SecondOpinionSkipped { step: self.step_number, reason: self.skip_reason.clone() }]
    }
}
