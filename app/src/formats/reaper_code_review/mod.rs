//! Reaper's code review: pass or fail computed from what blocks and what left the scope.

mod check;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use std::sync::LazyLock;

use crate::format::prelude::*;
use crate::gate::{self, Contract, GATES, Gate, GateAnswer, GateKind, GateOptions, Judge};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct ReaperCodeReview from JSON {
        #[serde(flatten, skip_deserializing)]
        answer: GateAnswer = required Flat(GateAnswer::FIELDS),
        plan_coverage: Option<String> = required Enum(&["full", "partial", "not_checked"]),
        files_reviewed: Vec<String> = required List(&Text) => or_at(&["review_analysis.files_reviewed"]),
        scope_violations: Vec<String> = required List(&Any(&[])) => or_at(&["plan_validation.scope_deviations"]),
        non_blocking_notes: Vec<String> = optional List(&Any(&[])) => or_at(&["validation_status.warnings"]),
    }
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("", FieldType::Flat(ReaperCodeReview::FIELDS)),
    // The verdict is for the orchestrator to compute.
    FieldSpec::deviation("gate_status", FieldType::Text).or_at(&["next_steps.gate_status"]),
    FieldSpec::deviation("all_checks_passed", FieldType::Flag)
        .or_at(&["validation_status.all_checks_passed"]),
];

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract::of(FIELDS, &[]));

impl Format for ReaperCodeReview {
    const SPEC: Spec = Spec {
        id: "reaper/code-review",
        slug: "reaper-code-review",
        name: "Code Review Verdict",
        producer: "reaper code-review",
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &GATES, &TEXT],
        manual: crate::named::manual!("spec.md"),
        example: include_str!("fixtures/complete.json"),
        ..gate::SPEC
    };

    const PARSE: Parse<Self> = |block, sink| (Self::JUDGE)(block, &GateOptions::default(), sink);
    const SUMMARY: Summarize<Self> = |value| value.answer.summary();
}

impl Gate for ReaperCodeReview {
    const JUDGE: Judge<Self> = |block, options, sink| {
        let (json, answer, review) = gate::read_answer(GateKind::CodeReview, block, &CONTRACT, sink);
        let mut review = Self { answer, ..review };
        check::check(&json, &mut review, options, sink);
        review
    };

    fn answer(&self) -> &GateAnswer {
        &self.answer
    }
}
