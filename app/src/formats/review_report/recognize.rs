//! Where reports begin and end.

use memchr::{memchr2, memchr2_iter};

use super::names::{mentions, mentions_review, names_a_review};
use super::report_sections::{ReportSections, named};
use super::section_kind::{Name, SectionKind};
use super::verdict;
use crate::block::{Recognition, Revision};
use crate::markdown::{FenceId, Kind, Node, Outline, Section, bare_pipes, sections};
use crate::reading::{ColumnName, Columns, cleaned, holds_placeholder, line_numbers, may_be_korean};
use crate::recognition;
use crate::recognition::Scan;
use crate::text::{Span, Text};

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
        if level > 3 || heading.len() > 400 {
            return None;
        }
        if !may_mention_review(heading) {
            return None;
        }
        let cleaned = cleaned(heading);
        if !mentions_review(&cleaned) {
            return None;
        }
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

    /// Only a title opens a report by its subject alone.
    pub fn may_open_at(self, level: u8) -> bool {
        level == 1 || self != Self::Free
    }

    const fn revision(self) -> Revision {
        match self {
            Self::Contract => Revision::Current,
            Self::Near | Self::Legacy => Revision::Legacy,
            Self::Free => Revision::Free,
        }
    }

    const fn reason(self) -> &'static str {
        match self {
            Self::Contract => "heading `# Review Report:`",
            Self::Near => "heading `Review Report`",
            Self::Legacy => "heading that names a review, and a verdict",
            Self::Free => "title that speaks of a review, and a verdict",
        }
    }
}

/// Told without a copy of the heading.
fn may_mention_review(heading: &str) -> bool {
    let bytes = heading.as_bytes();
    // Few other words in English have this letter, and nearly none behind an `e`; marks may part the two.
    may_be_korean(heading)
        || memchr2_iter(b'w', b'W', bytes).any(|at| {
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            before.is_some_and(|before| matches!(before, b'e' | b'E' | b'*' | b'`' | b'~' | 0x80..))
        })
}

/// What stands before the colon or the spaced dash of a heading.
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
    let headings = Headings::read(text, outline);
    let mut found = Vec::new();
    for fence in headings.fences() {
        let (span, id) = match fence.and_then(|id| Some((outline.fence(id)?.content, id))) {
            Some((content, id)) => (content, Some(id)),
            None => (text.span(), None),
        };
        in_scope(text, outline, &headings, span, id, &mut found);
    }
    found.sort_by_key(|recognition: &Recognition| recognition.span);
    found
}

/// The headings of a text that matter here, in order.
struct Headings(Vec<Heading>);

/// What opens a report, or names its verdict.
struct Heading {
    node: usize,
    fence: Option<FenceId>,
    opener: Option<Opener>,
}

impl Headings {
    fn read(text: &Text, outline: &Outline) -> Self {
        let read = |(node, found): (usize, &Node)| {
            let Kind::Heading { level, text: heading } = found.kind else { return None };
            let heading = text.read(heading);
            let opener = Opener::read(level, &heading);
            let matters = opener.is_some() || begins_with_verdict(&heading);
            matters.then_some(Heading { node, fence: found.fence, opener })
        };
        Self(outline.all_headings().filter_map(read).collect())
    }

    /// The text itself, and the fences in it, as far as they hold one.
    fn fences(&self) -> Vec<Option<FenceId>> {
        let mut fences: Vec<Option<FenceId>> = self.0.iter().map(|heading| heading.fence).collect();
        fences.sort_unstable_by_key(|fence| fence.map(FenceId::index));
        fences.dedup();
        fences
    }

    fn opener(&self, section: &Section) -> Option<Opener> {
        let at = self.0.binary_search_by_key(&section.node, |heading| heading.node).ok()?;
        self.0.get(at)?.opener
    }
}

