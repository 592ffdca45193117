//! The sections of a report, named, and the labels in them.

use std::ops::{Deref, Range};

use memchr::{memchr, memchr2};

use crate::markdown::{KeyValue, Kind, Marker, Node, Outline, Section, key_value, sections};
use crate::reading::{Scope, cell_words};
use crate::text::{Span, Text};

use super::section_kind::{SectionKind, section_name};

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
    /// The heading in the form that [`section_name`] gives.
    pub words: String,
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
    /// The sections of a part of a text: all, or those up to where there is one of each kind that is wanted.
    pub fn of_span(text: &'t Text, outline: &'t Outline, span: Span, wanted: &[SectionKind]) -> Self {
        let scope = Scope::new(text, outline, span);
        let nodes = scope.range();
        let quote = outline.slice(nodes.clone()).first().map_or(0, |node| node.quote);
        let (mut all, mut missing) = (Vec::new(), wanted.to_vec());
        for section in sections(outline, span, scope.fence).iter() {
            let named = NamedSection::of(text, section);
            missing.retain(|kind| *kind != named.kind);
            all.push(named);
            if missing.is_empty() && !wanted.is_empty() {
                break;
            }
        }
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
            let mut next = match node.kind {
                Kind::KeyValue(pair) => Some(pair),
                Kind::Item { text, .. } => {
                    key_value(source, text).or_else(|| Some(parted_by_bar(source, text)?.1))
                }
                Kind::Table(table) if table.columns == 2 => {
                    let rows = self.outline.rows_and_header(table).iter();
                    found.extend(rows.filter_map(|row| {
                        let [key, value] = *self.outline.cells(row) else { return None };
                        Some(Pair { node: index, key, value, line: row.span, is_alone: false })
                    }));
                    None
                }
                _ => None,
            };
            let (line, mut is_first) = (node.span.trim(source), true);
            while let Some(KeyValue { key, value, .. }) = next.take() {
                let parted = parted_by_bar(source, value);
                let value = parted.map_or(value, |(value, _)| value);
                next = parted.map(|(_, next)| next);
                found.push(Pair { node: index, key, value, line, is_alone: is_first && next.is_none() });
                is_first = false;
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
}

/// The sections that are neither of some kind nor inside of one that is.
pub(super) fn outside_of(
    all: &[NamedSection],
    is_closed: impl Fn(&NamedSection) -> bool,
) -> impl Iterator<Item = &NamedSection> {
    let mut closed_until = 0;
    all.iter().filter(move |named| {
        if is_closed(named) {
            closed_until = named.section.extent.end.max(closed_until);
        }
        named.section.node >= closed_until
    })
}

impl NamedSection {
    fn of(text: &Text, section: Section) -> Self {
        let source = text.source();
        let words = section_name(&text.read(section.text));
        let heading = unnumbered(source, section.text);
        let colon = key_value(source, heading).map(|pair| (pair.key, pair.value));
        let of_key = |(name, value): (Span, Span)| {
            let kind = SectionKind::of_name(&section_name(&text.read(name)));
            let is_valued = matches!(kind, SectionKind::Verdict | SectionKind::Score);
            (is_valued || (value.is_empty() && kind != SectionKind::Other)).then_some((kind, name, value))
        };
        let keyed = [colon, dashed(source, heading)].into_iter().flatten().find_map(of_key);
        let whole = || (SectionKind::of_name(&words), section.text, Span::empty_at(section.text.end));
        let (kind, name, value) = keyed.unwrap_or_else(whole);
        Self { section, kind, words, value, name }
    }
}

/// What precedes the first ` | ` of a line, and the label behind it: `**Title** | **Severity:** high`.
fn parted_by_bar(source: &str, line: Span) -> Option<(Span, KeyValue)> {
    let written = line.slice(source);
    let at = memchr(b'|', written.as_bytes()).and_then(|_| written.find(" | "))?;
    let label = key_value(source, line.skip(at + 3).trim(source)).filter(|label| label.is_strong)?;
    Some((line.take(at).trim(source), label))
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
    let written = heading.slice(source);
    // The longer dashes begin with this byte.
    memchr2(b'-', 0xe2, written.as_bytes())?;
    let (at, dash) = written.match_indices(['-', '–', '—']).next()?;
    let value = heading.skip(at + dash.len()).trim(source);
    (!value.is_empty()).then(|| (heading.take(at).trim(source), value))
}
