//! What the review found: as a table, as headings or as a list.

mod body;
mod candidate;
mod file;
mod groups;
mod known;
mod labels;
mod marks;
mod parsed;
mod row;
mod table;
mod title;
mod unread;
mod walk;

use std::slice;

use self::body::Body;
use self::candidate::{FindingCandidate, Group, RequiredEvidence, Shape};
use self::known::Known;
use self::parsed::ParsedFinding;
use self::table::{FindingsTable, RequiredColumns};
use self::walk::Walk;
use super::report_sections::{NamedSection, ReportSections, outside_of};
use super::rules::{FINDINGS_AS_HEADINGS, FINDINGS_AS_LIST, MISSING_FINDINGS};
use super::section_kind::{SectionKind, names_findings, praises};
use super::{Finding, FindingSeverity, severity};
use crate::format::prelude::*;
use crate::markdown::Table;
use crate::reading::{counted, says_nothing};

/// The findings that were read, in order.
struct Findings<'s, 't> {
    sections: &'s ReportSections<'t>,
    sink: &'s mut Sink,
    list: Vec<Finding>,
    known: Known,
    /// The cells of findings that have a column for their number and state none.
    unnumbered: Vec<(u32, Span)>,
}

/// Reads the findings, and reports text in a section of findings that holds no finding.
pub(super) fn parse(sections: &ReportSections<'_>, sink: &mut Sink) -> Vec<Finding> {
    let mut findings = Findings::new(sections, sink);
    findings.read();
    findings.report_unnumbered();
    findings.report_unread();
    findings.list
}

impl<'s, 't> Findings<'s, 't> {
    fn new(sections: &'s ReportSections<'t>, sink: &'s mut Sink) -> Self {
        Self { sections, sink, list: Vec::new(), known: Known::of(&[]), unnumbered: Vec::new() }
    }

    /// Reads the findings from where the report has them: the contract's section first, then sections such as
    /// `Minor Issues`, then any table or candidate that can be nothing else. Later places need more evidence.
    ///
    /// | where | tables | prose, where no finding comes before | prose, where one does |
    /// |---|---|---|---|
    /// | in `Findings` | that describe findings | a shape | rank and file, both new |
    /// | in sections such as `Minor Issues` | as above, unless `Findings` has them | a shape | rank and file, both new |
    /// | in sections such as `Frontend Findings` | with places, all new | | |
    /// | elsewhere, without a section `Findings` | with places and ranks | rank and file | |
    fn read(&mut self) {
        let sections = self.sections;
        let mut until = 0;
        let outermost = sections.of_kind(SectionKind::Findings).filter(|named| {
            let is_outermost = named.section.node >= until;
            until = until.max(named.section.extent.end);
            is_outermost
        });
        let named: Vec<&NamedSection> = outermost.collect();
        self.read_sections(&named, true);
        let is_settled = named.iter().any(|named| has_table(sections, named) || says_none(sections, named));
        let has_tables = self.list.is_empty() && !is_settled;
        self.read_sections(&some_findings(sections), has_tables);
        if !self.list.is_empty() {
            self.read_further_tables();
        } else if named.is_empty() {
            self.read_elsewhere();
        }
    }

    fn read_sections(&mut self, all: &[&NamedSection], has_tables: bool) {
        let mut required = RequiredEvidence::RankAndFile;
        if has_tables {
            for named in all {
                self.read_tables(self.sections.within(named), RequiredColumns::Description);
            }
            self.known = Known::of(&self.list);
            if self.list.is_empty() {
                required = RequiredEvidence::Shape;
            }
        }
        for named in all {
            self.read_prose(named, required);
        }
    }

    fn read_tables(&mut self, all: &[NamedSection], required: RequiredColumns) {
        for (above, table) in tables(self.sections, all) {
            if let Some(table) = FindingsTable::of(self.sections, table, required) {
                table.parse(above, self);
            }
        }
    }

    fn read_prose(&mut self, named: &NamedSection, required: RequiredEvidence) {
        // The word before "Issues" is a rank only if the contract has it; a name without a noun always is.
        let heading = self.sections.read(named.section.text);
        let is_certain = |rank: &FindingSeverity| {
            !matches!(rank, FindingSeverity::Other(_)) || groups::is_rank_alone(&named.words)
        };
        let own = groups::rank_of(&heading).filter(is_certain);
        let rank = own.or_else(|| heading.trim_start().chars().next().and_then(severity::sign));
        let mut walk = Walk { sections: self.sections, found: Vec::new() };
        walk.section(named, &Group { rank, file: None, required });
        self.take(&walk.found, named);
    }

