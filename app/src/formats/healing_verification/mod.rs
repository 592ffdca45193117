//! 5.5, Healing Verification: whether a gate is healed, by what it was before and what it is now.

mod check;
mod columns;
mod gates;
mod names;
mod parse;
mod remaining;
mod rules;
mod target_table;
mod verdict;
#[cfg(feature = "ssr")]
mod view;
mod words;

use serde::Serialize;

use self::words::{NextStep, Verdict};
use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Block, FieldSpec, Format, Spec};
use crate::reading::{
    FENCES, Figure, HEADINGS, LABEL_NAMES, LABELS, Number, OneOf, SECTIONS, TABLES, TEXT, WORDS,
};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HealingVerification {
    /// What the heading says beyond the contract.
    #[serde(skip)]
    pub title: Option<String>,
    pub healing_chain: Option<String>,
    pub target_gate: Option<String>,
    pub expected_score: Option<Figure>,
    pub executed_at: Option<String>,
    pub comparison: Vec<Comparison>,
    pub before: GateState,
    pub after: GateState,
    pub change: Option<String>,
    pub other_gates: Vec<GateChange>,
    /// `no`, or `yes` with the gates.
    pub new_violations: Option<String>,
    pub verdict: Option<OneOf<Verdict>>,
    pub reasoning: Option<String>,
    pub evidence: Vec<String>,
    pub immediate_action: Option<String>,
    pub next_steps: Option<String>,
    pub remaining: Remaining,
    /// The verdict once more, where the report ends.
    pub status: Option<OneOf<Verdict>>,
    pub health_delta: Option<Figure>,
    pub next_protocol_step: Option<OneOf<NextStep>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    pub metric: Option<String>,
    pub before: Option<Figure>,
    pub after: Option<Figure>,
    pub delta: Option<Figure>,
    pub status: Option<String>,
}

/// The target gate at one time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GateState {
    pub violations: Option<Figure>,
    /// Of 100.
    pub pass_rate: Option<Figure>,
    pub pattern: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GateChange {
    pub gate: Option<String>,
    pub before: Option<Figure>,
    pub after: Option<Figure>,
    pub change: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Remaining {
    pub total: Option<Figure>,
    pub by_gate: Vec<GateCount>,
    pub suggested_action: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GateCount {
    pub gate: Option<String>,
    pub count: Option<Figure>,
    pub pattern: Option<String>,
}

impl HealingVerification {
    /// The row of the comparison that a word names, and its place.
    fn row(&self, word: &str) -> Option<(u32, &Comparison)> {
        let is_named =
            |row: &Comparison| row.metric.as_ref().is_some_and(|metric| metric.to_lowercase().contains(word));
        (0..).zip(&self.comparison).find(|(_, row)| is_named(row))
    }

    fn overall_score(&self) -> Option<(u32, &Comparison)> {
        self.row("score")
    }

    fn target_violations(&self) -> Option<(u32, &Comparison)> {
        self.row("violation")
    }
}

fn number(figure: &Option<Figure>) -> Option<Number> {
    figure.as_ref()?.number
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("healingChain", FieldType::Text),
    FieldSpec::required("targetGate", FieldType::Text),
    FieldSpec::required("expectedScore", FieldType::Percent),
    FieldSpec::required("executedAt", FieldType::Instant),
    FieldSpec::required("comparison", FieldType::Table),
    FieldSpec::required("comparison[].metric", FieldType::Text),
    FieldSpec::required("comparison[].before", FieldType::Number),
    FieldSpec::required("comparison[].after", FieldType::Number),
    FieldSpec::required("comparison[].delta", FieldType::Number),
    FieldSpec::required("comparison[].status", FieldType::Text),
    FieldSpec::required("before", FieldType::Record),
    FieldSpec::required("before.violations", FieldType::Integer),
    FieldSpec::required("before.passRate", FieldType::Percent),
    FieldSpec::required("before.pattern", FieldType::Text),
    FieldSpec::required("after", FieldType::Record),
    FieldSpec::required("after.violations", FieldType::Integer),
    FieldSpec::required("after.passRate", FieldType::Percent),
    FieldSpec::required("after.pattern", FieldType::Text),
    FieldSpec::required("change", FieldType::Number),
    FieldSpec::required("otherGates", FieldType::Table),
    FieldSpec::required("otherGates[].gate", FieldType::Text),
    FieldSpec::required("otherGates[].before", FieldType::Number),
    FieldSpec::required("otherGates[].after", FieldType::Number),
    FieldSpec::required("otherGates[].change", FieldType::Number),
    FieldSpec::required("newViolations", FieldType::Text),
    FieldSpec::required("verdict", FieldType::Enum(&["SUCCESS", "PARTIAL", "FAILED", "ESCALATE"])),
    FieldSpec::required("reasoning", FieldType::Markdown),
    FieldSpec::required("evidence", FieldType::List),
    FieldSpec::required("immediateAction", FieldType::Markdown),
    FieldSpec::required("nextSteps", FieldType::Text),
    FieldSpec::optional("remaining", FieldType::Record),
    FieldSpec::required("remaining.total", FieldType::Integer),
    FieldSpec::required("remaining.byGate", FieldType::Table),
    FieldSpec::required("remaining.byGate[].gate", FieldType::Text),
    FieldSpec::required("remaining.byGate[].count", FieldType::Integer),
    FieldSpec::optional("remaining.byGate[].pattern", FieldType::Text),
    FieldSpec::required("remaining.suggestedAction", FieldType::Text),
    FieldSpec::required("status", FieldType::Enum(&["SUCCESS", "PARTIAL", "FAILED", "ESCALATE"])),
    FieldSpec::required("healthDelta", FieldType::Number),
    FieldSpec::required("nextProtocolStep", FieldType::Enum(&["LEARN", "RE-RUN", "INVESTIGATE", "ROLLBACK"])),
];

impl Format for HealingVerification {
    const SPEC: Spec = Spec {
        id: "5.5",
        slug: "healing-verification",
        name: "Healing Verification",
        producer: "verify-healing/",
        gate: 9,
        priority: Some(3),
        pattern: None,
        openers: names::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &SECTIONS, &WORDS, &TABLES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        check::check(self, block, sink);
    }

    fn summary(&self) -> Summary {
        let parts = [&self.target_gate, &self.healing_chain].into_iter().flatten().map(String::as_str);
        let parts: Vec<&str> = parts.collect();
        let verdict = self.verdict.as_ref().or(self.status.as_ref());
        let after = self.overall_score().and_then(|(_, row)| number(&row.after)).and_then(Number::count);
        Summary {
            title: (!parts.is_empty()).then(|| parts.join(" · ")),
            verdict: verdict.map(|verdict| verdict.as_str().to_owned()),
            outcome: match verdict.and_then(|verdict| verdict.known) {
                Some(Verdict::Success) => Outcome::Pass,
                Some(Verdict::Partial | Verdict::Failed | Verdict::Escalate) => Outcome::Fail,
                None => Outcome::Unknown,
            },
            score: after.and_then(|score| u8::try_from(score).ok()).filter(|score| *score <= 100),
            ..Summary::default()
        }
    }
}
