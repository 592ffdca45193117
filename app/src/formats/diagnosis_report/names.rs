//! The headings and labels of a diagnosis, and where one begins.

use crate::block::{Recognition, Revision};
use crate::markdown::TitledHeading;
use crate::reading::{LabelName, PartName, count_labels};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};

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

pub(super) const EVIDENCE_SECTION: usize = 0;
pub(super) const TIMING: usize = 1;
pub(super) const CODE_HISTORY: usize = 2;
pub(super) const PATTERN_ANALYSIS: usize = 3;
pub(super) const ROOT_CAUSE: usize = 4;
pub(super) const HEALING: usize = 5;
pub(super) const PREVENTION: usize = 6;

pub(super) static PARTS: [PartName; 7] = [
    PartName { name: "Evidence", level: 2, synonyms: &["evidence analysis"], field: "timing" },
    PartName {
        name: "Timing Analysis",
        level: 3,
        synonyms: &["timing", "timeline", "violation timeline", "violation timing"],
        field: "timing",
    },
    PartName {
        name: "Code History",
        level: 3,
        synonyms: &["code history analysis", "git history", "change history", "code changes"],
        field: "codeHistory",
    },
    PartName {
        name: "Pattern Analysis",
        level: 3,
        synonyms: &["violation pattern", "violation analysis", "pattern"],
        field: "patternAnalysis",
    },
    PartName {
        name: "Root Cause",
        level: 2,
        synonyms: &["root cause classification", "classification", "cause"],
        field: "classification",
    },
    PartName {
        name: "Healing Recommendation",
        level: 2,
        synonyms: &["healing recommendations", "recommended healing", "healing", "healing plan"],
        field: "healing",
    },
    PartName {
        name: "Prevention Suggestion",
        level: 2,
        synonyms: &["prevention suggestions", "prevention", "prevention recommendations"],
        field: "prevention",
    },
];

const fn label(name: &'static str, field: &'static str, synonyms: &'static [&'static str]) -> LabelName {
    LabelName { name, synonyms, field }
}

pub(super) const GATE: usize = 0;
pub(super) const PATTERN: usize = 1;
pub(super) const SEVERITY: usize = 2;
pub(super) const CONFIDENCE: usize = 3;
pub(super) const AUTO_TRIAGE: usize = 4;

pub(super) static HEAD_LABELS: [LabelName; 5] = [
    label("Gate", "gate", &["gate id", "failing gate"]),
    label("Pattern", "pattern", &["violation pattern", "violation"]),
    label("Severity", "severity", &["severity level"]),
    label("Confidence", "confidence", &["confidence level"]),
    label(
        "Auto-Triage Candidate",
        "autoTriage",
        &["auto triage", "auto triage eligible", "candidate for auto triage"],
    ),
];

pub(super) const STARTED: usize = 0;
pub(super) const FREQUENCY: usize = 1;
pub(super) const AFFECTED: usize = 2;

pub(super) static TIMING_LABELS: [LabelName; 3] = [
    label(
        "Violations started",
        "timing.violationsStarted",
        &["started", "first violation", "violation started"],
    ),
    label("Violation frequency", "timing.frequency", &["frequency", "violations"]),
    label("Affected gates", "timing.affectedGates", &["gates affected", "gates"]),
];

pub(super) const CLASSIFICATION: usize = 0;
pub(super) const EXPLANATION: usize = 1;
pub(super) const ALTERNATIVES: usize = 2;

pub(super) static CAUSE_LABELS: [LabelName; 3] = [
    label("Classification", "classification", &["class", "cause"]),
    label("Explanation", "explanation", &["why"]),
    label(
        "Alternative Causes Considered",
        "alternatives",
        &["alternative causes", "alternatives considered", "alternatives"],
    ),
];

pub(super) const FLOW: usize = 0;
pub(super) const HEALING_CONFIDENCE: usize = 1;
pub(super) const STEPS: usize = 2;
pub(super) const TARGET_FILES: usize = 3;
pub(super) const TRIVIAL_FIX: usize = 4;

pub(super) static HEALING_LABELS: [LabelName; 5] = [
    label("Flow", "healing.flow", &["healing flow", "recommended flow", "suggested flow"]),
    label("Confidence", "healing.confidence", &["confidence level"]),
    label("Steps", "healing.steps", &["healing steps", "recommended steps"]),
    label("Target Files", "healing.targetFiles", &["files", "target file", "files to change"]),
    label(
        "If Auto-Triage Candidate",
        "healing.trivialFix",
        &["auto triage candidate", "auto triage", "auto triage fix", "trivial fix"],
    ),
];

pub(super) const LEARNING: usize = 0;
pub(super) const IMMEDIATE: usize = 1;
pub(super) const LONG_TERM: usize = 2;

pub(super) static PREVENTION_LABELS: [LabelName; 3] = [
    label("Learning Entry", "prevention.learningEntry", &["learning", "learning log entry"]),
    label("Immediate Prevention", "prevention.immediate", &["immediate", "short term prevention"]),
    label("Long-Term Prevention", "prevention.longTerm", &["long term", "systemic prevention"]),
];

pub(super) fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
    let count = |names: &[&str]| count_labels(scan.text, scan.outline, heading, names);
    let fewest = if is_contract { 1 } else { 2 };
    let is_shown = count(&EVIDENCE) >= fewest && count(&OWN_LABELS) > 0;
    let [by_contract, otherwise] = REASONS;
    is_shown.then(|| Recognition {
        span: heading.section(scan.text, scan.outline),
        revision: if is_contract { Revision::Current } else { Revision::Legacy },
        reason: if is_contract { by_contract } else { otherwise },
    })
}
