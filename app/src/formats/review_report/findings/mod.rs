//! What the review found: as a table, as headings or as a list.

mod body;
mod candidate;
mod file;
mod fixed;
mod groups;
mod head;
mod keys;
mod known;
mod labels;
mod parsed;
mod row;
mod table;
mod tally;
mod unread;
mod walk;

use std::ops::Range;

use self::body::Body;
use self::candidate::{FindingCandidate, RequiredEvidence, Shape};
use self::groups::Group;
use self::known::Known;
use self::parsed::ParsedFinding;
use self::table::{FindingsTable, RequiredColumns};
use super::report_sections::{NamedSection, ReportSections};
use super::rules::{FINDINGS_AS_HEADINGS, FINDINGS_AS_LIST, MISSING_FINDINGS};
use super::section_kind::{SectionKind, is_praise};
use super::{Finding, FindingSeverity, severity};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Kind, Table};
use crate::reading::{counted, says_nothing};
use crate::text::Span;

/// The findings that were read, in order.
#[derive(Default)]
struct Findings {
    list: Vec<Finding>,
    /// The cells of findings that have a column for their number and state none.
    unnumbered: Vec<(u32, Span)>,
}

/// Reads the findings, and reports text in a section of findings that was read as none.
pub(super) fn parse(sections: &ReportSections<'_>, sink: &mut Sink) -> Vec<Finding> {
    let mut findings = Findings::default();
    read(sections, &mut findings, sink);
    row::report_unnumbered(sections, &findings, sink);
    unread::report(sections, &findings.list, sink);
    findings.list
}

/// Reads the findings from where the report has them: the contract's section first, then sections such as
/// `Minor Issues`, then any table or candidate that can be nothing else. What comes later must say more of itself.
///
/// | where | tables | prose, where no finding comes before | prose, where one does |
/// |---|---|---|---|
/// | in `Findings` | that describe findings | a shape | rank and file, both new |
/// | in sections such as `Minor Issues` | as above, unless `Findings` has them | a shape | rank and file, both new |
/// | in sections such as `Frontend Findings` | with places, all new | | |
/// | elsewhere, without a section `Findings` | with places and ranks | rank and file | |
fn read(sections: &ReportSections<'_>, findings: &mut Findings, sink: &mut Sink) {
    let named = outermost_findings(sections);
    for named in &named {
        read_tables(sections, named, findings, sink);
    }
    let mut known = Known::of(&findings.list);
    let required = findings.required_of_prose();
    for named in &named {
        read_prose(sections, named, required, &mut known, findings, sink);
    }
    let is_settled = named.iter().any(|named| has_table(sections, named) || says_none(sections, named));
    let some = some_findings(sections);
    let mut required = RequiredEvidence::RankAndFile;
    if findings.list.is_empty() && !is_settled {
        for some in &some {
            read_tables(sections, some, findings, sink);
        }
        known = Known::of(&findings.list);
        required = findings.required_of_prose();
    }
    for some in some {
        read_prose(sections, some, required, &mut known, findings, sink);
    }
    if !findings.list.is_empty() {
        read_further_tables(sections, findings, sink);
    } else if named.is_empty() {
        read_elsewhere(sections, findings, sink);
    }
}

impl Findings {
    fn required_of_prose(&self) -> RequiredEvidence {
        if self.list.is_empty() { RequiredEvidence::Shape } else { RequiredEvidence::RankAndFile }
    }
}

/// The sections such as `Minor Issues` outside of sections of findings, but for those that rank something else:
/// `### High` below `## Recommendations` ranks what to do, and flags have a list of their own.
fn some_findings<'s>(sections: &'s ReportSections<'_>) -> Vec<&'s NamedSection> {
    let (mut taken_until, mut other_until) = (0, 0);
    let mut found = Vec::new();
    for (index, named) in sections.all.iter().enumerate() {
        let until = named.section.extent.end;
        match named.kind {
            SectionKind::Findings | SectionKind::Fixes | SectionKind::Flags => {
                taken_until = until.max(taken_until);
            }
            SectionKind::Other if index > 0 => other_until = until.max(other_until),
            SectionKind::SomeFindings if named.section.node >= taken_until => {
                let is_inside_other = named.section.node < other_until;
                if !(is_inside_other && groups::is_rank_alone(&sections.read(named.section.text))) {
                    taken_until = until;
                    found.push(named);
                }
            }
            _ => {}
        }
    }
    found
}

