//! Lines of the form `key: value`: `**Key:** v`, `**Key**: v`, `**Key: v**`, `Key: v`.

use memchr::{memchr, memchr_iter};

use crate::text::{ByteSet, Span};

/// A longer key is a sentence.
const LONGEST_KEY: usize = 60;
const LONGEST_KEY_BYTES: usize = LONGEST_KEY * 4 + 1;
const MOST_WORDS: usize = 6;
/// The bytes that no plain key has.
const MARKS_OF_SENTENCES: ByteSet = ByteSet::of(b"`|.,\"<");

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KeyValue {
    /// Without emphasis and colon.
    pub key: Span,
    /// What follows on the line; empty where the value is on the next.
    pub value: Span,
    /// The key is in bold or italics.
    pub is_strong: bool,
}

/// Reads a trimmed line, or the text of a list item or heading.
pub fn key_value(source: &str, line: Span) -> Option<KeyValue> {
    // Most have no colon.
    let colon = memchr(b':', source.as_bytes().get(line.range())?)?;
    key_value_before(source, line, line.start + colon as u32)
}

/// Like [`key_value`], for a line whose first colon is already known.
pub(super) fn key_value_before(source: &str, line: Span, colon: u32) -> Option<KeyValue> {
    let inner = line.skip(lead(line.slice(source)));
    match *source.as_bytes().get(inner.range())?.first()? {
        mark @ (b'*' | b'_') => strong(source, inner, mark, colon.saturating_sub(inner.start) as usize),
        // The first colon may be part of the mark in front.
        _ if colon < inner.start => plain(source, inner, first_colon(inner.slice(source))?),
        _ => plain(source, inner, (colon - inner.start) as usize),
    }
}

/// Returns the length of a mark in front of the key, such as ✅, or 0 if there is none.
fn lead(fragment: &str) -> usize {
    if matches!(
        fragment.as_bytes(),
        [b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'*' | b'_' | b'`' | b'<' | b'[', ..]
    ) {
        return 0;
    }
    let is_mark =
        |first: &char| !first.is_alphanumeric() && !matches!(first, '*' | '_' | '`' | '|' | '<' | '[');
    let lead = fragment.chars().take_while(is_mark);
    lead.take(4).map(char::len_utf8).sum()
}

fn strong(source: &str, line: Span, mark: u8, colon: usize) -> Option<KeyValue> {
    let bytes = source.as_bytes().get(line.range())?;
    // The usual form: `**Key:** value`.
    if let Some(([one, two, key @ ..], [_, three, four, ..])) = bytes.split_at_checked(colon)
        && [*one, *two, *three, *four] == [mark; 4]
        && !key.contains(&mark)
    {
        let value = line.skip(colon + 3).trim(source);
        return checked(source, line.skip(2).take(key.len()), value, true);
    }
    let length = bytes.iter().take(3).take_while(|byte| **byte == mark).count();
    let inner_length = find_marks(bytes.get(length..)?, mark, length)?;
    let rest = line.skip(length + inner_length + length);
    let inner = line.skip(length).take(inner_length);
    let inner = Span { end: inner.trim(source).end, ..inner };
    let inner_text = inner.slice(source);
    if let [key @ .., b':'] = inner_text.as_bytes() {
        return checked(source, inner.take(key.len()), rest.trim(source), true);
    }
    let rest_text = rest.slice(source);
    if rest_text.trim_start().starts_with(':') {
        let colon = rest_text.find(':')?;
        return checked(source, inner, rest.skip(colon + 1).trim(source), true);
    }
    // `**Key: v** more`: the value runs on to the end of the line.
    let colon = first_colon(inner_text)?;
    let value = if rest_text.trim().is_empty() { inner } else { Span { end: line.end, ..inner } };
    checked(source, inner.take(colon), value.skip(colon + 1).trim(source), true)
}

/// Where `count` marks are side by side.
fn find_marks(bytes: &[u8], mark: u8, count: usize) -> Option<usize> {
    let are_marks =
        |at: &usize| bytes.get(*at..*at + count).is_some_and(|marks| marks.iter().all(|byte| *byte == mark));
    memchr_iter(mark, bytes).find(are_marks)
}

#[inline]
fn plain(source: &str, line: Span, colon: usize) -> Option<KeyValue> {
    let fragment = line.slice(source);
    let head = fragment.as_bytes().get(..colon).filter(|_| may_end_key(fragment, colon))?;
    // Most sentences have a full stop or a comma before their colon, which gives them away, and keys of JSON a quote.
    let is_key = fragment.starts_with(char::is_alphabetic)
        && !head.iter().rev().any(|byte| MARKS_OF_SENTENCES.has(*byte));
    is_key.then(|| checked(source, line.take(colon), line.skip(colon + 1).trim(source), false))?
}

/// Where the first colon is, if a key may end with it.
fn first_colon(fragment: &str) -> Option<usize> {
    let bytes = fragment.as_bytes();
    let colon = memchr(b':', bytes.get(..LONGEST_KEY_BYTES).unwrap_or(bytes));
    colon.filter(|at| may_end_key(fragment, *at))
}

/// Whether a colon ends a word, and a key may be as long as what precedes it; that of an address or a path ends none.
#[inline]
fn may_end_key(fragment: &str, at: usize) -> bool {
    let bytes = fragment.as_bytes();
    if at >= LONGEST_KEY_BYTES {
        return false;
    }
    let is_end = match bytes.get(at + 1) {
        None | Some(b' ' | b'*') => true,
        Some(b'!'..=0x7f) => false,
        Some(_) => fragment.get(at + 1..).is_some_and(|rest| rest.starts_with(char::is_whitespace)),
    };
    let is_short =
        || at <= LONGEST_KEY || fragment.get(..at).is_some_and(|key| has_at_most(key, LONGEST_KEY));
    is_end && is_short()
}

#[inline]
fn checked(source: &str, key: Span, value: Span, is_strong: bool) -> Option<KeyValue> {
    let key = key.trim(source);
    let name = key.slice(source);
    let is_key = !name.is_empty() && has_at_most(name, LONGEST_KEY) && has_few_words(name);
    is_key.then_some(KeyValue { key, value, is_strong })
}

fn has_at_most(fragment: &str, characters: usize) -> bool {
    fragment.len() <= characters || fragment.chars().nth(characters).is_none()
}

fn has_few_words(name: &str) -> bool {
    // More words of a letter each, and what parts them, are longer.
    if name.len() <= 2 * MOST_WORDS {
        return true;
    }
    // Between any two words is a space, of ASCII or not.
    let may_part = |byte: &u8| *byte <= b' ' || !byte.is_ascii();
    name.bytes().filter(may_part).count() < MOST_WORDS || name.split_whitespace().nth(MOST_WORDS).is_none()
}
