//! Where JSON objects stand in a text: bare, line by line, in a fence, or inside prose.

use std::borrow::Cow;

use memchr::memchr;

use super::inner::unescaped;
use super::line::end_of_record;
use super::names::{Names, Place};
use super::reader::{Reading, read_briefly};
use super::space::comment;
use super::strings::is_quote;
use super::value::Member;
use crate::markdown::{Fence, Outline, innermost};
use crate::text::{Span, Text};

/// Languages of a fence whose content is data and no program.
const DATA: [&str; 9] = ["", "json", "jsonc", "json5", "jsonl", "ndjson", "text", "txt", "output"];

/// Farther behind its bracket no first key stands, in bytes.
const FARTHEST_KEY: usize = 200;

/// An object, and what its keys are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub span: Span,
    keys: Vec<Key>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Key {
    /// With its quotes.
    span: Span,
    /// Where names are looked up: several rooms ask, and nearly all keys are none of theirs.
    place: Place,
}

impl Found {
    /// Where a key stands, with its quotes.
    pub fn key(&self, text: &Text, key: &str) -> Option<Span> {
        let place = Place::of(key);
        let is_key = |own: &&Key| own.place == place && said(text.slice(own.span)) == key;
        self.keys.iter().find(is_key).map(|key| key.span)
    }

    /// How many of these keys it has as they are written; of more than 64 nobody asks.
    pub fn count(&self, text: &Text, names: &Names) -> usize {
        // One that stands twice counts once.
        let mark = |marks: u64, key: &Key| {
            let own = said(text.slice(key.span));
            let index = names.index_of(key.place, &own).filter(|index| names.name(*index) == Some(&own));
            marks | index.map_or(0, |index| 1 << index)
        };
        let keys = self.keys.iter().filter(|key| names.may_have(key.place));
        keys.fold(0, mark).count_ones() as usize
    }

    /// Whether it has one of these keys, also where it is written in another way: `gateStatus` for `gate_status`.
    pub fn has_any_like(&self, text: &Text, names: &[&Names]) -> bool {
        self.keys.iter().any(|key| {
            let mut present = names.iter().filter(|names| names.may_have(key.place));
            present.any(|names| names.index_of(key.place, &said(text.slice(key.span))).is_some())
        })
    }
}

/// A key without its quotes and escapes.
fn said(key: &str) -> Cow<'_, str> {
    let bare = bare(key);
    if bare.as_bytes().contains(&b'\\') { Cow::Owned(unescaped(bare)) } else { Cow::Borrowed(bare) }
}

/// A key without its quotes.
fn bare(key: &str) -> &str {
    let inner = key.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    let is_plain =
        |inner: &&str| !inner.starts_with(['"', '\'']) && !inner.ends_with(['"', '\'']) && inner.is_ascii();
    inner.filter(is_plain).unwrap_or_else(|| key.trim_matches(['"', '\'', '“', '”']))
}

/// The outermost objects of a text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Objects {
    pub found: Vec<Found>,
}

impl Objects {
    pub fn of(text: &Text, fences: &[Fence]) -> Self {
        Self::shown(text, fences, |_, _| {})
    }

    /// As [`Self::of`]; each object is shown with its reading, unless it is damaged, so that within its span alone it
    /// might be read in another way.
    pub fn shown<'t>(
        text: &'t Text,
        fences: &[Fence],
        mut show: impl FnMut(&Found, Option<Reading<'t>>),
    ) -> Self {
        let source = text.source();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(offset) = memchr(b'{', source.as_bytes().get(at..).unwrap_or_default()) {
            let start = at + offset;
            at = start + 1;
            if !may_open(source, start) {
                continue;
            }
            let fence = innermost(fences, start as u32);
            let end = fence.map_or(source.len() as u32, |fence| fence.content.end);
            let end = end_of_record(source, start).map_or(end, |line| end.min(line as u32));
            let reading = read_briefly(source, Span::new(start as u32, end));
            let key = |member: &Member<'_>| {
                let span = member.key_span;
                Key { span, place: Place::of(&said(span.slice(source))) }
            };
            let keys: Vec<Key> = reading.json.members().iter().map(key).collect();
            let mut span = reading.json.span;
            if reading.cut.is_some() {
                span = Span::new(span.start, end_of_rest(source, span.end, end));
            }
            at = at.max(span.end as usize);
            if !keys.is_empty() {
                let object = Found { span: span.trim(source), keys };
                let is_sound = reading.cut.is_none() && reading.issues.is_empty();
                show(&object, is_sound.then_some(reading));
                found.push(object);
            }
        }
        Self { found }
    }
}

