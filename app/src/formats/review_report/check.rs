//! Contradictions between what a report says in one place and in another.

use std::collections::{HashMap, HashSet};

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
    let evidence = Evidence::of(report, block, sink);
    verdict_against_findings(report, &evidence, sink);
    score_against_findings(report, &evidence, sink);
    claimed_count(report, block, &evidence, sink);
}

/// Where the values stand, and which findings are critical or high.
struct Evidence<'r> {
    verdict: Span,
    score: Span,
    rows: HashMap<u32, Span>,
    start: Span,
    /// Critical and high findings, by the nearest level where the scale is another, and whether each was mended in the same run.
    grave: Vec<(u32, &'r Finding, bool)>,
}

impl<'r> Evidence<'r> {
    fn of(report: &'r ReviewReport, block: &Block<'_>, sink: &Sink) -> Self {
        let start = Span::empty_at(block.span.start);
        let place = |name| sink.coverage.span_of(FieldPath::name(name)).unwrap_or(start);
        let mended_files: HashSet<&str> =
            report.fixes_applied.iter().filter_map(|fixed| fixed.file.as_deref()).collect();
        let is_mended = |finding: &Finding| {
            finding.is_fixed || finding.file.as_deref().is_some_and(|file| mended_files.contains(file))
        };
        let grave = (0..).zip(&report.findings).filter(|(_, finding)| is_grave(finding));
        let grave = grave.map(|(index, finding)| (index, finding, is_mended(finding))).collect();
        let rows = sink.coverage.row_spans("findings");
        Self { verdict: place("verdict"), score: place("score"), rows, start, grave }
    }

    fn row(&self, index: u32) -> Span {
        self.rows.get(&index).copied().unwrap_or(self.start)
    }

    fn all_rows(&self) -> Span {
        self.rows.values().copied().reduce(Span::to).unwrap_or(self.verdict)
    }
}

fn is_grave(finding: &Finding) -> bool {
    matches!(level(finding), Some(FindingSeverity::Critical | FindingSeverity::High))
}

fn level(finding: &Finding) -> Option<FindingSeverity> {
    finding.severity.as_ref().and_then(FindingSeverity::level)
}

fn named(index: u32, finding: &Finding) -> String {
    let severity = finding.severity.as_ref().map_or("", FindingSeverity::as_str);
    format!("finding {} is {severity}", finding.number.unwrap_or(index + 1))
}

fn verdict_against_findings(report: &ReviewReport, evidence: &Evidence<'_>, sink: &mut Sink) {
    match report.verdict {
        Some(Verdict::Approved) => {
            for (index, finding, is_mended) in &evidence.grave {
                let named = named(*index, finding);
                let (rule, message) = if *is_mended {
                    (&APPROVED_OVER_FIXED_FINDING, format!("approved; {named}, and mended in the same run"))
                } else {
                    (&APPROVED_OVER_OPEN_FINDING, format!("approved, although {named} and open"))
                };
                sink.report(
                    Diagnostic::new(rule, evidence.verdict, message)
                        .field("verdict")
                        .related(evidence.row(*index), named),
                );
            }
        }
        Some(Verdict::NeedsChanges) => {
            let is_low = |finding: &Finding| level(finding) == Some(FindingSeverity::Low);
            // Without a single row the findings may stand where nobody finds them.
            if report.findings.is_empty() || !report.findings.iter().all(is_low) {
                return;
            }
            let message = "changes are needed, but no finding is above low";
            sink.report(
                Diagnostic::new(&NEEDS_CHANGES_WITHOUT_CAUSE, evidence.verdict, message)
                    .field("verdict")
                    .related(
                        evidence.all_rows(),
                        format!("{}, all low", counted(report.findings.len(), "finding")),
                    ),
            );
        }
        Some(Verdict::Other(_)) | None => {}
    }
}

