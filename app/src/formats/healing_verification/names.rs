//! The headings and labels of a verification, and where one begins.

use super::{Comparison, GateChange};
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

pub(super) static PARTS: [PartName; 9] = [
    PartName::new(
        "Health Score Comparison",
        2,
        "comparison",
        &["health comparison", "score comparison", "health scores"],
    ),
    PartName::new("Detailed Gate Analysis", 2, "before", &["gate analysis", "gate details"]),
    PartName::new("Target Gate", 3, "before", &["target"]),
    PartName::new("Other Gates", 3, "otherGates", &["remaining gates", "side effects", "all gates"]),
    PartName::new("Verdict", 2, "verdict", &["final verdict", "result"]),
    PartName::new("Recommendations", 2, "immediateAction", &["recommendation"]),
    PartName::new("Immediate Action", 3, "immediateAction", &["immediate actions", "immediate"]),
    PartName::new("Next Steps", 3, "nextSteps", &["next step", "follow up", "follow ups"]),
    PartName::new("Remaining Violations", 2, "remaining", &["remaining issues", "violations remaining"]),
];

pub(super) static HEAD_LABELS: [LabelName; 4] = [
    LabelName::new("Healing Chain", "healingChain", &["chain", "chain id", "healing chain id"]),
    LabelName::new("Target Gate", "targetGate", &["gate", "target gate id"]),
    LabelName::new(
        "Expected Score",
        "expectedScore",
        &["expected health score", "target score", "threshold"],
    ),
    LabelName::new("Executed At", "executedAt", &["executed", "verified at", "timestamp"]),
];

pub(super) static COMPARISON_COLUMNS: [LabelName; 5] = LabelName::declared(Comparison::FIELDS);
pub(super) static GATE_COLUMNS: [LabelName; 4] = LabelName::declared(GateChange::FIELDS);

/// At once the times of the target gate and what changed between them, by their places in a table.
pub(super) static TARGET_LABELS: [LabelName; 3] = [
    LabelName::new("Before Healing", "before", &["before", "pre healing"]),
    LabelName::new("After Healing", "after", &["after", "post healing"]),
    LabelName::new("Change", "change", &["status", "outcome"]),
];

pub(super) static BEFORE_LABELS: [LabelName; 3] =
    state_labels(["before.violations", "before.passRate", "before.pattern"]);
pub(super) static AFTER_LABELS: [LabelName; 3] =
    state_labels(["after.violations", "after.passRate", "after.pattern"]);

const fn state_labels([violations, pass_rate, pattern]: [&'static str; 3]) -> [LabelName; 3] {
    [
        LabelName::new("Violations", violations, &["violation count", "violations count"]),
        LabelName::new("Pass Rate", pass_rate, &["passed", "passing"]),
        LabelName::new("Pattern", pattern, &["violation pattern"]),
    ]
}

pub(super) static OTHER_LABELS: [LabelName; 1] = [LabelName::new(
    "New Violations Introduced",
    "newViolations",
    &["new violations", "violations introduced"],
)];

pub(super) static VERDICT_LABELS: [LabelName; 3] = [
    LabelName::new("Verdict", "verdict", &["result", "final verdict"]),
    LabelName::new("Reasoning", "reasoning", &["reason", "rationale", "explanation"]),
    LabelName::new("Evidence", "evidence", &["supporting evidence"]),
];

/// Some recommend under labels, where the contract has headings.
pub(super) static RECOMMENDATION_LABELS: [LabelName; 2] = [
    LabelName::new("Immediate Action", "immediateAction", &["immediate", "immediate actions"]),
    LabelName::new("Next Steps", "nextSteps", &["next step"]),
];

pub(super) static REMAINING_LABELS: [LabelName; 3] = [
    LabelName::new("Total Remaining", "remaining.total", &["total", "remaining", "total violations"]),
    LabelName::new("By Gate", "remaining.byGate", &["gates", "breakdown"]),
    LabelName::new(
        "Suggested Next Action",
        "remaining.suggestedAction",
        &["suggested action", "next action"],
    ),
];

pub(super) static CLOSING_LABELS: [LabelName; 3] = [
    LabelName::new("Status", "status", &["final status"]),
    LabelName::new("Health Delta", "healthDelta", &["delta", "score delta", "health score delta"]),
    LabelName::new("Protocol Next Step", "nextProtocolStep", &["next protocol step", "protocol step"]),
];
