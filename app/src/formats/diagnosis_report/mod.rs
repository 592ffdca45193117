//! 5.4, Diagnosis Report: why a gate fails, and what would heal it.

mod check;
mod evidence;
mod history;
mod learning;
mod names;
mod parse;
mod rules;
#[cfg(feature = "viewers")]
mod view;
mod words;

use self::words::{Answer, Classification, Level, Relation, Severity};
use crate::format::prelude::*;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, OneOf, SECTIONS, TEXT, WORDS};

record! {
    pub struct DiagnosisReport as camelCase {
        gate: Option<String> = required Text,
        pattern: Option<String> = required Text,
        severity: Option<OneOf<Severity>> = required Enum(&["critical", "high", "medium", "low"]),
        confidence: Option<OneOf<Level>> = required Enum(&["high", "medium", "low"]),
        auto_triage: Option<OneOf<Answer>> = required Enum(&["yes", "no"]),
        timing: Timing = required Record(Timing::FIELDS),
        code_history: Vec<Change> = required Table(Change::FIELDS),
        pattern_analysis: Option<String> = required Text,
        classification: Option<OneOf<Classification>> = required Enum(&[
            "parser_bug", "orchestrator_drift", "contract_outdated", "agent_drift", "template_mismatch",
        ]),
        explanation: Option<String> = required Markdown,
        alternatives: Vec<Alternative> = required Table(Alternative::FIELDS),
        healing: Healing = required Record(Healing::FIELDS),
        prevention: Prevention = required Record(Prevention::FIELDS),
        ..
        /// What the heading says beyond the contract.
        #[serde(skip)]
        title: Option<String>,
    }

    pub struct Timing as camelCase {
        violations_started: Option<String> = required Instant,
        frequency: Option<String> = required Text,
        affected_gates: Vec<String> = required List(&Text),
    }

    /// When a file was changed, and whether that was before the violations started.
    pub struct Change {
        file: Option<String> = required Place; Column(&["File", "files", "file path", "path"]),
        modified: Option<String> = required Instant; Column(&[
            "Last modified", "modified", "last changed", "changed", "last updated", "date", "when", "last commit",
        ]),
        relation: Option<OneOf<Relation>> = optional Enum(&["before", "after"]); Column(&[
            "Relation", "relation to violations", "before or after", "before/after", "timing",
            "relative to violations",
        ]),
    }

    pub struct Alternative as camelCase {
        cause: Option<String> = required Text,
        ruled_out: Option<String> = required Text,
    }

    pub struct Healing as camelCase {
        flow: Option<String> = required Text,
        confidence: Option<OneOf<Level>> = required Enum(&["high", "medium", "low"]),
        steps: Vec<Step> = required Table(Step::FIELDS),
        target_files: Vec<TargetFile> = required Table(TargetFile::FIELDS),
        trivial_fix: Option<String> = optional Markdown,
    }

    pub struct Step {
        number: Option<u32> = required Integer,
        action: Option<String> = required Text,
        description: Option<String> = required Markdown,
    }

    pub struct TargetFile {
        path: Option<String> = required Place,
        change: Option<String> = required Text,
    }

    pub struct Prevention as camelCase {
        learning_entry: LearningEntry = required Record(LearningEntry::FIELDS),
        immediate: Option<String> = required Markdown,
        long_term: Option<String> = required Markdown,
    }

    pub struct LearningEntry as camelCase {
        /// `LXXX` as long as it has no number.
        id: Option<String> = required Text,
        date: Option<String> = required Date,
        title: Option<String> = required Text,
        root_cause: Option<String> = required Markdown,
        fix: Option<String> = required Markdown,
        prevention: Option<String> = required Markdown,
    }
}

impl Format for DiagnosisReport {
    const SPEC: Spec = spec! {
        id: "5.4",
        slug: "diagnosis-report",
        kind: Kind::Report,
        name: "Diagnosis Report",
        hints: Hints::titled(&["gate", "pattern"]).judged("classification", &[], &[]),
        producer: "diagnose/",
        gate: 9,
        priority: Some(4),
        openers: names::OPENERS,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &SECTIONS, &WORDS, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;

    const SUMMARY: Summarize<Self> = |value| {
        let tally = value.severity.iter().map(|severity| Some(severity.as_str())).collect();
        let parts: Vec<&str> =
            [&value.gate, &value.pattern].into_iter().flatten().map(String::as_str).collect();
        Summary {
            title: (!parts.is_empty()).then(|| parts.join(": ")),
            verdict: value.classification.as_ref().map(|word| word.as_str().to_owned()),
            tally,
            ..Summary::default()
        }
    };
}
