//! Lines that say `key: value`: `**Key:** v`, `**Key**: v`, `**Key: v**`, `Key: v`.

use memchr::{memchr, memchr_iter};

use crate::text::Span;

/// A longer key is a sentence.
const LONGEST_KEY: usize = 60;
const LONGEST_KEY_BYTES: usize = LONGEST_KEY * 4 + 1;
const MOST_WORDS: usize = 6;
/// The colon, and the bytes that no plain key has.
const ENDS_KEY: [bool; 256] = {
    let mut bytes = [false; 256];
    let mut marks = b":`|.,\"<".as_slice();
    while let [mark, rest @ ..] = marks {
        bytes[*mark as usize] = true;
        marks = rest;
    }
    bytes
};

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
    let line = line.skip(lead(line.slice(source)));
    let bytes = source.as_bytes().get(line.range())?;
    match bytes.first()? {
        // Most have none.
        mark @ (b'*' | b'_') => memchr(b':', bytes).and_then(|_| strong(source, line, *mark)),
        _ => plain(source, line),
    }
}

/// The length of a mark such as ✅ that may stand in front.
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

fn strong(source: &str, line: Span, mark: u8) -> Option<KeyValue> {
    let fragment = line.slice(source);
    let length = fragment.bytes().take(3).take_while(|byte| *byte == mark).count();
    let inner = line.skip(length);
    let inner_length = find_marks(inner.slice(source).as_bytes(), mark, length)?;
    let inner = inner.take(inner_length);
    let rest = line.skip(length + inner_length + length);
    let rest_text = rest.slice(source);
    let inner_text = inner.slice(source).trim_end();
    if let Some(key) = inner_text.strip_suffix(':') {
        return checked(source, inner.take(key.len()), rest.trim(source), true);
    }
    if rest_text.trim_start().starts_with(':') {
        let colon = rest_text.find(':')?;
        return checked(source, inner, rest.skip(colon + 1).trim(source), true);
    }
    // `**Key: v** more`: the value runs on to the end of the line.
    let colon = first_colon(inner_text)?;
    let value = if rest_text.trim().is_empty() { inner } else { line.skip(length) };
    checked(source, inner.take(colon), value.skip(colon + 1).trim(source), true)
}

/// Where `count` marks stand side by side.
fn find_marks(bytes: &[u8], mark: u8, count: usize) -> Option<usize> {
    let are_marks =
        |at: &usize| bytes.get(*at..*at + count).is_some_and(|marks| marks.iter().all(|byte| *byte == mark));
    memchr_iter(mark, bytes).find(are_marks)
}

fn plain(source: &str, line: Span) -> Option<KeyValue> {
    let fragment = line.slice(source);
    if !fragment.starts_with(char::is_alphabetic) {
        return None;
    }
    // Most sentences have a full stop or a comma before their colon, and are told by it.
    let head = fragment.as_bytes();
    let head = head.get(..LONGEST_KEY_BYTES).unwrap_or(head);
    let end = head.iter().position(|byte| ENDS_KEY[usize::from(*byte)])?;
    let colon = colon(fragment, end)?;
    checked(source, line.take(colon), line.skip(colon + 1).trim(source), false)
}

/// Where the first colon stands that a key may end with.
fn first_colon(fragment: &str) -> Option<usize> {
    let bytes = fragment.as_bytes();
    colon(fragment, memchr(b':', bytes.get(..LONGEST_KEY_BYTES).unwrap_or(bytes))?)
}

/// That place, where a colon stands there and ends a word; that of an address or a path does not.
fn colon(fragment: &str, at: usize) -> Option<usize> {
    let bytes = fragment.as_bytes();
    if bytes.get(at) != Some(&b':') {
        return None;
    }
    let is_end = match bytes.get(at + 1) {
        None | Some(b' ' | b'*') => true,
        Some(b'!'..=0x7f) => false,
        Some(_) => fragment.get(at + 1..)?.starts_with(char::is_whitespace),
    };
    let is_short =
        || at <= LONGEST_KEY || fragment.get(..at).is_some_and(|key| has_at_most(key, LONGEST_KEY));
    (is_end && is_short()).then_some(at)
}

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
