//! Contradictions between what a report says in one place and in another.

use super::rules::{
    APPROVED_OVER_FIXED_FINDING, APPROVED_OVER_OPEN_FINDING, COUNT_MISMATCH, NEEDS_CHANGES_WITHOUT_CAUSE,
    SCORE_AGAINST_SEVERITY,
};
use super::{Finding, FindingSeverity, ReviewReport, Verdict};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::Block;
use crate::reading::counted;
use crate::text::Span;

/// A score from which on a report calls the work good.
const GOOD: u8 = 90;
/// A score below which it calls the work bad.
const BAD: u8 = 50;

pub(super) fn check(report: &ReviewReport, block: &Block<'_>, sink: &mut Sink) {
    verdict_against_findings(report, block, sink);
    score_against_findings(report, block, sink);
    claimed_count(report, block, sink);
}

fn is_grave(finding: &Finding) -> bool {
    matches!(finding.severity, Some(FindingSeverity::Critical | FindingSeverity::High))
}

/// Said to be mended, or in a file that the table of fixes names.
fn is_mended(report: &ReviewReport, finding: &Finding) -> bool {
    let is_in_fixes =
        |file: &String| report.fixes_applied.iter().any(|fixed| fixed.file.as_ref() == Some(file));
    finding.is_fixed || finding.file.as_ref().is_some_and(is_in_fixes)
}

fn place(sink: &Sink, block: &Block<'_>, name: &'static str) -> Span {
    sink.coverage.span_of(FieldPath::name(name)).unwrap_or(Span::empty_at(block.span.start))
}

fn row_place(sink: &Sink, block: &Block<'_>, index: usize) -> Span {
    sink.coverage.row_span("findings", index as u32).unwrap_or(Span::empty_at(block.span.start))
}

fn named(index: usize, finding: &Finding) -> String {
    let severity = finding.severity.as_ref().map_or("", FindingSeverity::as_str);
    format!("finding {} is {severity}", finding.number.unwrap_or(index as u32 + 1))
}

fn verdict_against_findings(report: &ReviewReport, block: &Block<'_>, sink: &mut Sink) {
    let verdict = place(sink, block, "verdict");
    match report.verdict {
        Some(Verdict::Approved) => {
            for (index, finding) in
                report.findings.iter().enumerate().filter(|(_, finding)| is_grave(finding))
            {
                let (rule, message) = if is_mended(report, finding) {
                    (&APPROVED_OVER_FIXED_FINDING, "approved; a grave finding was mended in the same run")
                } else {
                    (&APPROVED_OVER_OPEN_FINDING, "approved over an open finding")
                };
                let row = row_place(sink, block, index);
                sink.report(
                    Diagnostic::new(rule, verdict, message)
                        .field("verdict")
                        .related(row, named(index, finding)),
                );
            }
        }
        Some(Verdict::NeedsChanges) => {
            let is_low = |finding: &Finding| finding.severity == Some(FindingSeverity::Low);
            let has_cause = report.findings.iter().any(|finding| !is_low(finding));
            // Without a single row the findings may stand where nobody finds them.
            if has_cause || report.findings.is_empty() {
                return;
            }
            let first = row_place(sink, block, 0);
            let last = row_place(sink, block, report.findings.len() - 1);
            sink.report(
                Diagnostic::new(
                    &NEEDS_CHANGES_WITHOUT_CAUSE,
                    verdict,
                    "changes are needed, but no finding is above low",
                )
                .field("verdict")
                .related(first.to(last), format!("{}, all low", counted(report.findings.len(), "finding"))),
            );
        }
        Some(Verdict::Other(_)) | None => {}
    }
}

