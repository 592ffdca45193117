//! The entries of a list under a label: its items, or the text in their place.

use std::ops::Range;

use super::labels::{Labels, MISSING_VALUE};
use super::nothing::says_nothing;
use super::placeholder::report_placeholder;
use super::scope::{Item, Scope};
use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::Marker;
use crate::text::Span;

/// An entry without its marker.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// As a numbered list has it.
    pub number: Option<u32>,
    /// `2.` or `-`; empty where the entry is no item.
    pub marker: Span,
    pub span: Span,
}

/// Reads the entries under a required label. A text that states that there is nothing has none.
pub fn required_entries(body: &Scope<'_>, labels: &Labels<'_>, name: &str, sink: &mut Sink) -> Vec<Entry> {
    labels.report_missing(name, sink);
    let Some(label) = labels.find(name) else { return Vec::new() };
    labels.report(label, name, sink);
    let field = labels.field(name);
    let entries = match label.value.is_empty() {
        true => entries_of(body, label.below.clone()),
        false => whole(labels.whole(label)),
    };
    if entries.is_empty() {
        let message = format!("there is nothing under `{}`", body.read(label.key));
        sink.report(Diagnostic::new(&MISSING_VALUE, label.line, message).field(field));
    }
    for entry in &entries {
        let written = body.read(entry.span);
        report_placeholder(&written, entry.span, field, sink);
    }
    entries.into_iter().filter(|entry| !says_nothing(&body.read(entry.span))).collect()
}

/// The items of a range; where it has none, all of it is one entry.
pub fn entries_of(body: &Scope<'_>, range: Range<usize>) -> Vec<Entry> {
    let items = body.items(range.clone());
    if items.is_empty() {
        return body.content(range).map(whole).unwrap_or_default();
    }
    let number = |marker| match marker {
        Marker::Number(number) => Some(number),
        Marker::Bullet => None,
    };
    let source = body.text.source();
    let entry = |item: Item| {
        let before = source.get(..item.span.start as usize).unwrap_or_default();
        let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let marker = Span::new(line as u32, item.span.start).trim(source);
        Entry { number: number(item.marker), marker, span: item.span }
    };
    items.into_iter().map(entry).collect()
}

fn whole(span: Span) -> Vec<Entry> {
    let marker = Span::empty_at(span.start);
    if span.is_empty() { Vec::new() } else { vec![Entry { number: None, marker, span }] }
}
