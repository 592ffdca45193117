//! The labels of an entry, with what stands under each, and what stands under none.

use std::ops::Range;

use super::entry::{Entry, Shape};
use super::keys::Key;
use crate::formats::review_report::layout::{Layout, Pair};
use crate::markdown::{Kind, Node, key_value};
use crate::text::Span;

/// What may stand before a label: emphasis, and a picture.
const LONGEST_MARK: u32 = 10;

pub(super) struct Labels<'l, 't> {
    layout: &'l Layout<'t>,
    /// Each with what it holds, where that is known.
    pairs: Vec<(Pair, Option<Key>)>,
    nodes: Range<usize>,
    /// How far a list item is indented; what stands apart and less deep is no part of it.
    item_indent: Option<u16>,
    /// The entry begins with a label, so that it has no title.
    pub begins_with_label: bool,
    /// Labels follow the title on its line: `**Title** | **Severity:** high`.
    pub is_title_labelled: bool,
}

impl<'l, 't> Labels<'l, 't> {
    pub fn of(layout: &'l Layout<'t>, entry: &Entry) -> Self {
        let nodes = entry.nodes.clone();
        let known = |pair: Pair| (pair, Key::of(layout, &pair));
        let mut pairs: Vec<_> = layout.pairs(nodes.clone()).into_iter().map(known).collect();
        let is_title = |pair: &Pair| pair.node == nodes.start;
        let begins = |pair: &Pair| pair.key.start < entry.title.start + LONGEST_MARK;
        let begins_with_label = entry.shape != Shape::Heading
            && pairs.first().is_some_and(|(pair, key)| is_title(pair) && begins(pair) && key.is_some());
        if !begins_with_label {
            pairs.retain(|(pair, key)| !is_title(pair) || (!begins(pair) && key.is_some()));
        }
        let is_title_labelled = !begins_with_label && pairs.first().is_some_and(|(pair, _)| is_title(pair));
        pairs.extend(layout.nodes(nodes.start + 1..nodes.end).filter_map(|found| of_heading(layout, found)));
        pairs.sort_by_key(|(pair, _)| pair.node);
        let item_indent = layout.node(nodes.start).filter(|_| entry.shape == Shape::Item);
        let item_indent = item_indent.map(|node| node.indent);
        Self { layout, pairs, nodes, item_indent, begins_with_label, is_title_labelled }
    }

    /// The first label of a kind that says something, with its value.
    pub fn find(&self, wanted: Key) -> Option<(&Pair, Span)> {
        let known = self.pairs.iter().filter(|(_, key)| *key == Some(wanted));
        let is_long = matches!(wanted, Key::Suggestion | Key::Description);
        known.filter_map(|(pair, _)| Some((pair, self.value(pair, is_long)?))).next()
    }

    /// Whether the label is a row of a table.
    pub fn is_cell(&self, pair: &Pair) -> bool {
        self.layout.node(pair.node).is_some_and(|node| matches!(node.kind, Kind::Table(_)))
    }

    fn value(&self, pair: &Pair, is_long: bool) -> Option<Span> {
        let stated = (!pair.value.is_empty()).then_some(pair.value);
        if self.is_cell(pair) || !pair.is_alone {
            return stated;
        }
        let end = self.end_of(pair);
        if is_long {
            let below = self.layout.content(pair.node + 1..end);
            return match (stated, below) {
                (Some(value), Some(below)) => Some(value.to(below)),
                (value, below) => value.or(below),
            };
        }
        stated.or_else(|| self.layout.first_line(pair.node + 1..end).map(|(_, line)| line))
    }

    /// The node of the next label or heading.
    fn end_of(&self, pair: &Pair) -> usize {
        let next = self.pairs.partition_point(|(other, _)| other.node <= pair.node);
        let mut later = self.pairs.get(next..).unwrap_or_default().iter();
        let label = later.find(|other| pair.value.is_empty() || self.parts_findings(other));
        let until = label.map_or(self.nodes.end, |(label, _)| label.node);
        let is_end = |node: &Node| matches!(node.kind, Kind::Heading { .. }) || self.is_outside(node);
        let end = self.layout.nodes(pair.node + 1..until).find(|(_, node)| is_end(node));
        end.map_or(until, |(index, _)| index)
    }

    /// Whether a label parts a finding: one that is known, or a line that is set apart in bold.
    fn parts_findings(&self, (pair, key): &(Pair, Option<Key>)) -> bool {
        let is_strong = self
            .layout
            .node(pair.node)
            .is_some_and(|node| matches!(node.kind, Kind::KeyValue(pair) if pair.is_strong));
        key.is_some() || is_strong
    }

    /// Whether a text below a list item belongs to it no more.
    fn is_outside(&self, node: &Node) -> bool {
        self.item_indent.is_some_and(|indent| {
            matches!(node.kind, Kind::Prose { .. }) && self.layout.indent_of(node) <= indent
        })
    }

    /// What stands below the title, without what was taken from it: whole lines, trimmed.
    pub fn rest(&self, taken: &[Span]) -> Vec<Span> {
        let source = self.layout.text.source();
        let mut found = Vec::new();
        let mut run: Option<Span> = None;
        for node in self.layout.outline.slice(self.nodes.start + 1..self.nodes.end) {
            if self.is_outside(node) {
                break;
            }
            if taken.iter().any(|taken| taken.overlaps(node.span)) {
                found.extend(run.take());
            } else if !matches!(node.kind, Kind::Blank | Kind::Rule) {
                run = Some(run.map_or(node.span, |run| run.to(node.span)));
            }
        }
        found.extend(run);
        found.into_iter().map(|span| span.trim(source)).collect()
    }
}

/// `#### Suggestion`, `#### Severity: High`.
fn of_heading(layout: &Layout<'_>, (node, found): (usize, &Node)) -> Option<(Pair, Option<Key>)> {
    let Kind::Heading { text, .. } = found.kind else { return None };
    let source = layout.text.source();
    let line = found.span.trim(source);
    let pair = match key_value(source, text) {
        Some(pair) => Pair { node, key: pair.key, value: pair.value, line, is_alone: true },
        None => Pair { node, key: text, value: Span::empty_at(text.end), line, is_alone: true },
    };
    let key = Key::of(layout, &pair)?;
    Some((pair, Some(key)))
}
