//! Reads a report, part by part.

use super::report_sections::ReportSections;
use super::{ReviewReport, entries, findings};
use crate::format::prelude::*;
use crate::reading::report_text;

pub(super) struct Reader<'r, 't> {
    pub sections: &'r ReportSections<'t>,
    pub report: ReviewReport,
    pub sink: &'r mut Sink,
}

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ReviewReport {
    let sections = ReportSections::of_span(block.text, block.outline, block.span, &[]);
    let mut reader = Reader { sections: &sections, report: ReviewReport::default(), sink };
    reader.read_title();
    // No line of a finding may become a heading, so that findings come before what is fixed by one.
    reader.report.findings = findings::parse(&sections, reader.sink);
    let verdict = reader.read_verdict();
    let (score, keeps_score) = reader.read_score(verdict.as_ref());
    if let Some(verdict) = &verdict {
        reader.report_verdict(verdict, keeps_score);
        reader.report_other_verdicts(verdict);
    }
    let stated = verdict.map(|found| found.stated).into_iter().chain(score);
    let taken: Vec<Span> = stated.map(|stated| stated.line).collect();
    reader.read_summary(&taken);
    findings::report_missing(&sections, reader.report.findings.len(), reader.sink);
    (reader.report.fixes_applied, reader.report.flags_for_human) = entries::parse(&sections, reader.sink);
    reader.report_headings(&taken);
    report_text(block, reader.sink);
    reader.report
}
