//! The sections of a report, named, and the labels in them.

use std::ops::{Deref, Range};

use memchr::{memchr_iter, memchr2};

use crate::block::Block;
use crate::markdown::{KeyValue, Kind, Marker, Node, Outline, Section, key_value};
use crate::reading::{Scope, cell_words};
use crate::text::{Span, Text};

use super::section_kind::{Name, SectionKind};

/// The text of a report with its sections.
pub(super) struct ReportSections<'t> {
    scope: Scope<'t>,
    /// How deep the report itself is quoted.
    quote: u8,
    /// The heading that opens the report comes first, unless the report has none.
    pub all: Vec<NamedSection>,
    /// The nodes between the opening heading and the next.
    pub preamble: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct NamedSection {
    pub section: Section,
    pub kind: SectionKind,
    /// The heading ends with a noun for findings: `Frontend Findings`.
    pub names_findings: bool,
    /// The heading's own value: `82%` of `## Score: 82%`; empty where it has none.
    pub value: Span,
    /// The heading's name, without its value.
    pub name: Span,
}

/// A label with its value.
#[derive(Copy, Clone, Debug)]
pub(super) struct Pair {
    pub node: usize,
    pub key: Span,
    pub value: Span,
    /// Key and value with their marks, without the line break.
    pub line: Span,
    /// No other pair shares the line, and it is no row of a table, so that an edit may replace it.
    pub is_alone: bool,
}

impl<'t> Deref for ReportSections<'t> {
    type Target = Scope<'t>;

    fn deref(&self) -> &Scope<'t> {
        &self.scope
    }
}

impl<'t> ReportSections<'t> {
    pub fn of(block: &Block<'t>) -> Self {
        Self::of_span(block.text, block.outline, block.span)
    }

    pub fn of_span(text: &'t Text, outline: &'t Outline, span: Span) -> Self {
        let scope = Scope::new(text, outline, span);
        let nodes = scope.range();
        let quote = outline.slice(nodes.clone()).first().map_or(0, |node| node.quote);
        let mut all: Vec<NamedSection> =
            scope.sections().into_iter().map(|section| named(text, section)).collect();
        // `# Review Summary` over a `## Summary` is the title.
        if let [opener, rest @ ..] = all.as_mut_slice()
            && opener.kind == SectionKind::Summary
            && rest.iter().any(|named| named.kind == SectionKind::Summary)
        {
            opener.kind = SectionKind::Other;
        }
        let preamble = all.first().map_or(nodes.start..nodes.start, |first| first.section.body.clone());
        Self { scope, quote, all, preamble }
    }

