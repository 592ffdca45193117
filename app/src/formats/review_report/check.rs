//! Contradictions between the verdict, the score, the summary and the findings.

use std::collections::{BTreeMap, HashSet};

use super::rules::{
    APPROVED_OVER_FIXED_FINDING, APPROVED_OVER_OPEN_FINDING, COUNT_MISMATCH, NEEDS_CHANGES_WITHOUT_CAUSE,
    SCORE_AGAINST_SEVERITY,
};
use super::{Finding, FindingSeverity, ReviewReport, Verdict};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{SeverityLevel, claimed_total, counted};
use crate::text::Span;

/// A score from which on a report calls the work good.
const GOOD: u8 = 90;
/// A score below which it calls the work bad.
const BAD: u8 = 50;

pub(super) fn check(report: &ReviewReport, block: &Block<'_>, sink: &mut Sink) {
    let evidence = Evidence::of(report, block, sink);
    verdict_against_findings(report, &evidence, sink);
    score_against_findings(report, &evidence, sink);
    claimed_count(block, &evidence, sink);
}

/// Where the values are, and which findings are critical or high.
struct Evidence<'r> {
    verdict: Span,
    score: Span,
    rows: BTreeMap<u32, Span>,
    count: usize,
    start: Span,
    /// Critical and high findings, by the nearest level where the scale is another, and whether each was fixed in the same run.
    grave: Vec<(u32, &'r Finding, bool)>,
}

impl<'r> Evidence<'r> {
    fn of(report: &'r ReviewReport, block: &Block<'_>, sink: &Sink) -> Self {
        let start = Span::empty_at(block.span.start);
        let place = |name| sink.coverage.span_of(FieldPath::name(name)).unwrap_or(start);
        let fixed_files: HashSet<&str> =
            report.fixes_applied.iter().filter_map(|fixed| fixed.file.as_deref()).collect();
        let is_fixed = |finding: &Finding| {
            finding.is_fixed || finding.file.as_deref().is_some_and(|file| fixed_files.contains(file))
        };
        let is_grave = |finding: &Finding| level(finding).is_some_and(|level| level >= SeverityLevel::High);
        let grave = (0..).zip(&report.findings).filter(|(_, finding)| is_grave(finding));
        Self {
            verdict: place("verdict"),
            score: place("score"),
            rows: sink.coverage.row_spans("findings"),
            count: report.findings.len(),
            start,
            grave: grave.map(|(index, finding)| (index, finding, is_fixed(finding))).collect(),
        }
    }

    fn row(&self, index: u32) -> Span {
        self.rows.get(&index).copied().unwrap_or(self.start)
    }

    fn all_rows(&self) -> Span {
        self.rows.values().copied().reduce(Span::to).unwrap_or(self.verdict)
    }
}

fn level(finding: &Finding) -> Option<SeverityLevel> {
    finding.severity.as_ref().and_then(FindingSeverity::level)
}

fn named(index: u32, finding: &Finding) -> String {
    let severity = finding.severity.as_ref().map_or("", FindingSeverity::as_str);
    format!("finding {} is {severity}", finding.number.unwrap_or(index + 1))
}

fn verdict_against_findings(report: &ReviewReport, evidence: &Evidence<'_>, sink: &mut Sink) {
    let is_low = |finding: &Finding| level(finding) == Some(SeverityLevel::Low);
    match report.verdict {
        Some(Verdict::Approved) => {
            for (index, finding, is_fixed) in &evidence.grave {
                let named = named(*index, finding);
                let (rule, message) = if *is_fixed {
                    (&APPROVED_OVER_FIXED_FINDING, format!("approved; {named}, and fixed in the same run"))
                } else {
                    (&APPROVED_OVER_OPEN_FINDING, format!("approved, although {named} and open"))
                };
                let found = Diagnostic::new(rule, evidence.verdict, message).field("verdict");
                sink.report(found.related(evidence.row(*index), named));
            }
        }
        // Without a single row the findings may be where nobody finds them.
        Some(Verdict::NeedsChanges) if evidence.count > 0 && report.findings.iter().all(is_low) => {
            let message = "changes are needed, but no finding is above low";
            let found = Diagnostic::new(&NEEDS_CHANGES_WITHOUT_CAUSE, evidence.verdict, message);
            let count = format!("{}, all low", counted(evidence.count, "finding"));
            sink.report(found.field("verdict").related(evidence.all_rows(), count));
        }
        Some(Verdict::NeedsChanges | Verdict::Other(_)) | None => {}
    }
}

fn score_against_findings(report: &ReviewReport, evidence: &Evidence<'_>, sink: &mut Sink) {
    let Some(score) = report.score else { return };
    let against =
        |message: String| Diagnostic::new(&SCORE_AGAINST_SEVERITY, evidence.score, message).field("score");
    let open = evidence.grave.iter().find(|(.., is_fixed)| !is_fixed);
    if let Some((index, finding, _)) = open.filter(|_| score >= GOOD) {
        let named = named(*index, finding);
        let found = against(format!("a score of {score}% although {named} and open"));
        sink.report(found.related(evidence.row(*index), named));
    }
    let is_light = |finding: &Finding| {
        level(finding).is_some_and(|level| level < SeverityLevel::High) || finding.is_fixed
    };
    if score < BAD && evidence.count > 0 && report.findings.iter().all(is_light) {
        let found = against(format!("a score of {score}%, but no finding is above medium"));
        sink.report(found.related(evidence.all_rows(), counted(evidence.count, "finding")));
    }
}

/// "Found 7 findings" in the summary against the rows.
fn claimed_count(block: &Block<'_>, evidence: &Evidence<'_>, sink: &mut Sink) {
    let Some(summary) = sink.coverage.span_of(FieldPath::name("summary")) else { return };
    let nouns = ["findings", "issues", "finding", "issue"];
    let total = claimed_total(block.text.source(), summary, &nouns);
    let Some((claimed, span)) = total.filter(|(claimed, _)| *claimed as usize != evidence.count) else {
        return;
    };
    let message = format!("{} claimed, {} listed", counted(claimed as usize, "finding"), evidence.count);
    let found = Diagnostic::new(&COUNT_MISMATCH, span, message).field("findings");
    sink.report(found.related(evidence.all_rows(), counted(evidence.count, "finding")));
}
