//! Lists: the items of one, or what commas part on one line.

use serde_json::Value as Json;

use super::values::Written;
use crate::block::Block;
use crate::declaration::{FieldSpec, FieldType};
use crate::diagnostic::{FieldPath, Sink};
use crate::reading::Scope;
use crate::text::Span;

pub(super) fn read(block: &Block<'_>, field: &FieldSpec, entries: Vec<Span>, sink: &mut Sink) -> Json {
    let kind = field.kind.items().unwrap_or(FieldType::Text);
    let body = Scope::of(block);
    let mut values = Vec::new();
    for (index, span) in (0..).zip(entries) {
        let path = FieldPath::row(field.name, index);
        sink.field(path, span);
        let written = Written { text: block.text, span, words: body.read(span).into_owned(), field: path };
        values.push(written.read(kind, sink));
    }
    values.into()
}

/// The parts of `a, b; c` on one line.
pub(super) fn parted(source: &str, value: Span) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut at = 0;
    for part in value.slice(source).split([',', ';']) {
        let span = value.skip(at).take(part.len()).trim(source);
        if !span.is_empty() {
            parts.push(span);
        }
        at += part.len() + 1;
    }
    parts
}
