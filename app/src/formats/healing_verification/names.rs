//! The headings and labels of a verification, and where one begins.

use crate::reading::{LabelName, PartName};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener};

pub(super) const TITLE: &str = "# Healing Verification Report";
pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["healing verification report", "healing verification", "verification of healing"],
    form: HeadingForm::Any,
    deepest: 3,
    contract: &[TITLE],
    evidence: Evidence::Labels {
        names: &EVIDENCE,
        fewest: [1, 2],
        reasons: [
            "heading `# Healing Verification Report`, and its labels",
            "heading that names a verified healing, and its labels",
        ],
    },
})];
pub(super) const CLOSING: [&str; 2] = ["verification complete", "verification completed"];
const EVIDENCE: [&str; 8] = [
    "healing chain", "target gate", "expected score", "verdict", "health delta", "protocol next step",
    "before healing", "after healing",
];

const fn part(
    name: &'static str,
    level: u8,
    field: &'static str,
    synonyms: &'static [&'static str],
) -> PartName {
    PartName { name, level, synonyms, field }
}

pub(super) const COMPARISON: usize = 0;
pub(super) const ANALYSIS: usize = 1;
pub(super) const TARGET: usize = 2;
pub(super) const OTHER_GATES: usize = 3;
pub(super) const VERDICT: usize = 4;
pub(super) const RECOMMENDATIONS: usize = 5;
pub(super) const IMMEDIATE: usize = 6;
pub(super) const NEXT_STEPS: usize = 7;
pub(super) const REMAINING: usize = 8;

pub(super) static PARTS: [PartName; 9] = [
    part(
        "Health Score Comparison",
        2,
        "comparison",
        &["health comparison", "score comparison", "health scores"],
    ),
    part("Detailed Gate Analysis", 2, "before", &["gate analysis", "gate details"]),
    part("Target Gate", 3, "before", &["target"]),
    part("Other Gates", 3, "otherGates", &["remaining gates", "side effects", "all gates"]),
    part("Verdict", 2, "verdict", &["final verdict", "result"]),
    part("Recommendations", 2, "immediateAction", &["recommendation"]),
    part("Immediate Action", 3, "immediateAction", &["immediate actions", "immediate"]),
    part("Next Steps", 3, "nextSteps", &["next step", "follow up", "follow ups"]),
    part("Remaining Violations", 2, "remaining", &["remaining issues", "violations remaining"]),
];

const fn label(name: &'static str, field: &'static str, synonyms: &'static [&'static str]) -> LabelName {
    LabelName { name, synonyms, field }
}

pub(super) const HEALING_CHAIN: usize = 0;
pub(super) const TARGET_GATE: usize = 1;
pub(super) const EXPECTED_SCORE: usize = 2;
pub(super) const EXECUTED_AT: usize = 3;

pub(super) static HEAD_LABELS: [LabelName; 4] = [
    label("Healing Chain", "healingChain", &["chain", "chain id", "healing chain id"]),
    label("Target Gate", "targetGate", &["gate", "target gate id"]),
    label("Expected Score", "expectedScore", &["expected health score", "target score", "threshold"]),
    label("Executed At", "executedAt", &["executed", "verified at", "timestamp"]),
];

pub(super) const BEFORE: usize = 0;
pub(super) const AFTER: usize = 1;
pub(super) const CHANGE: usize = 2;

pub(super) static TARGET_LABELS: [LabelName; 3] = [
    label("Before Healing", "before", &["before", "pre healing"]),
    label("After Healing", "after", &["after", "post healing"]),
    label("Change", "change", &["status", "outcome"]),
];

pub(super) const VIOLATIONS: usize = 0;
pub(super) const PASS_RATE: usize = 1;
pub(super) const PATTERN: usize = 2;

pub(super) static BEFORE_LABELS: [LabelName; 3] = [
    label("Violations", "before.violations", &["violation count", "violations count"]),
    label("Pass Rate", "before.passRate", &["passed", "passing"]),
    label("Pattern", "before.pattern", &["violation pattern"]),
];

pub(super) static AFTER_LABELS: [LabelName; 3] = [
    label("Violations", "after.violations", &["violation count", "violations count"]),
    label("Pass Rate", "after.passRate", &["passed", "passing"]),
    label("Pattern", "after.pattern", &["violation pattern"]),
];

pub(super) static OTHER_LABELS: [LabelName; 1] =
    [label("New Violations Introduced", "newViolations", &["new violations", "violations introduced"])];

pub(super) const VERDICT_WORD: usize = 0;
pub(super) const REASONING: usize = 1;
pub(super) const EVIDENCE_LIST: usize = 2;

pub(super) static VERDICT_LABELS: [LabelName; 3] = [
    label("Verdict", "verdict", &["result", "final verdict"]),
    label("Reasoning", "reasoning", &["reason", "rationale", "explanation"]),
    label("Evidence", "evidence", &["supporting evidence"]),
];

/// Some recommend under labels, where the contract has headings.
pub(super) static RECOMMENDATION_LABELS: [LabelName; 2] = [
    label("Immediate Action", "immediateAction", &["immediate", "immediate actions"]),
    label("Next Steps", "nextSteps", &["next step"]),
];

pub(super) const TOTAL: usize = 0;
pub(super) const BY_GATE: usize = 1;
pub(super) const SUGGESTED_ACTION: usize = 2;

pub(super) static REMAINING_LABELS: [LabelName; 3] = [
    label("Total Remaining", "remaining.total", &["total", "remaining", "total violations"]),
    label("By Gate", "remaining.byGate", &["gates", "breakdown"]),
    label("Suggested Next Action", "remaining.suggestedAction", &["suggested action", "next action"]),
];

pub(super) const STATUS: usize = 0;
pub(super) const HEALTH_DELTA: usize = 1;
pub(super) const NEXT_STEP: usize = 2;

pub(super) static CLOSING_LABELS: [LabelName; 3] = [
    label("Status", "status", &["final status"]),
    label("Health Delta", "healthDelta", &["delta", "score delta", "health score delta"]),
    label("Protocol Next Step", "nextProtocolStep", &["next protocol step", "protocol step"]),
];
