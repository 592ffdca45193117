//! What can be seen of a text without reading it: its headings.

use memchr::{memchr, memchr2};

use crate::text::{Span, Text};

/// The lines of a text that may be headings, those in fences and tables included.
///
/// Most texts are of no format, and most formats are opened by a heading: a room that looks here first spares
/// such a text the outline.
#[derive(Debug)]
pub struct Glance<'t> {
    text: &'t Text,
    headings: Vec<Span>,
}

impl<'t> Glance<'t> {
    pub fn of(text: &'t Text) -> Self {
        let source = text.source();
        let bytes = source.as_bytes();
        let mut headings = Vec::new();
        let mut from = 0;
        while let Some(found) = bytes.get(from..).and_then(|rest| memchr(b'#', rest)) {
            let at = from + found;
            from = at + 1;
            if begins_line(source, at) {
                let rest = bytes.get(at..).unwrap_or_default();
                from = at + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                headings.push(Span::of(at, from));
            }
        }
        Self { text, headings }
    }

    pub fn text(&self) -> &'t Text {
        self.text
    }

    /// The headings from their `#` to the end of the line.
    pub fn headings(&self) -> &[Span] {
        &self.headings
    }
}

/// Whether nothing but white space and quote marks stands in front.
fn begins_line(source: &str, at: usize) -> bool {
    let is_blank = |before: &u8| matches!(before, b' ' | b'\t' | b'>');
    let before = source.as_bytes().get(..at).unwrap_or_default();
    let plain = before.iter().rev().take_while(|byte| is_blank(byte)).count();
    match before.get(..before.len() - plain).and_then(|rest| rest.last()) {
        None | Some(b'\n' | b'\r') => true,
        Some(byte) if byte.is_ascii_graphic() => false,
        // Other white space, a byte order mark, or a word.
        Some(_) => {
            let line = source.get(..at).unwrap_or_default().rsplit(['\n', '\r']).next().unwrap_or_default();
            line.chars().all(|before| before.is_whitespace() || matches!(before, '>' | '\u{feff}'))
        }
    }
}
