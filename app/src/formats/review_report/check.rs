//! Contradictions between the verdict, the score, the summary and the findings.

use super::fixes::Fixes;
use super::rules::{
    APPROVED_OVER_FIXED_FINDING, APPROVED_OVER_OPEN_FINDING, COUNT_MISMATCH, MISSING_FINDINGS,
    NEEDS_CHANGES_WITHOUT_CAUSE, SCORE_AGAINST_SEVERITY, UNREAD_FINDINGS,
};
use super::{Finding, FindingSeverity, ReviewReport, Verdict, prose};
use crate::format::prelude::*;
use crate::reading::{SeverityLevel, claimed_total, counted};

/// A score from which on a report calls the work good.
const GOOD: u8 = 90;
/// A score below which it calls the work bad.
const BAD: u8 = 50;

pub(super) fn check(report: &ReviewReport, block: &Block<'_>, sink: &mut Sink) {
    let findings = &report.findings;
    let start = Span::empty_at(block.span.start);
    let place = |sink: &Sink, name| sink.coverage.span_of(FieldPath::name(name)).unwrap_or(start);
    let (verdict, score) = (place(sink, "verdict"), place(sink, "score"));
    let rows = sink.coverage.row_spans("findings");
    let all_rows = rows.values().copied().reduce(Span::to).unwrap_or(verdict);
    // Critical and high findings, by the nearest level where the scale is another: `finding 3 is high`, its row, and
    // whether it was fixed in the same run.
    let is_grave = |finding: &Finding| finding.level() >= Some(SeverityLevel::High);
    let open = findings.iter().filter(|finding| is_grave(finding) && !finding.is_fixed);
    let fixes = Fixes::of(&report.fixes_applied, open);
    let is_fixed = |finding: &Finding| finding.is_fixed || fixes.close(finding);
    let grave: Vec<(String, Span, bool)> = (0..)
        .zip(findings)
        .filter(|(_, finding)| is_grave(finding))
        .map(|(index, finding)| {
            let severity = finding.severity.as_ref().map_or("", FindingSeverity::as_str);
            let named = format!("finding {} is {severity}", finding.number.unwrap_or(index + 1));
            let row = rows.get(&index).copied().unwrap_or(start);
            (named, row, is_fixed(finding))
        })
        .collect();
    let of_verdict = |rule, message: String| Diagnostic::new(rule, verdict, message).field("verdict");
    if report.verdict == Some(Verdict::Approved) {
        for (named, row, is_fixed) in &grave {
            let found = if *is_fixed {
                let message = format!("approved; {named}, and fixed in the same run");
                of_verdict(&APPROVED_OVER_FIXED_FINDING, message)
            } else {
                of_verdict(&APPROVED_OVER_OPEN_FINDING, format!("approved, although {named} and open"))
            };
            sink.report(found.related(*row, named));
        }
    }
    let count = counted(findings.len(), "finding");
    let is_low = |finding: &Finding| finding.level() == Some(SeverityLevel::Low);
    // If no finding was read, the findings may be somewhere that isn't read.
    let are_low = !findings.is_empty() && findings.iter().all(is_low);
    if report.verdict == Some(Verdict::NeedsChanges) && are_low {
        let message = "changes are needed, but no finding is above low".to_owned();
        let found = of_verdict(&NEEDS_CHANGES_WITHOUT_CAUSE, message);
        sink.report(found.related(all_rows, format!("{count}, all low")));
    }
    // A flag is a cause as well; findings that are missing or unread were reported.
    let has_no_cause = findings.is_empty() && report.flags_for_human.is_empty();
    let is_reported = |found: &Diagnostic| [MISSING_FINDINGS.id, UNREAD_FINDINGS.id].contains(&found.rule.id);
    if report.verdict == Some(Verdict::NeedsChanges)
        && has_no_cause
        && !sink.diagnostics.iter().any(is_reported)
    {
        let message = "changes are needed, but there is no finding".to_owned();
        sink.report(of_verdict(&NEEDS_CHANGES_WITHOUT_CAUSE, message));
    }
    prose::check(report, sink);
    let of_score = |message| Diagnostic::new(&SCORE_AGAINST_SEVERITY, score, message).field("score");
    let open = grave.iter().find(|(.., is_fixed)| !is_fixed);
    if let (Some((named, row, _)), Some(score @ GOOD..)) = (open, report.score) {
        let found = of_score(format!("a score of {score}% although {named} and open"));
        sink.report(found.related(*row, named));
    }
    let is_light = |finding: &Finding| {
        finding.level().is_some_and(|level| level < SeverityLevel::High) || finding.is_fixed
    };
    if let Some(score @ ..BAD) = report.score
        && !findings.is_empty()
        && findings.iter().all(is_light)
    {
        let found = of_score(format!("a score of {score}%, but no finding is above medium"));
        sink.report(found.related(all_rows, count.as_str()));
    }
    // "Found 7 findings" in the summary against the rows.
    let summary = sink.coverage.span_of(FieldPath::name("summary"));
    let nouns = ["findings", "issues", "finding", "issue"];
    let claimed = summary.and_then(|summary| claimed_total(block.text.source(), summary, &nouns));
    if let Some((claimed, span)) = claimed.filter(|(claimed, _)| *claimed as usize != findings.len()) {
        let message = format!("{} claimed, {} listed", counted(claimed as usize, "finding"), findings.len());
        let found = Diagnostic::new(&COUNT_MISMATCH, span, message).field("findings");
        sink.report(found.related(all_rows, count));
    }
}
