//! The labels that a contract declares.

use std::borrow::Cow;
use std::ops::Range;

use super::{Label, LabelName, Origin, label_key};
use crate::block::Block;
use crate::declaration::FieldSpec;
use crate::markdown::{Kind, Node, key_value};
use crate::reading::scope::Scope;
use crate::text::Span;

/// The labels of a block, which a room knows by its list of names.
pub struct Labels<'t> {
    /// The block, which may end within an item of a list.
    pub(super) scope: Scope<'t>,
    pub(super) names: Cow<'static, [LabelName]>,
    pub(super) found: Vec<Label>,
}

impl<'t> Labels<'t> {
    /// Finds the labels of a block that the fields of a record have.
    pub fn of(block: &Block<'t>, fields: &[FieldSpec]) -> Self {
        Self::read(block, LabelName::all(fields))
    }

    /// Finds the labels of a block. Those that the room knows end the value of the one before; those that it does not
    /// know do so where they are in bold.
    pub fn read(block: &Block<'t>, names: impl Into<Cow<'static, [LabelName]>>) -> Self {
        let names = names.into();
        let scope = Scope::of(block);
        let range = scope.range();
        let mut found: Vec<Label> = Vec::new();
        let mut is_open = false;
        for (index, node) in scope.nodes(range.clone()) {
            let label = label_at(&scope, index, node, &names, index + 1..range.end);
            let ends = label.is_some() || matches!(node.kind, Kind::Heading { .. } | Kind::Rule);
            if let Some(last) = found.last_mut().filter(|_| ends && is_open) {
                last.below.end = index;
            }
            is_open = label.is_some() || (is_open && !ends);
            found.extend(label.map(|label| Label {
                value: label.value.within(block.span),
                line: label.line.within(block.span),
                ..label
            }));
        }
        Self { scope, names, found }
    }

    /// Adds the labels of the block's tables that the room knows, where no line states them.
    pub fn or_in_tables(self) -> Self {
        self.or_in(|_| true)
    }

    /// As [`Self::or_in_tables`], of tables that have a label in each row; one with a single row may list something.
    pub fn or_in_rows(self) -> Self {
        let lines = self.scope.text.lines();
        self.or_in(|row| lines.line_of(row.key.start) == lines.line_of(row.value.start))
    }

    fn or_in(mut self, is_meant: impl Fn(&Label) -> bool) -> Self {
        if (0..self.names.len()).all(|name| self.at(name).is_some()) {
            return self;
        }
        for row in self.scope.table_labels(self.scope.range()).into_iter().filter(is_meant) {
            let known = known_as(&row.name, &self.names);
            if known.is_some_and(|name| self.at(name).is_none()) {
                self.found.push(Label { known, ..row });
            }
        }
        self
    }

    /// Returns the first label that bears the contract's name, else one that bears another.
    pub fn find(&self, name: &str) -> Option<&Label> {
        self.at(self.place(name)?)
    }

    /// Returns the place of a label in the list of names, by its field or the contract's name.
    fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.name == name || known.field == name)
    }

    fn at(&self, name: usize) -> Option<&Label> {
        let wanted = self.names.get(name)?;
        self.found
            .iter()
            .filter(|label| label.known == Some(name))
            .min_by_key(|label| wanted.rank(&label.name))
    }

    /// Returns the nodes below a label that has no value of its own, as one that announces a list.
    pub fn list(&self, name: &str) -> Option<Range<usize>> {
        self.find(name).filter(|label| label.value.is_empty()).map(|label| label.below.clone())
    }

    /// Returns `true` for a label of that name or one of its synonyms.
    pub fn is(&self, label: &Label, name: &str) -> bool {
        label.known.is_some() && label.known == self.place(name)
    }

    pub fn all(&self) -> &[Label] {
        &self.found
    }

    /// Returns a fragment as it is written.
    pub fn slice(&self, span: Span) -> &'t str {
        self.scope.text.slice(span)
    }

    /// Returns a fragment as it was meant: mojibake repaired, and without the marks of the quote that the block is in.
    pub fn text(&self, span: Span) -> Cow<'t, str> {
        self.scope.read(span)
    }

    pub fn field(&self, name: &str) -> &'static str {
        self.name(name).map_or("", |name| name.field)
    }

    pub(super) fn name(&self, name: &str) -> Option<LabelName> {
        self.names.get(self.place(name)?).copied()
    }
}

/// Returns the label that a line or a list item is, if the room knows it or its author marked it.
pub(in crate::reading) fn label_at(
    body: &Scope<'_>,
    index: usize,
    node: &Node,
    names: &[LabelName],
    below: Range<usize>,
) -> Option<Label> {
    let source = body.text.source();
    let (pair, item) = match node.kind {
        Kind::KeyValue(pair) => (pair, None),
        Kind::Item { text, .. } => (key_value(source, first_line(source, text))?, Some(text)),
        _ => return None,
    };
    let origin = if item.is_some() { Origin::Item } else { Origin::Line };
    let name = label_key(&body.text.read(pair.key));
    let known = known_as(&name, names);
    if known.is_none() && (item.is_some() || !pair.is_strong) {
        return None;
    }
    let line = behind_quote(source, node);
    let value = match item {
        Some(item) => Span::new(pair.value.start, item.end.max(pair.value.start)).trim(source),
        None => pair.value,
    };
    let next = body.outline.slice(below.clone()).first();
    let rest = next.filter(|next| !value.is_empty() && goes_on(source, origin, node, next));
    let value = rest.map_or(value, |rest| value.to(rest.span.trim(source)));
    let below = below.start + usize::from(rest.is_some())..below.end;
    let line = match origin {
        Origin::Line => line.to(value),
        _ => Span::new(line.start, value.end.max(pair.key.end).max(line.start)),
    };
    Some(Label { name, known, node: index, key: pair.key, value, line, below, origin, follows_stop: false })
}

/// Returns a line without the marks of a quote, which no edit may take from it alone.
fn behind_quote(source: &str, node: &Node) -> Span {
    let line = node.span.trim(source);
    let written = line.slice(source);
    let bare = written.trim_start_matches(|mark: char| mark == '>' || mark.is_whitespace());
    if node.quote > 0 { line.skip(written.len() - bare.len()) } else { line }
}

/// Whether the line right below a value is the rest of its paragraph. Below a label that is no item it may begin
/// something that does not belong to the label, unless it goes on in the middle of a sentence.
fn goes_on(source: &str, origin: Origin, label: &Node, next: &Node) -> bool {
    let Kind::Prose { text: words } = next.kind else { return false };
    let is_together = next.fence == label.fence && next.quote == label.quote;
    is_together && (origin == Origin::Item || words.slice(source).starts_with(char::is_lowercase))
}

/// Returns the place of a label's name in the room's list.
pub(in crate::reading) fn known_as(name: &str, names: &[LabelName]) -> Option<usize> {
    names.iter().position(|known| known.rank(name).is_some())
}

/// Returns the first line of a fragment.
pub fn first_line(source: &str, span: Span) -> Span {
    let end = span.slice(source).find(['\n', '\r']);
    end.map_or(span, |end| span.take(end)).trim(source)
}
