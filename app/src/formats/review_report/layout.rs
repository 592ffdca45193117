//! Where the parts of a report stand.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr_iter, memchr2};

use crate::format::Block;
use crate::markdown::{FenceId, KeyValue, Kind, Marker, Node, Outline, Section, key_value, sections};
use crate::reading::{cell_words, read_in_quote, unescaped};
use crate::text::{Span, Text};

use super::names::may_name_value;
use super::part::{Name, Part};

/// A report's sections, named.
pub(super) struct Layout<'t> {
    pub text: &'t Text,
    pub outline: &'t Outline,
    pub span: Span,
    /// The fence that the report stands in, if it does; what stands in other fences is code.
    pub fence: Option<FenceId>,
    /// How deep the report itself is quoted.
    quote: u8,
    /// The heading that opens the report comes first, unless the report has none.
    pub parts: Vec<NamedSection>,
    /// The nodes between the opening heading and the next.
    pub preamble: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct NamedSection {
    pub section: Section,
    pub part: Part,
    /// Its heading is called after what was found, as `Frontend Findings` is.
    pub names_findings: bool,
    /// The heading's own value: `82%` of `## Score: 82%`; empty where it has none.
    pub value: Span,
    /// The heading's name, without its value.
    pub name: Span,
}

/// A label with its value, wherever it stands.
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

impl<'t> Layout<'t> {
    pub fn of(block: &Block<'t>) -> Self {
        Self::read(block.text, block.outline, block.span)
    }

    pub fn read(text: &'t Text, outline: &'t Outline, span: Span) -> Self {
        let nodes = outline.range(span);
        let first = outline.slice(nodes.clone()).first();
        let fence = first.and_then(|node| node.fence);
        let quote = first.map_or(0, |node| node.quote);
        let mut parts: Vec<NamedSection> =
            sections(outline, span, fence).into_iter().map(|section| named(text, section)).collect();
        // `# Review Summary` over a `## Summary` is the title.
        if let [opener, rest @ ..] = parts.as_mut_slice()
            && opener.part == Part::Summary
            && rest.iter().any(|named| named.part == Part::Summary)
        {
            opener.part = Part::Other;
        }
        let preamble = parts.first().map_or(nodes.start..nodes.start, |first| first.section.body.clone());
        Self { text, outline, span, fence, quote, parts, preamble }
    }

