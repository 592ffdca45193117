//! Where reports begin and end.

use memchr::memchr2_iter;

use super::names::names_a_review;
use super::report_sections::ReportSections;
use super::section_kind::{SectionKind, section_name};
use super::verdict;
use crate::format::prelude::*;
use crate::markdown::{Kind, Outline, Section, bare_pipes};
use crate::reading::{Columns, LabelName, cleaned, holds_placeholder, line_numbers, may_be_korean};
use crate::recognition;

/// What a heading says of the report that it may open.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    /// `# Review Report: scope`
    Contract,
    /// The contract's words, at another level or without a scope.
    Near,
    /// `# Code Review: scope`, `# Review Summary: scope`
    Legacy,
    /// `# Store Review`
    Free,
}

impl Opener {
    pub fn read(level: u8, heading: &str) -> Option<Self> {
        if level > 3 || heading.len() > 400 || !may_mention_review(heading) {
            return None;
        }
        let cleaned = cleaned(heading);
        let label = label(&cleaned);
        let has_scope = label.len() < cleaned.len();
        if label.eq_ignore_ascii_case("review report") {
            return Some(if level == 1 && has_scope { Self::Contract } else { Self::Near });
        }
        let few_words = label.split_whitespace().count() <= 4;
        if has_scope && few_words && names_a_review(label) {
            return Some(Self::Legacy);
        }
        names_a_review(&cleaned).then_some(Self::Free)
    }

    const fn facts(self) -> (Revision, &'static str) {
        match self {
            Self::Contract => (Revision::Current, "heading `# Review Report:`"),
            Self::Near => (Revision::Legacy, "heading `Review Report`"),
            Self::Legacy => (Revision::Legacy, "heading that names a review, and a verdict"),
            Self::Free => (Revision::Free, "title that speaks of a review, and a verdict"),
        }
    }
}

/// Checks the bytes of the heading, without making a copy.
fn may_mention_review(heading: &str) -> bool {
    let bytes = heading.as_bytes();
    // In English, few other words have a `w`, and hardly any after an `e`. Marks may be between the two.
    may_be_korean(heading)
        || memchr2_iter(b'w', b'W', bytes).any(|at| {
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            before.is_some_and(|before| matches!(before, b'e' | b'E' | b'*' | b'`' | b'~' | 0x80..))
        })
}

/// What precedes the colon or the spaced dash of a heading.
pub(super) fn label(cleaned: &str) -> &str {
    let bytes = cleaned.as_bytes();
    let is_spaced =
        |at: usize| bytes.get(at.wrapping_sub(1)) == Some(&b' ') && bytes.get(at + 1) == Some(&b' ');
    let mut ends =
        memchr2_iter(b':', b'-', bytes).filter(|at| bytes.get(*at) == Some(&b':') || is_spaced(*at));
    ends.next().and_then(|end| cleaned.get(..end)).unwrap_or(cleaned).trim()
}

pub(super) const OPENERS: &[recognition::Opener] = &[recognition::Opener::AnyHeading];

/// All reports of a text, those in fences included.
pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let may_open = |section: Section| {
        let heading = text.read(section.text);
        let begins_with =
            |word: &str| heading.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        begins_with("verdict") || Opener::read(section.level, &heading).is_some()
    };
    let mut found = Vec::new();
    for (body, sections) in scan.scopes() {
        if sections.iter().any(may_open) {
            let sections = &sections.iter().collect::<Vec<_>>();
            Scope { text, outline, span: body.span, sections }.recognize(&mut found);
        }
    }
    found.sort_by_key(|recognition: &Recognition| recognition.span);
    found
}

/// The sections of a text, or of a fence in it.
struct Scope<'t> {
    text: &'t Text,
    outline: &'t Outline,
    span: Span,
    sections: &'t [Section],
}

impl<'t> Scope<'t> {
    fn recognize(&self, found: &mut Vec<Recognition>) {
        let mut index = 0;
        while let Some(section) = self.sections.get(index) {
            let opened = self.titled(index, section).or_else(|| self.untitled(index, section));
            index = opened.as_ref().map_or(index + 1, |(_, next)| *next);
            found.extend(opened.map(|(recognition, _)| recognition));
        }
    }

    fn titled(&self, index: usize, section: &Section) -> Option<(Recognition, usize)> {
        let heading = self.text.read(section.text);
        // Only a title opens a report by its subject alone.
        let opener = Opener::read(section.level, &heading)
            .filter(|opener| section.level == 1 || *opener != Opener::Free)?;
        let end = self.end_of(index, section, self.sections.len());
        // At another level, the contract's words suffice only with a scope that isn't a placeholder.
        let names_scope = heading.contains(':') && !holds_placeholder(&heading) && section.level <= 2;
        let needs_no_more = opener == Opener::Contract || (opener == Opener::Near && names_scope);
        // Sections after these add no evidence.
        let wanted = [SectionKind::Verdict, SectionKind::Findings];
        let report = self.report(section, end, if needs_no_more { &wanted } else { &[] })?;
        let has_findings = || report.body_of(SectionKind::Findings).is_some();
        // A verdict, or one of another convention above findings.
        let is_evidence = |found: &verdict::Found| found.is_known() || (found.is_near() && has_findings());
        if !needs_no_more && verdict::find(&report).filter(is_evidence).is_none() {
            return None;
        }
        let (revision, reason) = opener.facts();
        let is_rev_a = revision == Revision::Current && follows_rev_a(&report);
        let revision = if is_rev_a { Revision::RevA } else { revision };
        Some((Recognition { span: report.span, revision, reason }, end))
    }

