//! Strings and keys.

use std::borrow::Cow;

use super::reader::{Reader, quoted};
use super::syntax_issue::SyntaxIssueKind;
use crate::text::{ByteBlock, Span};

/// So many bytes of the next line decide whether a string continues there.
const LOOK_AHEAD: usize = 64;

/// A string begins here, with JSON's quote or another.
pub(super) fn is_quote(rest: &str) -> bool {
    match rest.as_bytes() {
        [b'"' | b'\'', ..] => true,
        [0xe2, ..] => rest.starts_with(['“', '”']),
        _ => false,
    }
}

impl<'t> Reader<'t> {
    /// Reads the string that begins here. All that is wrong with it is one issue, at the first place, with one fix that
    /// replaces the string.
    #[inline]
    pub(super) fn string(&mut self) -> (Cow<'t, str>, Span) {
        match self.plain_string() {
            Some(found) => found,
            None => self.any_string(),
        }
    }

    #[cold]
    fn any_string(&mut self) -> (Cow<'t, str>, Span) {
        let start = self.at;
        let opening = self.rest().chars().next().unwrap_or('"');
        self.at += opening.len_utf8();
        let mut string = Content { decoded: String::new(), kept: self.at, issue: None };
        if opening != '"' {
            string.issue = Some((SyntaxIssueKind::ForeignQuotes, Span::of(start, self.at)));
        }
        let end = self.content(opening, &mut string);
        let span = Span::of(start, self.at);
        let last = self.source.get(string.kept..end).unwrap_or_default();
        let is_plain = string.decoded.is_empty();
        let text = if is_plain { Cow::Borrowed(last) } else { Cow::Owned(string.decoded + last) };
        if let Some((kind, place)) = string.issue {
            // The rest of a string that was cut off is unknown.
            let is_cut = end == self.at && self.rest().trim_start().is_empty();
            if is_cut {
                self.cut.half = Some(span.start);
            }
            if is_cut && kind == SyntaxIssueKind::UnclosedString {
                self.unclosed();
            } else {
                self.issue(kind, place, || (!is_cut).then(|| (span, quoted(&text))));
            }
        }
        (text, span)
    }

    /// Reads a string as nearly all are: between JSON's quotes, with nothing inside that is escaped, and with what
    /// must follow directly behind.
    #[inline]
    fn plain_string(&mut self) -> Option<(Cow<'t, str>, Span)> {
        let start = self.at;
        let inner = self.source.as_bytes().get(start..)?.strip_prefix(b"\"")?;
        let length = plain_length(inner)?;
        let is_closed = matches!(inner.get(length..)?, [b'"', b',' | b':' | b'}' | b']' | b'\n' | b'\r', ..]);
        let text = self.source.get(start + 1..start + 1 + length).filter(|_| is_closed)?;
        self.at = start + length + 2;
        Some((Cow::Borrowed(text), Span::of(start, self.at)))
    }

    /// Skips to behind the closing quote, and returns where the content ends.
    fn content(&mut self, opening: char, string: &mut Content) -> usize {
        loop {
            let rest = self.rest();
            let is_special = |byte: u8| byte < 0x20 || byte == b'\\' || is_closing(byte, opening);
            let Some(plain) = rest.bytes().position(is_special) else {
                let end = self.source.len();
                string.issue.get_or_insert((SyntaxIssueKind::UnclosedString, Span::of(end, end)));
                self.at = end;
                return end;
            };
            self.at += plain;
            let place = self.at;
            let character = self.rest().chars().next().unwrap_or_default();
            match character {
                '\\' => self.escape(string),
                '\n' | '\r' if self.breaks_off(place) => {
                    let end = place - trailing_space(self.source.get(string.kept..place).unwrap_or_default());
                    string.issue.get_or_insert((SyntaxIssueKind::UnclosedString, Span::of(end, end)));
                    self.at = end;
                    self.unclosed_string = Some(end);
                    return end;
                }
                control if control < ' ' => {
                    string.issue.get_or_insert((SyntaxIssueKind::RawControl, Span::of(place, place + 1)));
                    self.at += 1;
                }
                quote if is_closing_quote(quote, opening) => {
                    self.at += quote.len_utf8();
                    if self.closes_here() {
                        return place;
                    }
                    string.issue.get_or_insert((SyntaxIssueKind::InnerQuote, Span::of(place, self.at)));
                }
                other => self.at += other.len_utf8(),
            }
        }
    }