fn mentions_verdict(heading: &str) -> bool {
    // Few words have both letters.
    let has = |lower: u8| memchr2(lower, lower.to_ascii_uppercase(), heading.as_bytes()).is_some();
    has(b'v') && has(b'd') && mentions(&cleaned(heading), b"verdict")
}

fn begins_with_verdict(heading: &str) -> bool {
    heading.get(.."verdict".len()).is_some_and(|word| word.eq_ignore_ascii_case("verdict"))
}

fn in_scope(
    text: &Text,
    outline: &Outline,
    headings: &Headings,
    scope: Span,
    fence: Option<FenceId>,
    found: &mut Vec<Recognition>,
) {
    let sections = sections(outline, scope, fence);
    let mut index = 0;
    while index < sections.len() {
        let opener = sections.get(index).and_then(|section| headings.opener(section));
        let opened = opener.and_then(|opener| opened_by(opener, text, outline, scope, &sections, index));
        let Some((recognition, next)) = opened.or_else(|| untitled(text, outline, scope, &sections, index))
        else {
            index += 1;
            continue;
        };
        found.push(recognition);
        index = next;
    }
}

fn opened_by(
    opener: Opener,
    text: &Text,
    outline: &Outline,
    scope: Span,
    sections: &[Section],
    index: usize,
) -> Option<(Recognition, usize)> {
    let section = sections.get(index)?;
    if !opener.may_open_at(section.level) {
        return None;
    }
    let heading = text.read(section.text);
    let end = end_of(text, sections, index);
    let span = block_span(outline, scope, sections, index, end)?;
    // A template at another level is no report, and no template of one by the contract's words.
    let names_scope = heading.contains(':') && !holds_placeholder(&heading) && section.level <= 2;
    let stands_alone = opener == Opener::Contract || (opener == Opener::Near && names_scope);
    if !stands_alone && !has_evidence(&ReportSections::of_span(text, outline, span)) {
        return None;
    }
    let revision = match opener.revision() {
        Revision::Current if follows_rev_a(text, outline, span) => Revision::RevA,
        other => other,
    };
    Some((Recognition { span, revision, reason: opener.reason() }, end))
}

/// A verdict, or one of another convention above findings.
fn has_evidence(sections: &ReportSections<'_>) -> bool {
    let has_findings = || sections.of_kind(SectionKind::Findings).next().is_some();
    verdict::find(sections).is_some_and(|found| found.is_known() || (found.is_near() && has_findings()))
}

/// A report without its heading: the contract's sections Verdict and Score, one after the other.
fn untitled(
    text: &Text,
    outline: &Outline,
    scope: Span,
    sections: &[Section],
    index: usize,
) -> Option<(Recognition, usize)> {
    let is_verdict = |section: &Section| {
        let heading = text.read(section.text);
        mentions_verdict(&heading) && part_of(&heading) == SectionKind::Verdict
    };
    let section = sections.get(index).filter(|section| is_verdict(section))?;
    let next =
        sections.iter().skip(index + 1).position(|next| next.level == section.level && is_verdict(next));
    let until = next.map_or(sections.len(), |next| index + 1 + next);
    let end = end_of(text, sections.get(..until)?, index);
    let span = block_span(outline, scope, sections, index, end)?;
    let layout = ReportSections::of_span(text, outline, span);
    let has_score = layout.all.iter().take(4).any(|named| named.kind == SectionKind::Score);
    let found = verdict::find(&layout).filter(|found| found.is_known() && has_score)?;
    let is_stated_here = layout.heading_line(section).overlaps(found.line);
    // A title that names another kind of text, such as a second opinion, keeps its sections.
    let before = sections.get(..index)?.iter().rev().take(64);
    let title = before.into_iter().find(|outer| outer.level < section.level);
    let is_foreign = title.is_some_and(|title| !names_a_review(&format!("review {}", text.read(title.text))));
    let reason = "sections `Verdict` and `Score`";
    (is_stated_here && !is_foreign).then_some((Recognition { span, revision: Revision::Free, reason }, end))
}