fn score_against_findings(report: &ReviewReport, block: &Block<'_>, sink: &mut Sink) {
    let Some(score) = report.score else { return };
    let span = place(sink, block, "score");
    let open = |finding: &&Finding| is_grave(finding) && !is_mended(report, finding);
    let grave = report.findings.iter().enumerate().find(|(_, finding)| open(finding));
    if score >= GOOD
        && let Some((index, finding)) = grave
    {
        let row = row_place(sink, block, index);
        sink.report(
            Diagnostic::new(
                &SCORE_AGAINST_SEVERITY,
                span,
                format!("a score of {score}% over an open grave finding"),
            )
            .field("score")
            .related(row, named(index, finding)),
        );
    }
    let is_light = |finding: &Finding| {
        matches!(finding.severity, Some(FindingSeverity::Low | FindingSeverity::Medium)) || finding.is_fixed
    };
    if score < BAD && !report.findings.is_empty() && report.findings.iter().all(is_light) {
        let rows = row_place(sink, block, 0).to(row_place(sink, block, report.findings.len() - 1));
        sink.report(
            Diagnostic::new(
                &SCORE_AGAINST_SEVERITY,
                span,
                format!("a score of {score}%, but no finding is above medium"),
            )
            .field("score")
            .related(rows, counted(report.findings.len(), "finding")),
        );
    }
}

/// "Found 7 findings" in the summary against the rows.
fn claimed_count(report: &ReviewReport, block: &Block<'_>, sink: &mut Sink) {
    let Some(summary) = sink.coverage.span_of(FieldPath::name("summary")) else { return };
    let Some((claimed, span)) = claim(block.text.source(), summary) else { return };
    let listed = report.findings.len();
    if claimed as usize == listed {
        return;
    }
    let rows = match listed {
        0 => place(sink, block, "verdict"),
        _ => row_place(sink, block, 0).to(row_place(sink, block, listed - 1)),
    };
    sink.report(
        Diagnostic::new(
            &COUNT_MISMATCH,
            span,
            format!("{claimed} claimed, {listed} listed", claimed = counted(claimed as usize, "finding")),
        )
        .field("findings")
        .related(rows, counted(listed, "finding")),
    );
}

/// The first total that a text claims: `7 findings`, `found 3 issues`. Numbers of something more special, such as
/// `2 critical issues` or `the original 18 findings`, are no totals.
fn claim(source: &str, within: Span) -> Option<(u32, Span)> {
    const INTRODUCTIONS: [&str; 12] = [
        "found",
        "identified",
        "total",
        "are",
        "has",
        "with",
        "reports",
        "lists",
        "findings:",
        "found:",
        "total:",
        "and",
    ];
    let fragment = within.slice(source);
    let mut before = "";
    let mut pending: Option<(u32, usize)> = None;
    let mut at = 0;
    for word in fragment.split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let bare =
            word.trim_matches(|edge: char| !edge.is_alphanumeric() && edge != ':').to_ascii_lowercase();
        if let Some((number, from)) = pending.take()
            && matches!(bare.as_str(), "findings" | "issues" | "finding" | "issue")
        {
            let end = start + word.trim_end().len();
            return Some((number, Span::of(within.start as usize + from, within.start as usize + end)));
        }
        let is_introduced = before.is_empty() || INTRODUCTIONS.contains(&before);
        pending = bare.parse().ok().filter(|_| is_introduced).map(|number| (number, start));
        before = INTRODUCTIONS.into_iter().find(|known| *known == bare).unwrap_or("-");
        if word.trim_end().ends_with(['.', '!', '\n']) {
            before = "";
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::claim;
    use crate::text::Span;

    fn check(text: &str, expected: Option<u32>) {
        assert_eq!(claim(text, Span::of(0, text.len())).map(|(count, _)| count), expected, "{text}");
    }

    #[test]
    fn totals_are_found() {
        check("The review found 7 findings.", Some(7));
        check("Solid work. 3 issues remain.", Some(3));
        check("A change with **2 issues**.", Some(2));
    }

    #[test]
    fn other_numbers_are_no_totals() {
        check("All 17 of the original 18 findings are fixed.", None);
        check("It has 2 critical issues.", None);
        check("No findings.", None);
        check("", None);
    }
}
