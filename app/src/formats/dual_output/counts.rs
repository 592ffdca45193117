//! How much the second opinion found: `2`, `2 (a message and a test)`, `None`.

use super::rules::{PLACEHOLDER, UNREADABLE_COUNT};
use crate::chain::{number_of, spelled_number};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Body, clean, is_none, is_placeholder, says_nothing};
use crate::text::Span;

#[derive(Debug, Default)]
pub(super) struct Count {
    pub number: Option<u32>,
    /// All that is written, where that is more than the number.
    pub as_written: Option<String>,
}

pub(super) fn read(body: &Body<'_>, value: Span, field: &'static str, sink: &mut Sink) -> Count {
    let written = body.read(value);
    if is_placeholder(&written) {
        let message = format!("`{written}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, value, message).field(field).found(written));
        return Count::default();
    }
    sink.field(FieldPath::name(field), value);
    let bare = clean(&written);
    let first = bare.split([' ', ',', '.', '(']).next().unwrap_or_default();
    let number = if bare.starts_with(|first: char| first.is_ascii_digit()) {
        number_of(&bare)
    } else if let Some(number) = spelled_number(first) {
        Some(number)
    } else if is_none(&written) || says_nothing(&written) {
        Some(0)
    } else {
        let message = format!("`{written}` is no number");
        let unreadable = Diagnostic::new(&UNREADABLE_COUNT, value, message).field(field);
        sink.report(unreadable.found(written.as_ref()));
        None
    };
    let is_plain = is_none(&written) || number.is_some_and(|number| number.to_string() == written);
    Count { number, as_written: (!is_plain).then(|| written.into_owned()) }
}
