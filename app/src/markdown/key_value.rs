//! Lines that say `key: value`: `**Key:** v`, `**Key**: v`, `**Key: v**`, `Key: v`.

use crate::text::Span;

/// A longer key is a sentence.
const LONGEST_KEY: usize = 60;
const MOST_WORDS: usize = 6;

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
    let fragment = line.slice(source);
    // A mark such as ✅ may stand in front.
    let lead = fragment.chars().take_while(|first| !first.is_alphanumeric() && !"*_`|<[".contains(*first));
    let line = line.skip(lead.take(4).map(char::len_utf8).sum());
    let fragment = line.slice(source);
    let mark = fragment.chars().next().filter(|first| matches!(first, '*' | '_'));
    match mark {
        Some(mark) => strong(source, line, mark),
        None => plain(source, line),
    }
}

fn strong(source: &str, line: Span, mark: char) -> Option<KeyValue> {
    let fragment = line.slice(source);
    let length = fragment.chars().take(3).take_while(|character| *character == mark).count();
    let marks = fragment.get(..length)?;
    let inner = line.skip(length);
    let inner_length = inner.slice(source).find(marks)?;
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
    let colon = colon(inner_text)?;
    let value = if rest_text.trim().is_empty() { inner } else { line.skip(length) };
    checked(source, inner.take(colon), value.skip(colon + 1).trim(source), true)
}

fn plain(source: &str, line: Span) -> Option<KeyValue> {
    let fragment = line.slice(source);
    let colon = colon(fragment)?;
    let key = fragment.get(..colon)?;
    let is_name = key.starts_with(char::is_alphabetic) && !key.contains(['`', '|', '.', ',', '"', '<']);
    let value = line.skip(colon + 1).trim(source);
    checked(source, line.take(colon), value, false).filter(|_| is_name)
}

/// The first colon that ends a word; that of an address or a path does not.
fn colon(fragment: &str) -> Option<usize> {
    let (at, _) = fragment.char_indices().take(LONGEST_KEY + 1).find(|(_, character)| *character == ':')?;
    let after = fragment.get(at + 1..)?.chars().next();
    after.is_none_or(|after| after.is_whitespace() || after == '*').then_some(at)
}

fn checked(source: &str, key: Span, value: Span, is_strong: bool) -> Option<KeyValue> {
    let key = key.trim(source);
    let name = key.slice(source);
    let is_key = !name.is_empty()
        && name.chars().take(LONGEST_KEY + 1).count() <= LONGEST_KEY
        && name.split_whitespace().count() <= MOST_WORDS;
    is_key.then_some(KeyValue { key, value, is_strong })
}
