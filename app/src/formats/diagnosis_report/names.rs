//! The headings and labels of a diagnosis, and where one begins.

use crate::format::prelude::*;
use crate::markdown::TitledHeading;
use crate::reading::{LabelName, PartName, count_labels};

pub(super) const TITLE: &str = "# Root Cause Analysis";
const REASONS: [&str; 2] =
    ["heading `# Root Cause Analysis`, and its labels", "heading that names a diagnosis, and its labels"];
pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &[
        "root cause analysis", "root cause analysis report", "diagnosis report", "diagnosis",
        "root cause diagnosis",
    ],
    form: HeadingForm::Any,
    deepest: 3,
    contract: &[TITLE],
    evidence: Evidence::Code(opens),
})];
/// One of these is in every diagnosis.
const OWN_LABELS: [&str; 3] = ["gate", "classification", "auto triage candidate"];
pub(super) const CLOSING: [&str; 2] = ["diagnosis complete", "diagnosis completed"];
/// Labels that no other report has together.
const EVIDENCE: [&str; 6] =
    ["gate", "auto triage candidate", "classification", "pattern", "confidence", "auto triage"];

pub(super) static PARTS: [PartName; 7] = [
    PartName::new("Evidence", 2, "timing", &["evidence analysis"]),
    PartName::new(
        "Timing Analysis",
        3,
        "timing",
        &["timing", "timeline", "violation timeline", "violation timing"],
    ),
    PartName::new(
        "Code History",
        3,
        "codeHistory",
        &["code history analysis", "git history", "change history", "code changes"],
    ),
    PartName::new(
        "Pattern Analysis",
        3,
        "patternAnalysis",
        &["violation pattern", "violation analysis", "pattern"],
    ),
    PartName::new(
        "Root Cause",
        2,
        "classification",
        &["root cause classification", "classification", "cause"],
    ),
    PartName::new(
        "Healing Recommendation",
        2,
        "healing",
        &[
            "healing recommendations", "recommended healing", "healing", "healing plan", "recommendation",
            "recommendations",
        ],
    ),
    PartName::new(
        "Prevention Suggestion",
        2,
        "prevention",
        &["prevention suggestions", "prevention", "prevention recommendations"],
    ),
];

pub(super) static HEAD_LABELS: [LabelName; 5] = [
    LabelName::new("Gate", "gate", &["gate id", "failing gate"]),
    LabelName::new("Pattern", "pattern", &["violation pattern", "violation"]),
    LabelName::new("Severity", "severity", &["severity level"]),
    LabelName::new("Confidence", "confidence", &["confidence level"]),
    LabelName::new(
        "Auto-Triage Candidate",
        "autoTriage",
        &["auto triage", "auto triage eligible", "candidate for auto triage"],
    ),
];

pub(super) static TIMING_LABELS: [LabelName; 3] = [
    LabelName::new(
        "Violations started",
        "timing.violationsStarted",
        &["started", "first violation", "violation started"],
    ),
    LabelName::new("Violation frequency", "timing.frequency", &["frequency", "violations"]),
    LabelName::new("Affected gates", "timing.affectedGates", &["gates affected", "gates"]),
];

pub(super) static CAUSE_LABELS: [LabelName; 3] = [
    LabelName::new("Classification", "classification", &["class", "cause"]),
    LabelName::new("Explanation", "explanation", &["why"]),
    LabelName::new(
        "Alternative Causes Considered",
        "alternatives",
        &["alternative causes", "alternatives considered", "alternatives"],
    ),
];

pub(super) static HEALING_LABELS: [LabelName; 5] = [
    LabelName::new("Flow", "healing.flow", &["healing flow", "recommended flow", "suggested flow"]),
    LabelName::new("Confidence", "healing.confidence", &["confidence level"]),
    LabelName::new("Steps", "healing.steps", &["healing steps", "recommended steps"]),
    LabelName::new("Target Files", "healing.targetFiles", &["files", "target file", "files to change"]),
    LabelName::new(
        "If Auto-Triage Candidate",
        "healing.trivialFix",
        &["auto triage candidate", "auto triage", "auto triage fix", "trivial fix"],
    ),
];

pub(super) static PREVENTION_LABELS: [LabelName; 3] = [
    LabelName::new("Learning Entry", "prevention.learningEntry", &["learning", "learning log entry"]),
    LabelName::new("Immediate Prevention", "prevention.immediate", &["immediate", "short term prevention"]),
    LabelName::new("Long-Term Prevention", "prevention.longTerm", &["long term", "systemic prevention"]),
];

pub(super) fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
    let count = |names: &[&str]| count_labels(scan.text, scan.outline, heading, names);
    let fewest = if is_contract { 1 } else { 2 };
    let is_shown = count(&EVIDENCE) >= fewest && count(&OWN_LABELS) > 0;
    is_shown.then(|| scan.under(heading, is_contract, REASONS))
}
