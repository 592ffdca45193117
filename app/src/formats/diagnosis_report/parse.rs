//! Reads a diagnosis, part by part.

use super::names::{CAUSE_LABELS, CLOSING, HEAD_LABELS, HEALING_LABELS, PARTS, TITLE};
use super::rules::{ENTRY_FORM, UNNUMBERED_STEP};
use super::{Alternative, DiagnosisReport, Healing, Step, TargetFile, evidence, learning};
use crate::format::prelude::*;
use crate::reading::{
    Labels, Mark, Parts, ReportReader, is_none, report_opener, report_text, says_nothing, unquoted,
};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DiagnosisReport {
    let parts = Parts::read(block, &PARTS, &CLOSING);
    let title = report_opener(block.text, parts.head(), TITLE, sink);
    parts.report_headings(sink);
    let mut reader = ReportReader { block, parts: &parts, sink };
    let labels = reader.labels(parts.head(), &HEAD_LABELS);
    let mut report = DiagnosisReport {
        title,
        gate: reader.value(&labels, "gate"),
        pattern: reader.value(&labels, "pattern"),
        severity: reader.word(&labels, "severity"),
        confidence: reader.word(&labels, "confidence"),
        auto_triage: reader.word(&labels, "autoTriage"),
        ..DiagnosisReport::default()
    };
    evidence::read(&mut reader, &mut report);
    cause(&mut reader, &mut report);
    report.healing = healing(&mut reader);
    report.prevention = learning::read(&mut reader);
    report_text(block, sink);
    report
}

fn cause(reader: &mut ReportReader<'_, '_>, report: &mut DiagnosisReport) {
    let Some(part) = reader.required_part("Root Cause") else { return };
    let labels = reader.labels(part, &CAUSE_LABELS);
    report.classification = reader.word(&labels, "classification");
    report.explanation = reader.text(&labels, "explanation");
    let causes = reader.halves(&labels, "alternatives", ["cause", "ruledOut"], Mark::Colon, &ENTRY_FORM);
    let alternatives = causes.into_iter().map(|of| Alternative { cause: of.left, ruled_out: of.right });
    report.alternatives = alternatives.collect();
}

fn healing(reader: &mut ReportReader<'_, '_>) -> Healing {
    let Some(part) = reader.required_part("Healing Recommendation") else { return Healing::default() };
    let labels = reader.labels(part, &HEALING_LABELS);
    Healing {
        flow: reader.value(&labels, "healing.flow").map(|flow| unquoted(&flow)),
        confidence: reader.word(&labels, "healing.confidence"),
        steps: steps(reader, &labels),
        target_files: reader
            .halves(&labels, "healing.targetFiles", ["path", "change"], Mark::Dash, &ENTRY_FORM)
            .into_iter()
            .map(|file| TargetFile { path: file.left, change: file.right })
            .collect(),
        trivial_fix: trivial_fix(reader, &labels),
    }
}

fn steps(reader: &mut ReportReader<'_, '_>, labels: &Labels<'_>) -> Vec<Step> {
    let mut steps = Vec::new();
    let halves = reader.halves(labels, "healing.steps", ["action", "description"], Mark::Dash, &ENTRY_FORM);
    for (index, step) in (0..).zip(halves) {
        let path = FieldPath::part("healing.steps", index, "number");
        reader.sink.field(path, step.entry.marker);
        let number = step.entry.number;
        if number.is_none() {
            let message = "the step has no number";
            reader.sink.report(Diagnostic::new(&UNNUMBERED_STEP, step.entry.span, message).field(path));
        }
        steps.push(Step { number, action: step.left, description: step.right });
    }
    steps
}

/// What the contract says before and behind the fix, always.
const FRAME: [&str; 2] = ["Trivial fix detected:", "Orchestrator can apply directly without human gate"];

fn trivial_fix(reader: &mut ReportReader<'_, '_>, labels: &Labels<'_>) -> Option<String> {
    let stated = labels.optional_text("healing.trivialFix", reader.sink)?;
    if is_none(&stated.value) || says_nothing(&stated.value) {
        return None;
    }
    let [lead, tail] = FRAME;
    let written = stated.value.trim();
    let written = written.strip_prefix(lead).unwrap_or(written);
    let written = written.trim_end().trim_end_matches('.').strip_suffix(tail).unwrap_or(written);
    Some(written.trim().to_owned()).filter(|fix| !fix.is_empty())
}
