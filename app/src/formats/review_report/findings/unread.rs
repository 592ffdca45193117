//! Text in a section of findings that was read as none: it may not vanish without a report.

use super::{Findings, says_none, some_findings};
use crate::diagnostic::{Diagnostic, Role};
use crate::formats::review_report::report_sections::{NamedSection, ReportSections, outside_of};
use crate::formats::review_report::rules::UNREAD_FINDINGS;
use crate::formats::review_report::section_kind::{SectionKind, praises};
use crate::markdown::Kind;
use crate::reading::normal;
use crate::text::Span;

impl Findings<'_, '_> {
    /// Reports every section that is named after findings and holds text, none of which was read.
    pub fn report_unread(&mut self) {
        let sections = self.sections;
        let read = self.starts();
        let some: Vec<usize> = some_findings(sections).iter().map(|named| named.section.node).collect();
        let mut done_until = 0;
        for named in &sections.all {
            let is_some = || some.binary_search(&named.section.node).is_ok();
            let is_named = named.kind == SectionKind::Findings || is_some();
            if !is_named || named.section.node < done_until {
                continue;
            }
            let Some(content) = sections.content(named.section.extent.clone()) else { continue };
            // If part of the section was read, the sections within it are checked one by one.
            let next = read.partition_point(|start| *start < content.start);
            if read.get(next).is_some_and(|start| *start < content.end) {
                self.report_broken_tables(named);
                continue;
            }
            done_until = named.section.extent.end;
            let sums_up = named.words.contains("summary") || holds_tally(sections, named);
            if praises(&named.words) || (sums_up && !self.list.is_empty()) {
                continue;
            }
            if let Some(unread) = text_of(sections, named) {
                let heading = sections.read(named.section.text);
                let heading = heading.trim();
                self.report(unread, format!("the section `{heading}` holds text that is read as no finding"));
            }
        }
    }

    fn report(&mut self, unread: Span, message: impl Into<String>) {
        self.sink.report(Diagnostic::new(&UNREAD_FINDINGS, unread, message).field("findings"));
    }

    /// Where findings that were read begin, and the headers of tables that hold none, in order.
    fn starts(&self) -> Vec<u32> {
        let is_of_findings = |role: Role| !matches!(role, Role::Field(path) if path.name != "findings");
        let pieces = self.sink.coverage.pieces().filter(|piece| is_of_findings(piece.role));
        let mut starts: Vec<u32> = pieces.map(|piece| piece.span.start).collect();
        starts.sort_unstable();
        starts
    }

    /// Reports tables in HTML that do not end, and so are no tables of the outline.
    fn report_broken_tables(&mut self, named: &NamedSection) {
        let begins_table = |text: &str| text.get(..6).is_some_and(|tag| tag.eq_ignore_ascii_case("<table"));
        for node in self.sections.outline.slice(named.section.body.clone()) {
            if let Kind::Prose { text } = node.kind
                && begins_table(&self.sections.read(text))
            {
                self.report(text, "a table in HTML breaks off, and nothing of it is read");
            }
        }
    }
}

fn is_text(kind: Kind) -> bool {
    !matches!(kind, Kind::Blank | Kind::Rule | Kind::Heading { .. })
}

/// Whether a section counts what others list: `| Kind | Count |`.
fn holds_tally(sections: &ReportSections<'_>, named: &NamedSection) -> bool {
    let outline = sections.outline;
    let is_tally = |kind: Kind| {
        let Kind::Table(table) = kind else { return false };
        let cells = outline.header(table).map(|row| outline.cells(row)).unwrap_or_default();
        cells.iter().any(|cell| matches!(normal(&sections.read(*cell)).as_str(), "count" | "total"))
    };
    let mut nodes = outline.slice(named.section.extent.clone()).iter();
    nodes.all(|node| !is_text(node.kind) || is_tally(node.kind))
}

/// The first text of a section that neither denies findings nor belongs to another part.
fn text_of(sections: &ReportSections<'_>, outer: &NamedSection) -> Option<Span> {
    let is_other = |named: &NamedSection| {
        named.kind.contract_name().is_some_and(|_| named.kind != SectionKind::Findings)
            || praises(&named.words)
    };
    outside_of(sections.within(outer), is_other).find_map(|named| {
        let body = named.section.body.clone();
        let has_text = sections.outline.slice(body.clone()).iter().any(|node| is_text(node.kind));
        sections.content(body).filter(|_| has_text && !says_none(sections, named))
    })
}