/// The first section that is no part of the report that begins at `index`.
fn end_of(text: &Text, sections: &[Section], index: usize) -> usize {
    let Some(opener) = sections.get(index) else { return index };
    let mut rest = sections.iter().enumerate().skip(index + 1);
    rest.find(|(_, section)| {
        let heading = text.read(section.text);
        let is_report = section.level <= 3 && is_called_report(&heading);
        let is_outside = section.level <= opener.level && part_of(&heading) == SectionKind::Other;
        is_report || is_outside
    })
    .map_or(sections.len(), |(at, _)| at)
}

fn is_called_report(heading: &str) -> bool {
    if !may_mention_review(heading) {
        return false;
    }
    let cleaned = cleaned(heading);
    mentions_review(&cleaned) && label(&cleaned).eq_ignore_ascii_case("review report")
}

fn part_of(heading: &str) -> SectionKind {
    let name = heading.split([':', '—', '–']).next().unwrap_or(heading);
    Name::read(name).kind
}

fn block_span(
    outline: &Outline,
    scope: Span,
    sections: &[Section],
    index: usize,
    end: usize,
) -> Option<Span> {
    let node = |section: &Section| outline.nodes().get(section.node).map(|node| node.span.start);
    let start = node(sections.get(index)?)?;
    let end = sections.get(end).and_then(node).unwrap_or(scope.end);
    let span = Span::new(start, end);
    Some(end_of_quote(outline, span).map_or(span, |end| Span::new(start, end)))
}

/// Where the text around a report goes on that is quoted in it.
fn end_of_quote(outline: &Outline, span: Span) -> Option<u32> {
    let nodes = outline.slice(outline.range(span));
    let quote = nodes.first().map(|node| node.quote).filter(|quote| *quote > 0)?;
    let is_around = |node: &&Node| node.quote < quote && node.kind != Kind::Blank;
    nodes.iter().find(is_around).map(|node| node.span.start)
}

/// Whether a report is an example: in a fence, or quoted by a text that says more than the quote.
pub(super) fn is_example(outline: &Outline, span: Span) -> bool {
    let quote = outline.slice(outline.range(span)).first().map_or(0, |node| node.quote);
    outline.is_fenced(span.start) || quote > outline.least_quote()
}

/// Rev a allows line ranges and knows no qualifiers; a report that uses the one without the other follows it.
fn follows_rev_a(text: &Text, outline: &Outline, span: Span) -> bool {
    static LINE: [ColumnName; 1] = [ColumnName { name: "Line", synonyms: &["lines"] }];
    let fence = outline.slice(outline.range(span)).first().and_then(|node| node.fence);
    let (mut verdict, mut findings) = (None, None);
    // Both stand near the head, so that most sections need no name.
    for named in sections(outline, span, fence).into_iter().map(|section| named(text, section)) {
        match named.kind {
            SectionKind::Verdict if verdict.is_none() => verdict = Some(named),
            SectionKind::Findings if findings.is_none() => findings = Some(named),
            _ => {}
        }
        if verdict.is_some() && findings.is_some() {
            break;
        }
    }
    let has_qualifier = verdict.is_some_and(|named| text.slice(named.value).contains('('));
    let Some(findings) = findings.filter(|_| !has_qualifier) else { return false };
    let nodes = outline.slice(findings.section.extent).iter().filter(|node| node.fence == fence);
    let mut tables = nodes.filter_map(|node| match node.kind {
        Kind::Table(table) => Some(table),
        _ => None,
    });
    tables.any(|table| {
        let columns = Columns::find(text, outline, table, &LINE);
        outline.rows(table).iter().filter_map(|row| columns.cell(outline, row, 0)).any(|cell| {
            let cell = text.slice(cell);
            bare_pipes(cell).next().is_none()
                && line_numbers(cell).is_some_and(|read| read.spans.iter().any(|(start, end)| start < end))
        })
    })
}
