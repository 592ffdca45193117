//! Where labels stand, and which of a room's names they bear.

use std::ops::Range;

use super::{Label, LabelName};
use crate::markdown::{Kind, Node, Outline, key_value};
use crate::reading::{uncommented, with_normal};
use crate::text::{Span, Text};

/// The label that a line or a list item is, where the room knows it or its author marked it.
pub(in crate::reading) fn label_at(
    text: &Text,
    outline: &Outline,
    node: &Node,
    names: &[LabelName],
    below: Range<usize>,
) -> Option<Label> {
    let source = text.source();
    let (pair, item) = match node.kind {
        Kind::KeyValue(pair) => (pair, None),
        Kind::Item { text, .. } => (key_value(source, first_line(source, text))?, Some(text)),
        _ => return None,
    };
    let is_item = item.is_some();
    let key = text.read(pair.key);
    let known = known_as(&key, names);
    if known.is_none() && (is_item || !pair.is_strong) {
        return None;
    }
    let line = behind_quote(source, node);
    let value = match item {
        Some(item) => Span::new(pair.value.start, item.end.max(pair.value.start)).trim(source),
        None => pair.value,
    };
    let next = outline.slice(below.clone()).first();
    let rest = next.filter(|next| goes_on(text, value, is_item, node, next));
    let value = rest.map_or(value, |rest| value.to(rest.span.trim(source)));
    let below = below.start + usize::from(rest.is_some())..below.end;
    let end = if value.is_empty() { pair.key.end } else { value.end };
    let line = if is_item { Span::new(line.start, end.max(line.start)) } else { line.to(value) };
    Some(Label { known, key: pair.key, value, line, below, is_item, is_row: false })
}

/// A line without the marks of a quote, which no edit may take from it alone.
fn behind_quote(source: &str, node: &Node) -> Span {
    let line = node.span.trim(source);
    let written = line.slice(source);
    let bare = written.trim_start_matches(|mark: char| mark == '>' || mark.is_whitespace());
    if node.quote > 0 { line.skip(written.len() - bare.len()) } else { line }
}

/// Whether a line right below a value is the rest of its paragraph. Below a label that is no item it may begin what
/// the label says nothing of, unless it goes on in the middle of a sentence.
fn goes_on(text: &Text, value: Span, is_item: bool, label: &Node, next: &Node) -> bool {
    let Kind::Prose { text: words } = next.kind else { return false };
    let is_paragraph = next.fence == label.fence && next.quote == label.quote && !value.is_empty();
    is_paragraph && (is_item || text.slice(words).starts_with(char::is_lowercase))
}

/// The place of a label's name in the room's list.
pub(in crate::reading) fn known_as(key: &str, names: &[LabelName]) -> Option<usize> {
    with_normal(uncommented(key), |name| {
        names.iter().position(|known| is_called(known.name, name) || known.synonyms.contains(&name))
    })
}

/// Whether a contract's name comes to this in its normal form.
fn is_called(contract: &str, name: &str) -> bool {
    let first = |name: &str| name.bytes().next().map(|first| first.to_ascii_lowercase());
    let may_be =
        first(contract) == first(name) || !contract.starts_with(|first: char| first.is_alphanumeric());
    may_be && with_normal(contract, |contract| contract == name)
}

pub(super) fn first_line(source: &str, span: Span) -> Span {
    let end = span.slice(source).find(['\n', '\r']);
    end.map_or(span, |end| span.take(end)).trim(source)
}
