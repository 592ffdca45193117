//! Reaper's code review: pass or fail computed from what blocks and what left the scope.

mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::{FieldSpec, FieldType, record};
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Spec};
use crate::gate::{self, GATES, GateAnswer};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct ReaperCodeReview {
        #[serde(flatten)]
        answer: GateAnswer = required Flat(GateAnswer::FIELDS),
        /// `full`, `partial` or `not_checked`; any other word is kept as written.
        plan_coverage: Option<String> = required Text,
        files_reviewed: Vec<String> = required List,
        scope_violations: Vec<String> = required List,
        non_blocking_notes: Vec<String> = optional List,
    }
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("", FieldType::Flat(ReaperCodeReview::FIELDS)),
    // The verdict is for the orchestrator to compute.
    FieldSpec::deviation("gate_status", FieldType::Text),
    FieldSpec::deviation("all_checks_passed", FieldType::Flag),
];

impl Format for ReaperCodeReview {
    const SPEC: Spec = Spec {
        id: "reaper/code-review",
        slug: "reaper-code-review",
        name: "Code Review Verdict",
        producer: "reaper code-review",
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &GATES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
        ..gate::SPEC
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        self.answer.summary()
    }
}
