//! 5.4, Diagnosis Report: why a gate fails, and what would heal it.

mod check;
mod evidence;
mod history;
mod learning;
mod names;
mod parse;
mod recommendation;
mod rules;
#[cfg(feature = "ssr")]
mod view;
mod words;

use serde::Serialize;

use self::words::{Answer, Classification, Level, Relation, Severity};
use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::{Summary, Tally};
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::markdown::TitledHeading;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, OneOf, SECTIONS, TEXT, WORDS};
use crate::recognition::Scan;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosisReport {
    /// What the heading says beyond the contract.
    #[serde(skip)]
    pub title: Option<String>,
    pub gate: Option<String>,
    pub pattern: Option<String>,
    pub severity: Option<OneOf<Severity>>,
    pub confidence: Option<OneOf<Level>>,
    pub auto_triage: Option<OneOf<Answer>>,
    pub timing: Timing,
    pub code_history: Vec<Change>,
    pub pattern_analysis: Option<String>,
    pub classification: Option<OneOf<Classification>>,
    pub explanation: Option<String>,
    pub alternatives: Vec<Alternative>,
    pub healing: Healing,
    pub prevention: Prevention,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    pub violations_started: Option<String>,
    pub frequency: Option<String>,
    pub affected_gates: Vec<String>,
}

/// When a file was changed, and whether that was before the violations started.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Change {
    pub file: Option<String>,
    pub modified: Option<String>,
    pub relation: Option<OneOf<Relation>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Alternative {
    pub cause: Option<String>,
    pub ruled_out: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Healing {
    pub flow: Option<String>,
    pub confidence: Option<OneOf<Level>>,
    pub steps: Vec<Step>,
    pub target_files: Vec<TargetFile>,
    pub trivial_fix: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Step {
    pub number: Option<u32>,
    pub action: Option<String>,
    pub description: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TargetFile {
    pub path: Option<String>,
    pub change: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Prevention {
    pub learning_entry: LearningEntry,
    pub immediate: Option<String>,
    pub long_term: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LearningEntry {
    /// `LXXX` as long as it has no number.
    pub id: Option<String>,
    pub date: Option<String>,
    pub title: Option<String>,
    pub root_cause: Option<String>,
    pub fix: Option<String>,
    pub prevention: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("gate", FieldType::Text),
    FieldSpec::required("pattern", FieldType::Text),
    FieldSpec::required("severity", FieldType::Enum(&["critical", "high", "medium", "low"])),
    FieldSpec::required("confidence", FieldType::Enum(&["high", "medium", "low"])),
    FieldSpec::required("autoTriage", FieldType::Enum(&["yes", "no"])),
    FieldSpec::required("timing", FieldType::Record),
    FieldSpec::required("timing.violationsStarted", FieldType::Instant),
    FieldSpec::required("timing.frequency", FieldType::Text),
    FieldSpec::required("timing.affectedGates", FieldType::List),
    FieldSpec::required("codeHistory", FieldType::Table),
    FieldSpec::required("codeHistory[].file", FieldType::Place),
    FieldSpec::required("codeHistory[].modified", FieldType::Instant),
    FieldSpec::optional("codeHistory[].relation", FieldType::Enum(&["before", "after"])),
    FieldSpec::required("patternAnalysis", FieldType::Text),
    FieldSpec::required(
        "classification",
        FieldType::Enum(&[
            "parser_bug", "orchestrator_drift", "contract_outdated", "agent_drift", "template_mismatch",
        ]),
    ),
    FieldSpec::required("explanation", FieldType::Markdown),
    FieldSpec::required("alternatives", FieldType::Table),
    FieldSpec::required("alternatives[].cause", FieldType::Text),
    FieldSpec::required("alternatives[].ruledOut", FieldType::Text),
    FieldSpec::required("healing", FieldType::Record),
    FieldSpec::required("healing.flow", FieldType::Text),
    FieldSpec::required("healing.confidence", FieldType::Enum(&["high", "medium", "low"])),
    FieldSpec::required("healing.steps", FieldType::Table),
    FieldSpec::required("healing.steps[].number", FieldType::Integer),
    FieldSpec::required("healing.steps[].action", FieldType::Text),
    FieldSpec::required("healing.steps[].description", FieldType::Markdown),
    FieldSpec::required("healing.targetFiles", FieldType::Table),
    FieldSpec::required("healing.targetFiles[].path", FieldType::Place),
    FieldSpec::required("healing.targetFiles[].change", FieldType::Text),
    FieldSpec::optional("healing.trivialFix", FieldType::Markdown),
    FieldSpec::required("prevention", FieldType::Record),
    FieldSpec::required("prevention.learningEntry", FieldType::Record),
    FieldSpec::required("prevention.learningEntry.id", FieldType::Text),
    FieldSpec::required("prevention.learningEntry.date", FieldType::Date),
    FieldSpec::required("prevention.learningEntry.title", FieldType::Text),
    FieldSpec::required("prevention.learningEntry.rootCause", FieldType::Markdown),
    FieldSpec::required("prevention.learningEntry.fix", FieldType::Markdown),
    FieldSpec::required("prevention.learningEntry.prevention", FieldType::Markdown),
    FieldSpec::required("prevention.immediate", FieldType::Markdown),
    FieldSpec::required("prevention.longTerm", FieldType::Markdown),
];

impl Format for DiagnosisReport {
    const SPEC: Spec = Spec {
        id: "5.4",
        slug: "diagnosis-report",
        name: "Diagnosis Report",
        producer: "diagnose/",
        gate: 9,
        priority: Some(4),
        pattern: None,
        openers: names::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &SECTIONS, &WORDS, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
        names::opens(scan, heading, is_contract)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        check::check(self, block, sink);
    }

    fn summary(&self) -> Summary {
        let mut tally = Tally::default();
        match self.severity.as_ref().map(|severity| severity.known) {
            Some(Some(Severity::Critical)) => tally.critical = 1,
            Some(Some(Severity::High)) => tally.high = 1,
            Some(Some(Severity::Medium)) => tally.medium = 1,
            Some(Some(Severity::Low)) => tally.low = 1,
            Some(None) => tally.other = 1,
            None => {}
        }
        let parts: Vec<&str> =
            [&self.gate, &self.pattern].into_iter().flatten().map(String::as_str).collect();
        Summary {
            title: (!parts.is_empty()).then(|| parts.join(": ")),
            verdict: self.classification.as_ref().map(|word| word.as_str().to_owned()),
            tally,
            ..Summary::default()
        }
    }
}