    fn escape(&mut self, string: &mut Content) {
        let place = self.at;
        let rest = self.rest();
        if is_half_escape(rest) {
            self.at = self.source.len();
            return;
        }
        let next = rest.as_bytes().get(1);
        if next == Some(&b'_') {
            // Markdown escapes it, so that nothing becomes italic; JSON has nothing to escape there.
            string.issue.get_or_insert((SyntaxIssueKind::UnknownEscape, Span::of(place, place + 2)));
        }
        let known = match next {
            Some(b'_') => Some(('_', 2)),
            Some(b'"') => Some(('"', 2)),
            Some(b'\\') => Some(('\\', 2)),
            Some(b'/') => Some(('/', 2)),
            Some(b'b') => Some(('\u{8}', 2)),
            Some(b'f') => Some(('\u{c}', 2)),
            Some(b'n') => Some(('\n', 2)),
            Some(b'r') => Some(('\r', 2)),
            Some(b't') => Some(('\t', 2)),
            Some(b'u') => code_point(rest),
            _ => None,
        };
        let Some((character, length)) = known else {
            string.issue.get_or_insert((SyntaxIssueKind::UnknownEscape, Span::of(place, place + 1)));
            self.at += 1;
            return;
        };
        string.decoded.push_str(self.source.get(string.kept..place).unwrap_or_default());
        string.decoded.push(character);
        self.at += length;
        string.kept = self.at;
    }

    /// Returns `true` if what follows a quote continues the JSON; otherwise the quote belongs to the text.
    fn closes_here(&self) -> bool {
        let next = self.rest().trim_start_matches([' ', '\t']).chars().next();
        next.is_none_or(|next| {
            matches!(next, ',' | ':' | '}' | ']' | '\n' | '\r' | '"' | '/' | '#' | '=' | '`')
        })
    }

    /// Returns `true` if the line after this break begins with a key or a bracket: the string was not closed.
    fn breaks_off(&self, place: usize) -> bool {
        let after = self.source.as_bytes().get(place..).unwrap_or_default();
        let after = after.get(..after.len().min(LOOK_AHEAD)).unwrap_or_default();
        let line = after.trim_ascii_start();
        let line =
            line.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default().trim_ascii_end();
        let is_key = line.strip_prefix(b"\"").is_some_and(|key| {
            let end = key.iter().position(|byte| *byte == b'"');
            end.and_then(|end| key.get(end + 1..))
                .is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
        });
        is_key
            || matches!(line, b"}" | b"]" | b"}," | b"],")
            || line.starts_with(b"{\"")
            || after.trim_ascii().is_empty()
    }
}

/// Returns `true` if the text ends within an escape.
fn is_half_escape(rest: &str) -> bool {
    let digits = rest.strip_prefix("\\u").filter(|digits| digits.len() < 4);
    rest == "\\" || digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Counts the bytes before the first that ends a string or begins an escape, or that a string can't hold.
pub(super) fn plain_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(eight) = ByteBlock::at(bytes, at) {
        let before = eight.before_end_of_string();
        at += before;
        if before < ByteBlock::COUNT {
            return Some(at);
        }
    }
    let rest = bytes.get(at..)?.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' '))?;
    Some(at + rest)
}

/// What was read of a string's content.
struct Content {
    decoded: String,
    /// From here on the source is the content, byte for byte.
    kept: usize,
    /// The first thing that is wrong.
    issue: Option<(SyntaxIssueKind, Span)>,
}

fn is_closing(byte: u8, opening: char) -> bool {
    match opening {
        '\'' => byte == b'\'',
        '"' => byte == b'"',
        // The first byte of a curly quote, or a straight one.
        _ => matches!(byte, 0xe2 | b'"'),
    }
}

fn is_closing_quote(character: char, opening: char) -> bool {
    match opening {
        '\'' | '"' => character == opening,
        _ => matches!(character, '“' | '”' | '"'),
    }
}

fn trailing_space(content: &str) -> usize {
    content.len() - content.trim_end().len()
}

/// The character of `\u00e9`, or of a pair such as `\ud83d\ude00`, and its length.
fn code_point(rest: &str) -> Option<(char, usize)> {
    let unit = |at: usize| {
        let digits = rest.get(at..at + 6)?.strip_prefix("\\u")?;
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    };
    let first = unit(0)?;
    if let Some(character) = char::from_u32(first.into()) {
        return Some((character, 6));
    }
    let pair = char::decode_utf16([first, unit(6)?]).next()?.ok()?;
    Some((pair, 12))
}