/// What follows the bracket is a key.
pub(super) fn may_open(source: &str, start: usize) -> bool {
    let bytes = source.as_bytes().get(start + 1..).unwrap_or_default();
    // Of the brackets in programs most are told by what follows them. The lines of a quote begin with its mark.
    let is_margin = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ' | b'>');
    let margin = bytes.iter().take(FARTHEST_KEY).take_while(|byte| is_margin(byte)).count();
    let inner = bytes.get(margin..FARTHEST_KEY.min(bytes.len())).unwrap_or_default();
    match inner {
        [b'"' | b'\'', ..] => true,
        [first, ..] if first.is_ascii_alphanumeric() || *first == b'_' => {
            is_bare_key(inner) && begins_line(source, start)
        }
        [b'/' | b'#' | 0x80.., ..] => may_open_behind(source, start, margin),
        _ => false,
    }
}

/// As [`may_open`], where a comment or what is not of ASCII stands behind the bracket.
fn may_open_behind(source: &str, start: usize, margin: usize) -> bool {
    let after = source.get(start + 1..).unwrap_or_default();
    let head = after.get(..after.floor_char_boundary(FARTHEST_KEY)).unwrap_or_default();
    let is_margin = |first: char| first.is_whitespace() || first == '>';
    let mut inner = head.get(margin..).unwrap_or_default().trim_start_matches(is_margin);
    // What a comment says of the object stands before its first key.
    while let Some(length) = comment(inner) {
        inner = inner.get(length..).unwrap_or_default().trim_start_matches(is_margin);
    }
    is_quote(inner) || is_bare_key(inner.as_bytes()) && begins_line(source, start)
}

/// A name without quotes, and its colon.
fn is_bare_key(inner: &[u8]) -> bool {
    let name = inner.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let rest = inner.get(name..).filter(|_| name > 0).unwrap_or_default();
    match rest.iter().find(|byte| !matches!(byte, b'\t'..=b'\r' | b' ')) {
        // White space that is not of ASCII may stand there.
        Some(0x80..) => {
            rest.utf8_chunks().next().is_some_and(|rest| rest.valid().trim_start().starts_with(':'))
        }
        next => next == Some(&b':'),
    }
}

/// What stands at the beginning of its line, or behind the marks of a quote.
fn begins_line(source: &str, start: usize) -> bool {
    let before = source.get(..start).unwrap_or_default();
    let margin = before.trim_end_matches([' ', '\t', '>']);
    margin.is_empty() || margin.ends_with(['\n', '\r'])
}

/// What can't be read belongs to the object as far as its paragraph goes: to a blank line, or to the next record.
fn end_of_rest(source: &str, from: u32, end: u32) -> u32 {
    let rest = Span::new(from, end).slice(source);
    let mut length = 0;
    for (index, line) in rest.split_inclusive(['\n', '\r']).enumerate() {
        let is_half_a_break = line == "\n" && rest.get(..length).is_some_and(|before| before.ends_with('\r'));
        let is_next = line.trim().is_empty() || line.starts_with('{') || line.starts_with("```");
        if is_next && index > 0 && !is_half_a_break {
            break;
        }
        length += line.len();
    }
    from + length as u32
}

/// An answer in a fence of its own is an answer; one that is quoted in a document, or in a fence of a
/// programming language, is an example.
pub fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
    let Some(fence) = outline.fence_at(span.start).and_then(|id| outline.fence(id)) else { return false };
    let language = text.slice(fence.info).split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    fence.parent.is_some() || !DATA.contains(&language.as_str())
}
