//! Reads a report, part by part.

use super::report_sections::ReportSections;
use super::{ReviewReport, entries, findings, headings, score, summary, title, verdict};
use crate::block::Block;
use crate::diagnostic::Sink;
use crate::reading::report_text;
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ReviewReport {
    let sections = ReportSections::of(block);
    let mut report = ReviewReport::default();
    title::parse(&sections, &mut report, sink);
    // No line of a finding may become a heading, so that findings come before what is fixed by one.
    report.findings = findings::parse(&sections, sink);
    let verdict = verdict::parse(&sections, &mut report, sink);
    let (score, keeps_score) = score::parse(&sections, verdict.as_ref(), &mut report, sink);
    if let Some(verdict) = &verdict {
        verdict::deviations(&sections, verdict, keeps_score, sink);
        verdict::conflicts(&sections, verdict, sink);
    }
    let taken: Vec<Span> =
        verdict.iter().map(|found| found.stated.line).chain(score.iter().map(|found| found.line)).collect();
    summary::parse(&sections, &taken, &mut report, sink);
    findings::report_missing(&sections, report.findings.len(), sink);
    entries::parse(&sections, &mut report, sink);
    headings::report(&sections, &taken, sink);
    report_text(block, sink);
    report
}
