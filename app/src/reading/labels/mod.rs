//! Labels and their values: `**Request:** add a store`, wherever they stand in a block.

mod find;
mod report;
mod values;

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::Rule;
use crate::format::Block;
use crate::markdown::{Kind, Outline};
use crate::text::{Span, Text};

use super::{Labelled, Scope, read_in_quote};
pub(super) use find::{known_as, label_at};

/// A label that a room looks for.
#[derive(Debug)]
pub struct LabelName {
    /// As the contract writes it.
    pub name: &'static str,
    /// Other names it goes by, in the form that [`super::normal`] gives.
    pub synonyms: &'static [&'static str],
    /// The field that its value is.
    pub field: &'static str,
}

/// The rules of a room for its labels.
#[derive(Debug)]
pub struct LabelRules {
    pub missing: &'static Rule,
    pub name: &'static Rule,
    pub form: &'static Rule,
}

/// A label that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its place in the room's list of names; none where the room does not know it.
    pub known: Option<usize>,
    pub key: Span,
    /// What follows on the same line, and on those that go on with it; empty where nothing does.
    pub value: Span,
    /// The label with its marks and the value on the same line.
    pub line: Span,
    /// The nodes up to the next label, heading or rule.
    pub below: Range<usize>,
    is_item: bool,
    /// A row of a table states it, which is no markup.
    is_row: bool,
}

impl Label {
    /// An item of a list may go on behind the block.
    fn within(self, block: Span) -> Self {
        Self { value: self.value.within(block), line: self.line.within(block), ..self }
    }
}

/// What a label says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    pub span: Span,
    pub value: String,
}

/// The labels of a block.
pub struct Labels<'t> {
    text: &'t Text,
    outline: &'t Outline,
    names: &'static [LabelName],
    /// What is missing is reported where the block opens.
    opener: Span,
    /// The block, which may end within an item of a list.
    block: Span,
    found: Vec<Label>,
}

impl<'t> Labels<'t> {
    /// Labels that the room knows end the value of the one before; those that it does not know do so where they
    /// are in bold.
    pub fn read(block: &Block<'t>, names: &'static [LabelName]) -> Self {
        let (text, outline) = (block.text, block.outline);
        let source = text.source();
        let range = outline.range(block.span);
        let nodes = outline.slice(range.clone());
        let fence = nodes.first().and_then(|node| node.fence);
        let mut found: Vec<Label> = Vec::new();
        let mut is_open = false;
        for (index, node) in range.clone().zip(nodes) {
            if node.fence != fence {
                continue;
            }
            let label = label_at(text, outline, node, names, index + 1..range.end);
            let ends = label.is_some() || matches!(node.kind, Kind::Heading { .. } | Kind::Rule);
            if let Some(last) = found.last_mut().filter(|_| ends && is_open) {
                last.below.end = index;
            }
            is_open = label.is_some() || (is_open && !ends);
            found.extend(label.map(|label| label.within(block.span)));
        }
        let opener = nodes.first().map_or(block.span, |node| node.span.trim(source));
        Self { text, outline, names, opener, block: block.span, found }
    }

    /// With the labels of the block's tables that the room knows, where no line states them.
    pub fn or_in_tables(self, block: &Block<'t>) -> Self {
        self.or_in(block, |_| true)
    }

    /// As [`Self::or_in_tables`], of tables that have a label in each row; one with a single row may list something.
    pub fn or_in_rows(self, block: &Block<'t>) -> Self {
        let lines = block.text.lines();
        self.or_in(block, |row| lines.line_of(row.key.start) == lines.line_of(row.value.start))
    }

    fn or_in(mut self, block: &Block<'t>, is_meant: impl Fn(&Labelled) -> bool) -> Self {
        if (0..self.names.len()).all(|name| self.find(name).is_some()) {
            return self;
        }
        let body = Scope::of(block);
        for row in body.table_labels(body.range()).into_iter().filter(is_meant) {
            let key = self.text.read(row.key);
            let known = known_as(&key, self.names);
            if known.is_some_and(|name| self.find(name).is_none()) {
                let below = row.node..row.node;
                let Labelled { key, value, whole: line, .. } = row;
                self.found.push(Label { known, key, value, line, below, is_item: true, is_row: true });
            }
        }
        self
    }

    /// The first label that bears the contract's name, else the first that bears another one.
    pub fn find(&self, name: usize) -> Option<&Label> {
        let contract = self.names.get(name).map_or("", |name| name.name);
        let is_own = |label: &&Label| self.slice(label.key).eq_ignore_ascii_case(contract);
        let mut named = self.found.iter().filter(|label| label.known == Some(name));
        let first = named.next()?;
        Some(if is_own(&first) { first } else { named.find(is_own).unwrap_or(first) })
    }

    pub fn all(&self) -> &[Label] {
        &self.found
    }

    /// As it stands.
    pub fn slice(&self, span: Span) -> &'t str {
        self.text.slice(span)
    }

    /// As it was meant: mojibake repaired, and without the marks of the quote that the block stands in.
    pub fn text(&self, span: Span) -> Cow<'t, str> {
        read_in_quote(self.text, self.outline, self.block.start, span)
    }

    pub fn field(&self, name: usize) -> &'static str {
        self.names.get(name).map_or("", |name| name.field)
    }
}