    pub fn read_span(&self, span: Span) -> Cow<'t, str> {
        read_in_quote(self.text, self.outline, self.span.start, span)
    }

    pub fn node(&self, index: usize) -> Option<&'t Node> {
        self.outline.nodes().get(index)
    }

    /// The nodes of a range that are not code.
    pub fn nodes(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &'t Node)> {
        let start = range.start;
        let fence = self.fence;
        let nodes = self.outline.slice(range).iter().enumerate();
        nodes.map(move |(offset, node)| (start + offset, node)).filter(move |(_, node)| node.fence == fence)
    }

    /// Whether a line is quoted as deep as the report is: what is quoted deeper is no part of it on its own.
    pub fn is_own_line(&self, line: Span) -> bool {
        self.outline.quote_at(line.start) == self.quote
    }

    /// How far a node stands from the margin; its own indent is that inside of its quote.
    pub fn indent_of(&self, node: &Node) -> u16 {
        if node.quote == self.quote {
            return node.indent;
        }
        let line = node.span.slice(self.text.source()).as_bytes();
        let lead = line.iter().take_while(|byte| **byte == b' ').count();
        u16::try_from(lead).unwrap_or(u16::MAX)
    }

    /// The sections below the opening heading, of one kind.
    pub fn of_part(&self, wanted: Part) -> impl Iterator<Item = &NamedSection> {
        self.parts.iter().filter(move |named| named.part == wanted)
    }

    /// The sections whose headings are in a range of nodes.
    pub fn inside(&self, range: &Range<usize>) -> &[NamedSection] {
        let start = self.parts.partition_point(|named| named.section.node < range.start);
        let end = self.parts.partition_point(|named| named.section.node < range.end);
        self.parts.get(start..end).unwrap_or_default()
    }

    /// The sections directly below `outer`, that is of the highest level within it.
    pub fn children(&self, outer: &Section) -> Vec<&NamedSection> {
        let inside = self.inside(&outer.extent);
        let level = inside.iter().map(|named| named.section.level).min();
        inside.iter().filter(|named| Some(named.section.level) == level).collect()
    }

    /// Labels and their values: `**Key:** value` lines, list items, and rows of two cells. A line may hold
    /// several, parted by `|`.
    pub fn pairs(&self, range: Range<usize>) -> Vec<Pair> {
        let mut found = Vec::new();
        for (index, node) in self.nodes(range) {
            let line = node.span.trim(self.text.source());
            match node.kind {
                Kind::KeyValue(pair) => self.push_pairs(index, pair, line, &mut found),
                Kind::Item { text, .. } => {
                    let source = self.text.source();
                    if let Some(pair) = key_value(source, text).or_else(|| behind_bar(source, text)) {
                        self.push_pairs(index, pair, line, &mut found);
                    }
                }
                Kind::Table(table) if table.columns == 2 => {
                    let rows = self.outline.rows_and_header(table).iter();
                    for row in rows {
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

    fn push_pairs(&self, node: usize, first: KeyValue, line: Span, found: &mut Vec<Pair>) {
        let source = self.text.source();
        let before = found.len();
        let mut next = Some(first);
        while let Some(KeyValue { key, value, .. }) = next.take() {
            let parted = bar(value.slice(source)).and_then(|at| {
                let rest =
                    key_value(source, value.skip(at + 3).trim(source)).filter(|rest| rest.is_strong)?;
                Some((value.take(at).trim(source), rest))
            });
            next = parted.map(|(_, rest)| rest);
            let value = parted.map_or(value, |(value, _)| value);
            let is_alone = next.is_none() && found.len() == before;
            found.push(Pair { node, key, value, line, is_alone });
        }
    }

    /// The first line of content in a range that is neither blank nor a rule.
    pub fn first_line(&self, range: Range<usize>) -> Option<(usize, Span)> {
        let (index, node) =
            self.nodes(range).find(|(_, node)| !matches!(node.kind, Kind::Blank | Kind::Rule))?;
        let content = match node.kind {
            Kind::Prose { text } => text,
            Kind::Item { marker: Marker::Bullet, text, .. } => text,
            Kind::KeyValue(_) => node.span.trim(self.text.source()),
            _ => return None,
        };
        let line_end = memchr2(b'\n', b'\r', content.slice(self.text.source()).as_bytes());
        Some((index, line_end.map_or(content, |end| content.take(end)).trim(self.text.source())))
    }

    /// From the first to the last line of a range that is neither blank nor a rule.
    pub fn content(&self, range: Range<usize>) -> Option<Span> {
        let is_content = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
        let nodes = self.outline.slice(range);
        let first = nodes.iter().find(is_content)?;
        let last = nodes.iter().rfind(is_content)?;
        Some(first.span.to(last.span).trim(self.text.source()))
    }

    /// Plain text of a cell or line: escapes undone, mojibake repaired.
    pub fn plain(&self, span: Span) -> String {
        unescaped(self.read_span(span))
    }

    /// What a table's cell says.
    pub fn cell(&self, span: Span) -> String {
        cell_words(self.read_span(span))
    }

    /// The heading that opens the report, which is where what is missing is reported.
    pub fn opening_line(&self) -> Span {
        self.parts
            .first()
            .map_or(Span::empty_at(self.span.start), |opener| self.heading_line(&opener.section))
    }

    /// The line of a heading, without its break.
    pub fn heading_line(&self, section: &Section) -> Span {
        self.outline.heading_line(self.text.source(), section.node).unwrap_or(section.text)
    }
}

pub(super) fn named(text: &Text, section: Section) -> NamedSection {
    let source = text.source();
    let heading = unnumbered(source, section.text);
    let of_key = |key: Span, value: Span| {
        let Name { part, .. } = Name::read(&text.read(key));
        let is_valued = matches!(part, Part::Verdict | Part::Score);
        (is_valued || (value.is_empty() && part != Part::Other)).then_some((part, key, value))
    };
    let pair = key_value(source, heading);
    let pair = pair.filter(|pair| pair.value.is_empty() || may_name_value(&text.read(pair.key)));
    let dashed = || dashed(source, heading).filter(|(name, _)| may_name_value(&text.read(*name)));
    let keyed = pair
        .and_then(|pair| of_key(pair.key, pair.value))
        .or_else(|| dashed().and_then(|(name, value)| of_key(name, value)));
    let Name { part, names_findings } = Name::read(&text.read(section.text));
    let (part, name, value) = keyed.unwrap_or((part, section.text, Span::empty_at(section.text.end)));
    NamedSection { section, part, names_findings, value, name }
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
    // The other dashes begin with this byte.
    memchr2(b'-', 0xe2, heading.slice(source).as_bytes())?;
    let (at, dash) = heading.slice(source).match_indices(['-', '–', '—']).next()?;
    let value = heading.skip(at + dash.len()).trim(source);
    (!value.is_empty()).then(|| (heading.take(at).trim(source), value))
}