    /// Takes the candidates that are findings, and reports their shapes.
    fn take(&mut self, candidates: &[FindingCandidate], named: &NamedSection) {
        let has_headings = candidates.iter().any(|candidate| candidate.shape == Shape::Heading);
        let (mut as_headings, mut as_list) = (0, 0);
        for candidate in candidates {
            let parsed = ParsedFinding::of(self.sections, candidate);
            if !self.accepts(candidate, &parsed, has_headings) {
                continue;
            }
            self.known.add(&parsed.finding);
            let index = self.list.len() as u32;
            for (part, span) in parsed.fields {
                self.sink.field(FieldPath::part("findings", index, part), span);
            }
            // Reports only a finding's own word; one above a group would be reported for each finding.
            if let Some(FindingSeverity::Other(word)) =
                parsed.finding.severity.as_ref().filter(|_| parsed.is_ranked)
            {
                let path = FieldPath::part("findings", index, "severity");
                self.sink.report(severity::unknown(word, candidate.title, path));
            }
            self.list.push(parsed.finding);
            *(if candidate.shape == Shape::Heading { &mut as_headings } else { &mut as_list }) += 1;
        }
        let heading = self.sections.heading_line(&named.section);
        for (rule, count, shape) in
            [(&FINDINGS_AS_HEADINGS, as_headings, "as headings"), (&FINDINGS_AS_LIST, as_list, "in a list")]
        {
            if count > 0 {
                let message = format!("{} {shape}, not in the table", counted(count, "finding"));
                self.sink.report(Diagnostic::new(rule, heading, message).field("findings"));
            }
        }
    }

    /// Returns `true` if a candidate has the required evidence. `has_headings` is `true` if any of the candidates are
    /// headings.
    fn accepts(&mut self, candidate: &FindingCandidate, parsed: &ParsedFinding, has_headings: bool) -> bool {
        let Finding { file, line, severity, .. } = &parsed.finding;
        let (is_ranked, is_placed) = (parsed.is_ranked, file.is_some());
        let has_evidence = match candidate.group.required {
            RequiredEvidence::Nothing => true,
            RequiredEvidence::Shape => {
                let has_shape = candidate.shape == Shape::Heading || !has_headings;
                has_shape || candidate.group.rank.is_some() || (is_ranked && is_placed)
            }
            RequiredEvidence::RankOrLine => is_ranked || (is_placed && line.is_some()),
            RequiredEvidence::RankAndFile => {
                severity.is_some() && is_placed && !self.known.holds(&parsed.finding, &self.list)
            }
        };
        has_evidence && !parsed.is_denied
    }

    /// Reads further tables, except those that repeat a finding that was already read, in sections such as
    /// `## Frontend Findings`.
    fn read_further_tables(&mut self) {
        let sections = self.sections;
        self.known = Known::of(&self.list);
        let is_closed = |named: &NamedSection| named.kind == SectionKind::Findings || is_other_list(named);
        for named in outside_of(&sections.all, is_closed).filter(|named| names_findings(&named.words)) {
            for (above, table) in tables(sections, slice::from_ref(named)) {
                let Some(table) = FindingsTable::of(sections, table, RequiredColumns::Place) else {
                    continue;
                };
                if !table.peek().iter().any(|finding| self.known.holds(finding, &self.list)) {
                    table.parse(above, self);
                }
            }
        }
    }

    /// Reads tables, else candidates, under headings that announce something else.
    fn read_elsewhere(&mut self) {
        let sections = self.sections;
        self.read_tables(&sections.all, RequiredColumns::PlaceAndRank);
        if !self.list.is_empty() {
            return;
        }
        let is_closed = |named: &NamedSection| is_other_list(named) || praises(&named.words);
        for named in outside_of(&sections.all, is_closed) {
            let group = Group { rank: None, file: None, required: RequiredEvidence::RankAndFile };
            let mut found = Vec::new();
            Body::new(sections, &group, &mut found).read(named.section.body.clone());
            self.take(&found, named);
        }
    }
}

/// The sections such as `Minor Issues` outside of sections of findings, but for those that rank something else:
/// `### High` below `## Recommendations` ranks what to do, and flags have a list of their own.
fn some_findings<'s>(sections: &'s ReportSections<'_>) -> Vec<&'s NamedSection> {
    let (mut taken_until, mut other_until) = (0, 0);
    let is_free = |(index, named): &(usize, &NamedSection)| {
        let (node, until) = (named.section.node, named.section.extent.end);
        match named.kind {
            SectionKind::Findings | SectionKind::Fixes | SectionKind::Flags => {
                taken_until = until.max(taken_until);
            }
            SectionKind::Other if *index > 0 => other_until = until.max(other_until),
            SectionKind::SomeFindings if node >= taken_until => {
                let is_free = node >= other_until || !groups::is_rank_alone(&named.words);
                taken_until = if is_free { until } else { taken_until };
                return is_free;
            }
            _ => {}
        }
        false
    };
    sections.all.iter().enumerate().filter(is_free).map(|(_, named)| named).collect()
}

fn is_other_list(named: &NamedSection) -> bool {
    matches!(named.kind, SectionKind::Fixes | SectionKind::Flags)
}

/// The tables of some sections, but for those of the fixes and the flags, each with the section that it is in.
fn tables<'s>(
    sections: &'s ReportSections<'_>,
    all: &'s [NamedSection],
) -> impl Iterator<Item = (&'s NamedSection, Table)> {
    outside_of(all, is_other_list)
        .flat_map(|named| sections.tables(named.section.body.clone()).map(move |(_, table)| (named, table)))
}

fn has_table(sections: &ReportSections<'_>, named: &NamedSection) -> bool {
    tables(sections, sections.within(named))
        .any(|(_, table)| FindingsTable::of(sections, table, RequiredColumns::Description).is_some())
}

/// `None.`, `No issues found.`, `N/A — …`.
pub(super) fn says_none(sections: &ReportSections<'_>, named: &NamedSection) -> bool {
    let first = sections.first_line(named.section.body.clone());
    first.is_some_and(|(_, line)| says_nothing(&sections.read(line)))
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