    pub fn node(&self, index: usize) -> Option<&'t Node> {
        self.outline.nodes().get(index)
    }

    /// Whether a line is quoted as deep as the report is: what is quoted deeper is no part of it.
    pub fn is_own_line(&self, line: Span) -> bool {
        self.outline.quote_at(line.start) == self.quote
    }

    /// How far a node is indented from the margin; its own indent is that inside of its quote.
    pub fn indent_of(&self, node: &Node) -> u16 {
        if node.quote == self.quote {
            return node.indent;
        }
        let line = node.span.slice(self.text.source()).as_bytes();
        let lead = line.iter().take_while(|byte| **byte == b' ').count();
        u16::try_from(lead).unwrap_or(u16::MAX)
    }

    pub fn of_kind(&self, wanted: SectionKind) -> impl Iterator<Item = &NamedSection> {
        self.all.iter().filter(move |named| named.kind == wanted)
    }

    pub fn body_of(&self, wanted: SectionKind) -> Option<Range<usize>> {
        self.of_kind(wanted).next().map(|named| named.section.body.clone())
    }

    /// A section, with those in it behind it.
    pub fn within(&self, outer: &NamedSection) -> &[NamedSection] {
        let Section { node, extent, .. } = &outer.section;
        let start = self.all.partition_point(|named| named.section.node < *node);
        let end = self.all.partition_point(|named| named.section.node < extent.end);
        self.all.get(start..end).unwrap_or_default()
    }

    /// The sections directly below `outer`: those of the highest level within it.
    pub fn children(&self, outer: &NamedSection) -> impl Iterator<Item = &NamedSection> {
        let inside = self.within(outer).get(1..).unwrap_or_default();
        let level = inside.iter().map(|named| named.section.level).min();
        inside.iter().filter(move |named| Some(named.section.level) == level)
    }

    /// Labels and their values: `**Key:** value` lines, list items, and rows of two cells. A line may hold
    /// several, parted by `|`.
    pub fn pairs(&self, range: Range<usize>) -> Vec<Pair> {
        let source = self.text.source();
        let mut found = Vec::new();
        for (index, node) in self.nodes(range) {
            let line = node.span.trim(source);
            match node.kind {
                Kind::KeyValue(pair) => push_pairs(source, index, pair, line, &mut found),
                Kind::Item { text, .. } => {
                    if let Some(pair) = key_value(source, text).or_else(|| behind_bar(source, text)) {
                        push_pairs(source, index, pair, line, &mut found);
                    }
                }
                Kind::Table(table) if table.columns == 2 => {
                    for row in self.outline.rows_and_header(table) {
                        if let [key, value] = *self.outline.cells(row) {
                            found.push(Pair { node: index, key, value, line: row.span, is_alone: false });
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The first line of content in a range that is neither blank nor a rule.
    pub fn first_line(&self, range: Range<usize>) -> Option<(usize, Span)> {
        let source = self.text.source();
        let (index, node) =
            self.nodes(range).find(|(_, node)| !matches!(node.kind, Kind::Blank | Kind::Rule))?;
        let content = match node.kind {
            Kind::Prose { text } | Kind::Item { marker: Marker::Bullet, text, .. } => text,
            Kind::KeyValue(_) => node.span.trim(source),
            _ => return None,
        };
        let line_end = memchr2(b'\n', b'\r', content.slice(source).as_bytes());
        Some((index, line_end.map_or(content, |end| content.take(end)).trim(source)))
    }

    /// The words of a table's cell.
    pub fn cell(&self, span: Span) -> String {
        cell_words(self.read(span))
    }

    /// The heading that opens the report, which is where missing parts are reported.
    pub fn opening_line(&self) -> Span {
        let start = Span::empty_at(self.span.start);
        self.all.first().map_or(start, |opener| self.heading_line(&opener.section))
    }
}

/// The sections that are neither of some kind nor inside of one that is.
pub(super) fn outside_of<'s>(
    all: &'s [NamedSection],
    is_closed: impl Fn(&NamedSection) -> bool,
) -> impl Iterator<Item = &'s NamedSection> {
    let mut closed_until = 0;
    all.iter().filter(move |named| {
        if is_closed(named) {
            closed_until = named.section.extent.end.max(closed_until);
        }
        named.section.node >= closed_until
    })
}

fn push_pairs(source: &str, node: usize, first: KeyValue, line: Span, found: &mut Vec<Pair>) {
    let before = found.len();
    let mut next = Some(first);
    while let Some(KeyValue { key, value, .. }) = next.take() {
        let parted = bar(value.slice(source)).and_then(|at| {
            let rest = key_value(source, value.skip(at + 3).trim(source)).filter(|rest| rest.is_strong)?;
            Some((value.take(at).trim(source), rest))
        });
        next = parted.map(|(_, rest)| rest);
        let value = parted.map_or(value, |(value, _)| value);
        let is_alone = next.is_none() && found.len() == before;
        found.push(Pair { node, key, value, line, is_alone });
    }
}

pub(super) fn named(text: &Text, section: Section) -> NamedSection {
    let source = text.source();
    let heading = unnumbered(source, section.text);
    let of_key = |key: Span, value: Span| {
        let Name { kind, .. } = Name::read(&text.read(key));
        let is_valued = matches!(kind, SectionKind::Verdict | SectionKind::Score);
        (is_valued || (value.is_empty() && kind != SectionKind::Other)).then_some((kind, key, value))
    };
    let keyed = key_value(source, heading)
        .and_then(|pair| of_key(pair.key, pair.value))
        .or_else(|| dashed(source, heading).and_then(|(name, value)| of_key(name, value)));
    let Name { kind, names_findings } = Name::read(&text.read(section.text));
    let (kind, name, value) = keyed.unwrap_or((kind, section.text, Span::empty_at(section.text.end)));
    NamedSection { section, kind, names_findings, value, name }
}

/// Where ` | ` begins.
fn bar(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let is_spaced = |at: &usize| bytes.get(*at..*at + 3).is_some_and(|around| around == b" | ");
    memchr_iter(b'|', bytes).filter_map(|at| at.checked_sub(1)).find(is_spaced)
}

/// The first label of `**Title** | **Severity:** high`.
fn behind_bar(source: &str, text: Span) -> Option<KeyValue> {
    let at = bar(text.slice(source))?;
    key_value(source, text.skip(at + 3).trim(source)).filter(|pair| pair.is_strong)
}

/// What follows the number of `1. Verdict: APPROVED`.
fn unnumbered(source: &str, heading: Span) -> Span {
    let bytes = heading.slice(source).as_bytes();
    let digits = bytes.iter().take(3).take_while(|digit| digit.is_ascii_digit()).count();
    match bytes.get(digits..) {
        Some([b'.' | b')', b' ', ..]) if digits > 0 => heading.skip(digits + 2).trim(source),
        _ => heading,
    }
}

/// `Verdict — APPROVED`: a dash in place of the colon.
fn dashed(source: &str, heading: Span) -> Option<(Span, Span)> {
    let (at, dash) = heading.slice(source).match_indices(['-', '–', '—']).next()?;
    let value = heading.skip(at + dash.len()).trim(source);
    (!value.is_empty()).then(|| (heading.take(at).trim(source), value))
}
