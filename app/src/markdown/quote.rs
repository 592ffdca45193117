//! The marks of a quote, `>`, in front of lines.

use std::borrow::Cow;

use memchr::memchr2;

use super::Outline;
use crate::text::{Span, Text};

/// Returns a line without the mark of a quote in front; that of an announcement (`>> Step`) is none.
pub fn behind_quote(line: &str) -> &str {
    match line.trim_start_matches(' ').strip_prefix('>') {
        Some(rest) if !rest.starts_with('>') => rest.strip_prefix(' ').unwrap_or(rest),
        _ => line,
    }
}

/// Returns a fragment of a block as it was meant, without the marks of the quote that the whole block is in.
#[inline]
pub fn read_in_quote<'t>(text: &'t Text, outline: &Outline, block: u32, span: Span) -> Cow<'t, str> {
    // Few texts quote anything.
    if outline.deepest_quote() > 0 { behind_quotes(text, outline, block, span) } else { text.read(span) }
}

#[cold]
fn behind_quotes<'t>(text: &'t Text, outline: &Outline, block: u32, span: Span) -> Cow<'t, str> {
    let written = text.read(span);
    let before = text.source().as_bytes().get(..span.start as usize).unwrap_or_default();
    let begins_line = matches!(before, [] | [.., b'\n' | b'\r']);
    let has_marks = begins_line || memchr2(b'\n', b'\r', written.as_bytes()).is_some();
    let depth = if has_marks { outline.quote_at(block) } else { 0 };
    if depth == 0 {
        return written;
    }
    let bare = |(index, line)| match index > 0 || begins_line {
        true => (0..depth).fold(line, |line, _| behind_quote(line)),
        false => line,
    };
    let bare: String = written.split_inclusive(BREAKS).enumerate().map(bare).collect();
    // The first and the last line may have only their break left.
    Cow::Owned(bare.trim().to_owned())
}

const BREAKS: [char; 2] = ['\n', '\r'];

/// Returns some lines without their quote marks, or `None` if they aren't quoted. The first may be the rest of a
/// line.
pub fn unquoted_lines(written: &str) -> Option<String> {
    let lines = || written.split_inclusive(['\n', '\r']);
    let says_something = |line: &&str| !line.trim().is_empty();
    let is_quoted = |line: &str| behind_quote(line).len() < line.len();
    let mut others = lines().skip(1).filter(says_something).peekable();
    let is_first_quoted = lines().next().is_some_and(is_quoted);
    if !is_first_quoted && others.peek().is_none() || !others.all(is_quoted) {
        return None;
    }
    Some(lines().map(behind_quote).collect())
}

#[cfg(test)]
mod tests {
    use super::unquoted_lines;

    #[test]
    fn quoted_lines_lose_their_marks() {
        let unquoted = |written| unquoted_lines(written);
        assert_eq!(unquoted("> a\n>\n>   b").as_deref(), Some("a\n\n  b"));
        assert_eq!(unquoted("a\r\n> b").as_deref(), Some("a\r\nb"));
        assert_eq!(unquoted("a > b"), None);
        assert_eq!(unquoted("> a\nb"), None);
    }
}
