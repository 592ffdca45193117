//! 5.5, Healing Verification: whether a gate is healed, by what it was before and what it is now.

mod check;
mod gates;
mod names;
mod parse;
mod remaining;
mod rules;
mod target_table;
mod verdict;
#[cfg(feature = "viewers")]
mod view;
mod words;

use self::words::{NextStep, Verdict};
use crate::format::prelude::*;
use crate::reading::{
    FENCES, Figure, HEADINGS, LABEL_NAMES, LABELS, Number, OneOf, SECTIONS, TABLES, TEXT, WORDS,
};

record! {
    pub struct HealingVerification as camelCase {
        healing_chain: Option<String> = required Text,
        target_gate: Option<String> = required Text,
        expected_score: Option<Figure> = optional Percent,
        executed_at: Option<String> = required Instant,
        comparison: Vec<Comparison> = required Table(Comparison::FIELDS),
        before: GateState = required Record(GateState::FIELDS),
        after: GateState = required Record(GateState::FIELDS),
        change: Option<String> = required Text,
        other_gates: Vec<GateChange> = required Table(GateChange::FIELDS),
        /// `no`, or `yes` with the gates.
        new_violations: Option<String> = required Text,
        verdict: Option<OneOf<Verdict>> = required Enum(&["SUCCESS", "PARTIAL", "FAILED", "ESCALATE"]),
        reasoning: Option<String> = required Markdown,
        evidence: Vec<String> = required List(&Text),
        immediate_action: Option<String> = required Markdown,
        next_steps: Option<String> = required Text,
        remaining: Remaining = optional Record(Remaining::FIELDS),
        /// The verdict once more, where the report ends.
        status: Option<OneOf<Verdict>> = required Enum(&["SUCCESS", "PARTIAL", "FAILED", "ESCALATE"]),
        health_delta: Option<Figure> = required Number,
        next_protocol_step: Option<OneOf<NextStep>> = required Enum(&[
            "LEARN", "RE-RUN", "INVESTIGATE", "ROLLBACK",
        ]),
        ..
        /// What the heading says beyond the contract.
        #[serde(skip)]
        title: Option<String>,
    }

    pub struct Comparison {
        metric: Option<String> = required Text; Column(&["Metric", "measure", "figure", "name"]),
        before: Option<Figure> = required Number;
            Column(&["Before Healing", "before", "pre healing", "pre", "old"]),
        after: Option<Figure> = required Number;
            Column(&["After Healing", "after", "post healing", "post", "new"]),
        delta: Option<Figure> = required Number; Column(&["Delta", "difference", "diff", "δ", "change"]),
        status: Option<String> = required Text; Column(&["Status", "state", "result", "trend"]),
    }

    /// The target gate at one time.
    pub struct GateState as camelCase {
        violations: Option<Figure> = required Integer,
        /// Of 100.
        pass_rate: Option<Figure> = required Percent,
        pattern: Option<String> = required Text,
    }

    pub struct GateChange {
        gate: Option<String> = required Text; Column(&["Gate", "gate id", "gates"]),
        before: Option<Figure> = required Number;
            Column(&["Violations Before", "before", "before healing", "pre healing"]),
        after: Option<Figure> = required Number;
            Column(&["Violations After", "after", "after healing", "post healing"]),
        change: Option<String> = required Text; Column(&["Change", "status", "delta", "trend"]),
    }

    pub struct Remaining as camelCase {
        total: Option<Figure> = required Integer,
        by_gate: Vec<GateCount> = required Table(GateCount::FIELDS),
        suggested_action: Option<String> = required Text,
    }

    pub struct GateCount {
        gate: Option<String> = required Text,
        count: Option<Figure> = required Integer,
        pattern: Option<String> = optional Text,
    }
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

/// The contract's, where a report expects no other score.
const EXPECTED_SCORE: Number = Number(95.0);

impl HealingVerification {
    /// The score that is expected; `None` where one is stated that can't be read.
    fn expected(&self) -> Option<Number> {
        self.expected_score.as_ref().map_or(Some(EXPECTED_SCORE), |stated| stated.number)
    }
}

fn number(figure: &Option<Figure>) -> Option<Number> {
    figure.as_ref()?.number
}

impl Format for HealingVerification {
    const SPEC: Spec = spec! {
        id: "5.5",
        slug: "healing-verification",
        contradictions: &[&rules::VERDICT_AGAINST_STATUS, &rules::SUCCESS_WITH_NEW_VIOLATIONS, &rules::SUCCESS_BELOW_EXPECTED],
        kind: Kind::Report,
        name: "Healing Verification",
        revisions: &[Revision::Current],
        hints: Hints::titled(&["targetGate", "healingChain"]).judged(
            "verdict",
            &["SUCCESS"],
            &["PARTIAL", "FAILED", "ESCALATE"],
        ),
        producer: "verify-healing/",
        gate: 9,
        priority: Some(3),
        openers: names::OPENERS,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &SECTIONS, &WORDS, &TABLES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;

    const SUMMARY: Summarize<Self> = |value| {
        let parts = [&value.target_gate, &value.healing_chain].into_iter().flatten().map(String::as_str);
        let parts: Vec<&str> = parts.collect();
        let verdict = value.verdict.as_ref().or(value.status.as_ref());
        let after = value.overall_score().and_then(|(_, row)| number(&row.after)).and_then(Number::count);
        Summary {
            title: (!parts.is_empty()).then(|| parts.join(" · ")),
            verdict: verdict.map(|verdict| verdict.as_str().to_owned()),
            state: Self::SPEC.hints.state(verdict.map(OneOf::as_str)),
            score: after.and_then(|score| u8::try_from(score).ok()).filter(|score| *score <= 100),
            ..Summary::default()
        }
    };
}
