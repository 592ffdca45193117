//! Numbers, `true`, `false`, `null`, and what agents write in their place.

use super::reader::{Reader, quoted};
use super::syntax_issue::SyntaxIssueKind;
use super::value::{Json, Kind};
use crate::text::Span;

/// A longer word without quotes is prose.
const LONGEST_WORD: usize = 200;

impl<'t> Reader<'t> {
    /// Reads a number, `true`, `false`, `null`, or the bare word in their place.
    pub(super) fn word(&mut self) -> Json<'t> {
        if let Some(found) = self.plain_word() {
            return found;
        }
        let start = self.at;
        let rest = self.rest();
        let mut end = rest.find([',', '}', ']', '\n', '\r', '"', '{', '[']).unwrap_or(rest.len());
        let bounded = rest.get(..end).unwrap_or_default();
        end = bounded.find("//").map_or(end, |comment| end.min(comment));
        // Behind a value of JSON it begins a comment; a word may hold one.
        let ends_value = |hash: &usize| is_value(bounded.get(..*hash).unwrap_or_default().trim_end());
        end = bounded.find('#').filter(ends_value).map_or(end, |comment| end.min(comment));
        let word = rest.get(..end).unwrap_or_default().trim_end();
        let span = Span::of(start, start + word.len());
        if word.is_empty() || word.len() > LONGEST_WORD && !is_number(word) {
            self.stop(SyntaxIssueKind::Unexpected, self.this_character());
            return Json { span: Span::of(start, start), kind: Kind::Missing };
        }
        self.at += word.len();
        if rest.trim_end().len() == word.len() {
            self.cut.half = Some(span.start);
            if is_half_word(word) {
                self.unclosed();
                return Json { span, kind: Kind::Missing };
            }
        }
        let kind = match word {
            "null" => return Json { span, kind: Kind::Null },
            "true" => return Json { span, kind: Kind::Bool(true) },
            "false" => return Json { span, kind: Kind::Bool(false) },
            number if is_number(number) => return Json { span, kind: Kind::Number(number) },
            "True" | "TRUE" => Kind::Bool(true),
            "False" | "FALSE" => Kind::Bool(false),
            "None" | "NULL" | "Null" | "undefined" | "nil" => Kind::Null,
            other => Kind::Word(other),
        };
        let meant = || match kind {
            Kind::Bool(true) => "true".to_owned(),
            Kind::Bool(false) => "false".to_owned(),
            Kind::Null => "null".to_owned(),
            _ => quoted(word),
        };
        self.issue(SyntaxIssueKind::BareWord, span, || Some((span, meant())));
        Json { span, kind }
    }

    /// Reads a word as nearly all are: one that JSON knows, with what must follow behind.
    fn plain_word(&mut self) -> Option<Json<'t>> {
        let start = self.at;
        let rest = self.rest();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-');
        let length = rest.bytes().take_while(is_part).count();
        let (word, after) = rest.split_at_checked(length)?;
        let is_ended = matches!(after.as_bytes(), [b',' | b'}' | b']' | b'\n' | b'\r', ..]);
        let kind = match word {
            "null" => Kind::Null,
            "true" => Kind::Bool(true),
            "false" => Kind::Bool(false),
            number if is_number(number) => Kind::Number(number),
            _ => return None,
        };
        is_ended.then(|| {
            self.at += length;
            Json { span: Span::of(start, start + length), kind }
        })
    }
}

fn is_value(word: &str) -> bool {
    matches!(word, "null" | "true" | "false") || is_number(word)
}

/// The text ends within a word of JSON, or before a digit that must follow.
fn is_half_word(word: &str) -> bool {
    let is_begun = |whole: &&str| whole.len() > word.len() && whole.starts_with(word);
    ["true", "false", "null"].iter().any(is_begun) || !is_number(word) && is_number(&format!("{word}0"))
}

/// As the grammar of JSON has it: `-12.5e3`, but not `+1`, `.5` or `007`.
pub(super) fn is_number(word: &str) -> bool {
    let digits = |from: &str| from.bytes().take_while(u8::is_ascii_digit).count();
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    let whole = digits(unsigned);
    let is_padded = whole > 1 && unsigned.starts_with('0');
    let mut rest = unsigned.get(whole..).unwrap_or_default();
    if whole == 0 || is_padded {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = fraction.get(length..).unwrap_or_default();
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let length = digits(exponent);
        return length > 0 && length == exponent.len();
    }
    rest.is_empty()
}