fn outermost_findings<'s>(sections: &'s ReportSections<'_>) -> Vec<&'s NamedSection> {
    outside_of(sections, |named| named.kind == SectionKind::Findings)
        .filter(|named| named.kind == SectionKind::Findings)
        .collect()
}

/// The sections that are in none of some kind; those themselves come with them.
fn outside_of<'s>(
    sections: &'s ReportSections<'_>,
    is_closed: impl Fn(&NamedSection) -> bool,
) -> impl Iterator<Item = &'s NamedSection> {
    let mut closed_until = 0;
    sections.all.iter().filter(move |named| {
        let is_outside = named.section.node >= closed_until;
        if is_closed(named) {
            closed_until = named.section.extent.end.max(closed_until);
        }
        is_outside
    })
}

fn is_other_list(named: &NamedSection) -> bool {
    matches!(named.kind, SectionKind::Fixes | SectionKind::Flags)
}

/// The tables in a range, but for those of the fixes and the flags.
fn tables(sections: &ReportSections<'_>, range: Range<usize>) -> Vec<(usize, Table)> {
    let mut others = sections.inside(&range).iter().filter(|named| is_other_list(named)).peekable();
    let mut other_until = 0;
    let table = |(index, node): (usize, &crate::markdown::Node)| {
        while let Some(other) = others.next_if(|other| other.section.node <= index) {
            other_until = other.section.extent.end.max(other_until);
        }
        match node.kind {
            Kind::Table(table) if index >= other_until => Some((index, table)),
            _ => None,
        }
    };
    sections.nodes(range).filter_map(table).collect()
}

fn has_table(sections: &ReportSections<'_>, named: &NamedSection) -> bool {
    let mut tables = tables(sections, named.section.extent.clone()).into_iter();
    tables.any(|(_, table)| FindingsTable::of(sections, table, RequiredColumns::Description).is_some())
}

fn read_tables(
    sections: &ReportSections<'_>,
    named: &NamedSection,
    findings: &mut Findings,
    sink: &mut Sink,
) {
    for (index, table) in tables(sections, named.section.extent.clone()) {
        if let Some(table) = FindingsTable::of(sections, table, RequiredColumns::Description) {
            // The nearest heading ranks, as `### Critical`; so does the section's own name: `## Critical Findings`.
            let above = sections.inside(&(named.section.node..index)).last().unwrap_or(named);
            let heading = sections.read(above.section.text);
            table.parse(
                groups::rank_of(&heading).as_ref(),
                groups::names_file(&heading).as_ref(),
                findings,
                sink,
            );
        }
    }
}

fn read_prose(
    sections: &ReportSections<'_>,
    named: &NamedSection,
    required: RequiredEvidence,
    known: &mut Known,
    findings: &mut Findings,
    sink: &mut Sink,
) {
    // The word before "Issues" ranks only where the contract knows it; one that is alone can do nothing else.
    let heading = sections.read(named.section.text);
    let is_certain = |rank: &FindingSeverity| {
        !matches!(rank, FindingSeverity::Other(_)) || groups::is_rank_alone(&heading)
    };
    let own = groups::rank_of(&heading).filter(is_certain);
    let rank = own.or_else(|| heading.trim_start().chars().next().and_then(severity::sign));
    let mut found = Vec::new();
    walk::section(sections, named, &Group { rank, file: None, required }, &mut found);
    take_findings(sections, &found, named, known, findings, sink);
}

