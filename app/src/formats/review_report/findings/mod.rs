//! What the review found: as a table, as headings or as a list.

mod entry;
mod headings;
mod list;
mod table;
mod unread;

use memchr::memchr2;

use super::ReviewReport;
use super::layout::{Layout, NamedSection};
use super::names::Part;
use super::rules::{FINDINGS_AS_HEADINGS, FINDINGS_AS_LIST, MISSING_FINDINGS};
use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::{Kind, Table};
use crate::reading::{cleaned, counted, head, is_emoji, says_nothing};
use crate::text::Span;

/// Reads the findings, and reports text that stands where findings should and was read as none.
pub(super) fn parse(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    read(layout, report, sink);
    unread::report(layout, report, sink);
}

/// Reads the findings from where the report has them: the contract's section first, then sections such as
/// `Minor Issues`, then any table that can be nothing else.
fn read(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let named: Vec<&NamedSection> = outermost(layout, Part::Findings);
    for named in &named {
        read_tables(layout, named, report, sink);
    }
    if !report.findings.is_empty() {
        return;
    }
    for named in &named {
        read_prose(layout, named, report, sink);
    }
    let is_settled = named.iter().any(|named| has_table(layout, named) || says_none(layout, named));
    if !report.findings.is_empty() || is_settled {
        return;
    }
    let some: Vec<&NamedSection> = outermost(layout, Part::SomeFindings);
    for named in &some {
        read_tables(layout, named, report, sink);
    }
    for named in some.iter().filter(|_| report.findings.is_empty()).copied().collect::<Vec<_>>() {
        read_prose(layout, named, report, sink);
    }
    if report.findings.is_empty() && named.is_empty() {
        read_stray_tables(layout, report, sink);
    }
    if named.is_empty() {
        report_missing(layout, report, sink);
    }
}

fn outermost<'l>(layout: &'l Layout<'_>, part: Part) -> Vec<&'l NamedSection> {
    let mut found: Vec<&NamedSection> = Vec::new();
    for named in layout.of_part(part) {
        let is_inside = found.last().is_some_and(|outer| outer.section.extent.contains(&named.section.node));
        if !is_inside {
            found.push(named);
        }
    }
    found
}

/// The tables of a section that are not in a part of another kind.
fn tables(layout: &Layout<'_>, range: std::ops::Range<usize>) -> Vec<(usize, Table)> {
    let table = |(index, node): (usize, &crate::markdown::Node)| match node.kind {
        Kind::Table(table) => Some((index, table)),
        _ => None,
    };
    layout.nodes(range).filter_map(table).collect()
}

fn has_table(layout: &Layout<'_>, named: &NamedSection) -> bool {
    tables(layout, named.section.extent.clone())
        .into_iter()
        .any(|(_, table)| table::is_findings(layout, table))
}

fn read_tables(layout: &Layout<'_>, named: &NamedSection, report: &mut ReviewReport, sink: &mut Sink) {
    for (index, table) in tables(layout, named.section.extent.clone()) {
        if table::is_findings(layout, table) {
            // The section's own name ranks as well: `## Critical Findings`.
            let group = group_around(layout, named, index).unwrap_or(named.section.text);
            let group = headings::group(&layout.read_span(group));
            table::parse(layout, table, group, report, sink);
        }
    }
}

/// The nearest heading above a node, inside the section: `### Critical`.
fn group_around(layout: &Layout<'_>, outer: &NamedSection, node: usize) -> Option<Span> {
    let above = layout.inside(&outer.section.extent);
    let after = above.partition_point(|named| named.section.node < node);
    above.get(after.checked_sub(1)?).map(|named| named.section.text)
}

fn read_prose(layout: &Layout<'_>, named: &NamedSection, report: &mut ReviewReport, sink: &mut Sink) {
    let before = report.findings.len();
    headings::parse(layout, named, report, sink);
    let heading = layout.heading_line(&named.section);
    if report.findings.len() > before {
        let count = report.findings.len() - before;
        let message = format!("{} as headings, not in the table", counted(count, "finding"));
        sink.report(Diagnostic::new(&FINDINGS_AS_HEADINGS, heading, message).field("findings"));
        return;
    }
    list::parse(layout, named, report, sink);
    if report.findings.len() > before {
        let count = report.findings.len() - before;
        let message = format!("{} in a list, not in the table", counted(count, "finding"));
        sink.report(Diagnostic::new(&FINDINGS_AS_LIST, heading, message).field("findings"));
    }
}

/// `None.`, `No issues found.`, `N/A — …`.
pub(super) fn says_none(layout: &Layout<'_>, named: &NamedSection) -> bool {
    layout
        .first_line(named.section.body.clone())
        .is_some_and(|(_, line)| says_nothing(&layout.read_span(line)))
}

/// Tables under headings that announce something else, where their columns leave no doubt.
fn read_stray_tables(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let mut taken_until = 0;
    for named in &layout.parts {
        if matches!(named.part, Part::Fixes | Part::Flags) {
            taken_until = named.section.extent.end.max(taken_until);
        }
        if named.section.node < taken_until {
            continue;
        }
        for (_, table) in tables(layout, named.section.body.clone()) {
            if table::is_surely_findings(layout, table) {
                table::parse(layout, table, None, report, sink);
            }
        }
    }
}

fn report_missing(layout: &Layout<'_>, report: &ReviewReport, sink: &mut Sink) {
    let message = if report.findings.is_empty() {
        "the report has no section `## Findings`".to_owned()
    } else {
        format!(
            "the report has no section `## Findings`; {} elsewhere",
            counted(report.findings.len(), "finding")
        )
    };
    sink.report(
        Diagnostic::new(&MISSING_FINDINGS, layout.opening_line(), message)
            .field("findings")
            .expected("`## Findings`"),
    );
}

/// Says of a finding that the same run mended it: `**FIXED**: …`, `[FIXED - medium]`, `~~HIGH~~ RESOLVED`.
fn is_said_fixed(text: &str) -> bool {
    let head = head(text, 200);
    // No word of them is without one of these letters, which few texts have in capitals.
    if !matches!(first_letter(head), Some('F' | 'R' | 'D')) && memchr2(b'X', b'V', head.as_bytes()).is_none()
    {
        return false;
    }
    let cleaned = cleaned(head);
    let mut words =
        cleaned.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_word = |word: &str| matches!(word, "FIXED" | "RESOLVED" | "DONE" | "Fixed" | "Resolved");
    words.clone().next().is_some_and(is_word) || words.any(|word| matches!(word, "FIXED" | "RESOLVED"))
}

/// The letter or digit with which the first word begins.
fn first_letter(text: &str) -> Option<char> {
    text.chars().find(|first| first.is_alphanumeric() && !is_emoji(*first))
}