fn score_against_findings(report: &ReviewReport, evidence: &Evidence<'_>, sink: &mut Sink) {
    let Some(score) = report.score else { return };
    let open = evidence.grave.iter().find(|(.., is_mended)| !is_mended);
    if score >= GOOD
        && let Some((index, finding, _)) = open
    {
        let message = format!("a score of {score}% although {} and open", named(*index, finding));
        sink.report(
            Diagnostic::new(&SCORE_AGAINST_SEVERITY, evidence.score, message)
                .field("score")
                .related(evidence.row(*index), named(*index, finding)),
        );
    }
    let is_light = |finding: &Finding| {
        matches!(level(finding), Some(FindingSeverity::Low | FindingSeverity::Medium)) || finding.is_fixed
    };
    if score < BAD && !report.findings.is_empty() && report.findings.iter().all(is_light) {
        let message = format!("a score of {score}%, but no finding is above medium");
        sink.report(
            Diagnostic::new(&SCORE_AGAINST_SEVERITY, evidence.score, message)
                .field("score")
                .related(evidence.all_rows(), counted(report.findings.len(), "finding")),
        );
    }
}

/// "Found 7 findings" in the summary against the rows.
fn claimed_count(report: &ReviewReport, block: &Block<'_>, evidence: &Evidence<'_>, sink: &mut Sink) {
    let Some(summary) = sink.coverage.span_of(FieldPath::name("summary")) else { return };
    let Some((claimed, span)) = claim(block.text.source(), summary) else { return };
    let listed = report.findings.len();
    if claimed as usize == listed {
        return;
    }
    let message = format!("{} claimed, {listed} listed", counted(claimed as usize, "finding"));
    sink.report(
        Diagnostic::new(&COUNT_MISMATCH, span, message)
            .field("findings")
            .related(evidence.all_rows(), counted(listed, "finding")),
    );
}

/// The first total that a text claims: `7 findings`, `found 3 issues`. Numbers of something more special, such as
/// `2 critical issues` or `the original 18 findings`, are no totals.
fn claim(source: &str, within: Span) -> Option<(u32, Span)> {
    let fragment = within.slice(source);
    let mut from = 0;
    // Few words are numbers, so that the words beside are looked at only there.
    while let Some(digit) = fragment.get(from..)?.find(|character: char| character.is_ascii_digit()) {
        let (before, _) = fragment.split_at_checked(from + digit)?;
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + width(before, at));
        let (word, after) = split_word(fragment.get(start..)?);
        from = start + word.len();
        let Ok(number) = bare(word).parse() else { continue };
        let (noun, _) = split_word(after);
        let is_noun =
            ["findings", "issues", "finding", "issue"].iter().any(|it| it.eq_ignore_ascii_case(bare(noun)));
        if is_noun && is_introduced(fragment.get(..start)?) {
            let end = fragment.len() - after.len() + noun.len();
            return Some((number, Span::of(within.start as usize + start, within.start as usize + end)));
        }
    }
    None
}

/// The word at the start, and what follows the one white space behind it.
fn split_word(fragment: &str) -> (&str, &str) {
    let end = fragment.find(char::is_whitespace).unwrap_or(fragment.len());
    let (word, rest) = fragment.split_at_checked(end).unwrap_or_default();
    (word, rest.get(width(rest, 0)..).unwrap_or_default())
}

fn width(fragment: &str, at: usize) -> usize {
    fragment.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
}

fn bare(word: &str) -> &str {
    word.trim_matches(|edge: char| !edge.is_alphanumeric() && edge != ':')
}

/// Whether a number that follows begins a sentence, or a word before it announces a total.
fn is_introduced(before: &str) -> bool {
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
    let Some(last) = before.chars().next_back() else { return true };
    let words = before.get(..before.len() - last.len_utf8()).unwrap_or_default();
    let word = words.rsplit(char::is_whitespace).next().unwrap_or_default();
    word.ends_with(['.', '!']) || INTRODUCTIONS.iter().any(|known| known.eq_ignore_ascii_case(bare(word)))
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