/// Takes the candidates that are findings, and reports their shapes.
fn take_findings(
    sections: &ReportSections<'_>,
    candidates: &[FindingCandidate],
    named: &NamedSection,
    known: &mut Known,
    findings: &mut Findings,
    sink: &mut Sink,
) {
    let has_headings = candidates.iter().any(|candidate| candidate.shape == Shape::Heading);
    let (mut as_headings, mut as_list) = (0, 0);
    for candidate in candidates {
        let parsed = ParsedFinding::of(sections, candidate);
        if !candidate.is_finding(&parsed, has_headings, known, &findings.list) {
            continue;
        }
        known.add(&parsed.finding);
        let index = findings.list.len() as u32;
        parsed.mark(index, sink);
        // A word above a group of findings would be reported with each.
        if let Some(FindingSeverity::Other(word)) =
            parsed.finding.severity.as_ref().filter(|_| parsed.is_ranked)
        {
            let path = FieldPath::part("findings", index, "severity");
            sink.report(severity::unknown(word, candidate.title, path));
        }
        findings.list.push(parsed.finding);
        *(if candidate.shape == Shape::Heading { &mut as_headings } else { &mut as_list }) += 1;
    }
    let heading = sections.heading_line(&named.section);
    for (rule, count, shape) in
        [(&FINDINGS_AS_HEADINGS, as_headings, "as headings"), (&FINDINGS_AS_LIST, as_list, "in a list")]
    {
        if count > 0 {
            let message = format!("{} {shape}, not in the table", counted(count, "finding"));
            sink.report(Diagnostic::new(rule, heading, message).field("findings"));
        }
    }
}

/// `None.`, `No issues found.`, `N/A — …`.
pub(super) fn says_none(sections: &ReportSections<'_>, named: &NamedSection) -> bool {
    let first = sections.first_line(named.section.body.clone());
    first.is_some_and(|(_, line)| says_nothing(&sections.read(line)))
}

/// Tables beside those that were read, as far as they describe nothing that was read before: `## Frontend Findings`.
fn read_further_tables(sections: &ReportSections<'_>, findings: &mut Findings, sink: &mut Sink) {
    let mut known = Known::of(&findings.list);
    let is_closed = |named: &NamedSection| named.kind == SectionKind::Findings || is_other_list(named);
    for named in outside_of(sections, is_closed).filter(|named| !is_closed(named) && named.names_findings) {
        for (_, table) in tables(sections, named.section.body.clone()) {
            let table = FindingsTable::of(sections, table, RequiredColumns::Place);
            let is_new = |table: &FindingsTable<'_, '_>| {
                !table.peek().iter().any(|finding| known.holds(finding, &findings.list))
            };
            if let Some(table) = table.filter(is_new) {
                table.parse(
                    groups::rank_of(&sections.read(named.section.text)).as_ref(),
                    None,
                    findings,
                    sink,
                );
            }
        }
    }
}

/// Tables, else candidates, under headings that announce something else.
fn read_elsewhere(sections: &ReportSections<'_>, findings: &mut Findings, sink: &mut Sink) {
    for named in outside_of(sections, is_other_list).filter(|named| !is_other_list(named)) {
        for (_, table) in tables(sections, named.section.body.clone()) {
            if let Some(table) = FindingsTable::of(sections, table, RequiredColumns::PlaceAndRank) {
                table.parse(None, None, findings, sink);
            }
        }
    }
    if !findings.list.is_empty() {
        return;
    }
    let mut known = Known::of(&[]);
    let is_closed =
        |named: &NamedSection| is_other_list(named) || is_praise(&sections.read(named.section.text));
    for named in outside_of(sections, is_closed).filter(|named| !is_closed(named)) {
        let group = Group { rank: None, file: None, required: RequiredEvidence::RankAndFile };
        let mut found = Vec::new();
        Body::new(sections, &group, &mut found).read(named.section.body.clone());
        take_findings(sections, &found, named, &mut known, findings, sink);
    }
}

/// Reports that the section is missing, wherever the findings were read.
pub(super) fn report_missing(sections: &ReportSections<'_>, count: usize, sink: &mut Sink) {
    if sections.of_kind(SectionKind::Findings).next().is_some() {
        return;
    }
    let elsewhere = (count > 0).then(|| format!("; {} elsewhere", counted(count, "finding")));
    let message = format!("the report has no section `## Findings`{}", elsewhere.unwrap_or_default());
    let missing = Diagnostic::new(&MISSING_FINDINGS, sections.opening_line(), message).field("findings");
    sink.report(missing.expected("`## Findings`"));
}
