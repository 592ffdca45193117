//! A block as its author laid it out, without the code in it.

use std::borrow::Cow;
use std::ops::Range;

use crate::block::Block;
use crate::diagnostic::{FieldPath, Sink};
use crate::markdown::{
    FenceId, Kind, Marker, Node, Outline, Section, Table, TitledHeading, read_in_quote, sections,
};
use crate::text::{Span, Text};

use super::clean::{normal, unescaped};
use super::placeholder::{LONGEST_SLOT, report_placeholder};

/// A piece of a text, read at one depth of fences: headings and labels in other fences are code.
#[derive(Copy, Clone)]
pub struct Scope<'t> {
    pub text: &'t Text,
    pub outline: &'t Outline,
    pub span: Span,
    pub fence: Option<FenceId>,
}

/// A list item with all that belongs to it, without its marker.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub marker: Marker,
    pub span: Span,
}

impl<'t> Scope<'t> {
    pub fn new(text: &'t Text, outline: &'t Outline, span: Span) -> Self {
        let fence = outline.slice(outline.range(span)).first().and_then(|node| node.fence);
        Self { text, outline, span, fence }
    }

    pub fn of(block: &Block<'t>) -> Self {
        Self::new(block.text, block.outline, block.span)
    }

    /// All nodes, as a range of the outline's.
    pub fn range(&self) -> Range<usize> {
        self.outline.range(self.span)
    }

    /// The nodes of a range that are not code.
    pub fn nodes(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &'t Node)> + use<'t> {
        let fence = self.fence;
        let start = range.start;
        let nodes = self.outline.slice(range).iter().enumerate();
        nodes.map(move |(offset, node)| (start + offset, node)).filter(move |(_, node)| node.fence == fence)
    }

    /// The tables of a range, each with its node.
    pub fn tables(&self, range: Range<usize>) -> impl Iterator<Item = (usize, Table)> + use<'t> {
        let fence = self.fence;
        let own = self.outline.tables(range).filter(move |(_, node, _)| node.fence == fence);
        own.map(|(index, _, table)| (index, table))
    }

    /// Returns the heading that opens the block, if it has a name and a title.
    pub fn titled_heading(&self) -> Option<TitledHeading> {
        TitledHeading::read(self.text, self.outline, self.range().start)
    }

    pub fn sections(&self) -> Vec<Section> {
        sections(self.outline, self.span, self.fence).iter().collect()
    }

    /// The line of a heading, without its break.
    pub fn heading_line(&self, section: &Section) -> Span {
        self.outline.heading_line(self.text.source(), section.node).unwrap_or(section.text)
    }

    /// The first line of the block.
    pub fn opening_line(&self) -> Span {
        let start = Span::empty_at(self.span.start);
        let first = Some(self.range()).filter(|range| !range.is_empty()).map(|range| range.start);
        first.and_then(|first| self.outline.heading_line(self.text.source(), first)).unwrap_or(start)
    }

    /// From the first to the last line of a range that is neither blank nor a rule.
    pub fn content(&self, range: Range<usize>) -> Option<Span> {
        let is_content = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
        let nodes = self.outline.slice(range);
        let first = nodes.iter().find(is_content)?;
        let last = nodes.iter().rfind(is_content)?;
        Some(first.span.to(last.span).trim(self.text.source()))
    }

    /// Marks the paragraphs that the contract itself prescribes: they carry nothing of their own.
    pub fn mark_boilerplate(&self, sentences: &[&str], sink: &mut Sink) {
        for (_, node) in self.nodes(self.range()) {
            let text = match node.kind {
                Kind::Prose { text } => text,
                Kind::KeyValue(label) if label.value.is_empty() => label.key,
                _ => continue,
            };
            let written = self.read(text);
            if is_one_of(&written, sentences) {
                sink.markup(node.span.trim(self.text.source()));
            }
        }
    }

    /// The outermost list items of a range, each with what is nested below it.
    pub fn items(&self, range: Range<usize>) -> Vec<Item> {
        let mut found: Vec<Item> = Vec::new();
        let mut is_open = false;
        for (_, node) in self.nodes(range) {
            match node.kind {
                Kind::Item { marker, level: 0, text } => {
                    found.push(Item { marker, span: text });
                    is_open = true;
                }
                Kind::Blank => {}
                _ if node.indent > 1 && is_open => {
                    let inner = node.span.trim(self.text.source());
                    if let Some(last) = found.last_mut() {
                        last.span = last.span.to(inner);
                    }
                }
                _ => is_open = false,
            }
        }
        found
    }

    /// Returns the content of a fence if the span is one and nothing else.
    pub fn within_fence(&self, span: Span) -> Span {
        let source = self.text.source();
        let first = self.outline.slice(self.outline.range(span)).first();
        let fence = first.and_then(|node| match node.kind {
            Kind::FenceMark(id) => self.outline.fence(id),
            _ => None,
        });
        let whole = fence.filter(|fence| fence.span.trim(source) == span);
        whole.map_or(span, |fence| fence.content.trim(source))
    }

    /// A fragment as it was meant.
    pub fn read(&self, span: Span) -> Cow<'t, str> {
        read_in_quote(self.text, self.outline, self.span.start, span)
    }

    /// Reads a fragment as a field. One that nobody filled in is reported, and is no value.
    pub fn value(&self, span: Span, field: &'static str, sink: &mut Sink) -> Option<String> {
        let written = self.read(span);
        if written.len() < LONGEST_SLOT && report_placeholder(&written, span, field, sink) {
            return None;
        }
        sink.field(FieldPath::name(field), span);
        Some(written.into_owned())
    }

    /// As [`Self::read`], with the escapes of a table's cell undone.
    pub fn plain(&self, span: Span) -> String {
        unescaped(self.read(span))
    }
}

/// Whether a paragraph is one of some sentences, in the form that [`super::normal`] gives them.
fn is_one_of(written: &str, sentences: &[&str]) -> bool {
    sentences.contains(&normal(written).trim_end_matches(['.', ':', '?']))
}