    /// A report without its heading: the contract's sections Verdict and Score, one after the other.
    fn untitled(&self, index: usize, section: &Section) -> Option<(Recognition, usize)> {
        let is_verdict = |section: &Section| {
            let heading = self.text.read(section.text);
            let mut words = heading.as_bytes().windows("verdict".len());
            words.any(|word| word.eq_ignore_ascii_case(b"verdict"))
                && part_of(&heading) == SectionKind::Verdict
        };
        if !is_verdict(section) {
            return None;
        }
        let mut later = self.sections.iter().skip(index + 1);
        let next = later.position(|next| next.level == section.level && is_verdict(next));
        let end = self.end_of(index, section, next.map_or(self.sections.len(), |next| index + 1 + next));
        let report = self.report(section, end, &[])?;
        let has_score = report.all.iter().take(4).any(|named| named.kind == SectionKind::Score);
        let found = verdict::find(&report).filter(|found| found.is_known() && has_score)?;
        let is_stated_here = report.heading_line(section).overlaps(found.stated.line);
        // Sections below a title that names another kind of text, such as a second opinion, belong to that text.
        let mut before = self.sections.get(..index)?.iter().rev().take(64);
        let title = before.find(|outer| outer.level < section.level);
        let names_review =
            |title: &Section| names_a_review(&cleaned(&format!("review {}", self.text.read(title.text))));
        let reason = "sections `Verdict` and `Score`";
        let recognition = Recognition { span: report.span, revision: Revision::Free, reason };
        (is_stated_here && title.is_none_or(names_review)).then_some((recognition, end))
    }

    /// The first section before `until` that is no part of the report that `opener` begins.
    fn end_of(&self, index: usize, opener: &Section, until: usize) -> usize {
        let is_outside = |section: &Section| {
            let heading = self.text.read(section.text);
            matches!(Opener::read(section.level, &heading), Some(Opener::Contract | Opener::Near))
                || (section.level <= opener.level && part_of(&heading) == SectionKind::Other)
        };
        let mut rest = (index + 1..until).zip(self.sections.iter().skip(index + 1));
        rest.find(|(_, section)| is_outside(section)).map_or(until, |(at, _)| at)
    }

    /// The report from a section to another, or to where the text around it goes on, if it is quoted.
    fn report(&self, section: &Section, end: usize, wanted: &[SectionKind]) -> Option<ReportSections<'t>> {
        let node = |section: &Section| self.outline.nodes().get(section.node).map(|node| node.span.start);
        let start = node(section)?;
        let span = Span::new(start, self.sections.get(end).and_then(node).unwrap_or(self.span.end));
        let nodes = self.outline.slice(self.outline.range(span));
        let quote = nodes.first().map_or(0, |node| node.quote);
        let around = nodes.iter().find(|node| node.quote < quote && node.kind != Kind::Blank);
        let span = around.map_or(span, |node| Span::new(start, node.span.start));
        Some(ReportSections::of_span(self.text, self.outline, span, wanted))
    }
}

fn part_of(heading: &str) -> SectionKind {
    let name = heading.split([':', '—', '–']).next().unwrap_or(heading);
    SectionKind::of_name(&section_name(name))
}

/// Whether a report is an example: in a fence, or quoted by a text that says more than the quote.
pub(super) fn is_example(outline: &Outline, span: Span) -> bool {
    let quote = outline.slice(outline.range(span)).first().map_or(0, |node| node.quote);
    outline.is_fenced(span.start) || quote > outline.least_quote()
}

/// Rev a allows line ranges and knows no qualifiers; a report that uses the one without the other follows it.
fn follows_rev_a(report: &ReportSections<'_>) -> bool {
    static LINE: [LabelName; 1] = [LabelName::new("Line", "line", &["lines"])];
    let (text, outline) = (report.text, report.outline);
    let verdict = report.of_kind(SectionKind::Verdict).next();
    let has_qualifier = verdict.is_some_and(|named| text.slice(named.value).contains('('));
    let Some(findings) = report.of_kind(SectionKind::Findings).next().filter(|_| !has_qualifier) else {
        return false;
    };
    let is_range = |cell: Span| {
        let cell = text.slice(cell);
        bare_pipes(cell).next().is_none()
            && line_numbers(cell).is_some_and(|read| read.spans.iter().any(|(start, end)| start < end))
    };
    report.nodes(findings.section.extent.clone()).any(|(_, node)| {
        let Kind::Table(table) = node.kind else { return false };
        let columns = Columns::find(text, outline, table, &LINE);
        outline.rows(table).iter().filter_map(|row| columns.cell(outline, row, 0)).any(is_range)
    })
}
