//! Finds the JSON objects of a text: bare, line by line, in a fence, or inside prose.

use std::borrow::Cow;
use std::sync::OnceLock;

use memchr::memchr;
use serde_json::Deserializer;

use super::escapes::unescaped;
use super::keys::Keys;
use super::line::end_of_record;
use super::names::{Names, Place, Places};
use super::reader::{Reading, read};
use super::space::comment;
use super::strings::is_quote;
use super::value::Member;
use crate::markdown::Outline;
use crate::side_by_side::side_by_side;
use crate::text::{Span, Text};

/// Languages of a fence whose content is data and no program.
const DATA: [&str; 9] = ["", "json", "jsonc", "json5", "jsonl", "ndjson", "text", "txt", "output"];

/// The first key of an object begins at most so many bytes behind its bracket.
const FARTHEST_KEY: usize = 200;

/// Shorter texts have too few records for several threads.
const LOG: u32 = 64 * 1024;

/// So many records of a log are found at a time.
const BATCH: usize = 4096;

/// An object and its keys.
#[derive(Debug)]
pub struct Found<'t> {
    pub span: Span,
    keys: Vec<Key>,
    /// Those of the keys.
    places: Places,
    reading: OnceLock<Reading<'t>>,
}

#[derive(Copy, Clone, Debug)]
struct Key {
    /// With its quotes.
    span: Span,
    /// Where names are looked up, computed once: several formats ask, and nearly all keys are none of theirs.
    place: Place,
}

impl<'t> Found<'t> {
    fn new(span: Span, keys: Vec<Key>) -> Self {
        let places = keys.iter().fold(Places::NONE, |places, key| places.with(key.place));
        Self { span, keys, places, reading: OnceLock::new() }
    }

    /// Returns the whole object, read when it is first asked for.
    pub fn reading(&self, text: &'t Text) -> &Reading<'t> {
        self.reading.get_or_init(|| read(text.source(), self.span))
    }

    /// Returns the place of a key, with its quotes.
    pub fn key(&self, text: &Text, key: &str) -> Option<Span> {
        let place = Place::of(key);
        let is_key = |own: &&Key| own.place == place && unquoted(text.slice(own.span)) == key;
        self.keys.iter().find(is_key).map(|key| key.span)
    }

    /// Returns the keys without their quotes, in order.
    pub fn keys<'f>(&'f self, text: &'f Text) -> impl Iterator<Item = Cow<'f, str>> {
        self.keys.iter().map(|key| unquoted(text.slice(key.span)))
    }

    /// Counts which of these names, at most 64, are keys of the object, spelled as they are.
    pub fn count(&self, text: &Text, names: &Names) -> usize {
        if !names.may_have_any(self.places) {
            return 0;
        }
        // A key that occurs twice counts once.
        let mark = |marks: u64, key: &Key| {
            let own = unquoted(text.slice(key.span));
            let index = names.index_of(key.place, &own).filter(|index| names.name(*index) == Some(&own));
            marks | index.map_or(0, |index| 1 << index)
        };
        let keys = self.keys.iter().filter(|key| names.may_have(key.place));
        keys.fold(0, mark).count_ones() as usize
    }

    /// Returns `true` if the object has one of these keys, in whatever spelling: `gateStatus` for `gate_status`.
    pub fn has_any_like(&self, text: &Text, names: &[&Names]) -> bool {
        names.iter().filter(|names| names.may_have_any(self.places)).any(|names| {
            let mut present = self.keys.iter().filter(|key| names.may_have(key.place));
            present.any(|key| names.index_of(key.place, &unquoted(text.slice(key.span))).is_some())
        })
    }
}

/// A key without its quotes and escapes.
fn unquoted(key: &str) -> Cow<'_, str> {
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

/// Returns the outermost objects that open in a part of a text, in order.
pub fn find_objects<'t>(text: &'t Text, outline: &Outline, part: Span) -> Vec<Found<'t>> {
    let mut finder = Finder { text, outline, at: part.start, strict_from: part.start, found: Vec::new() };
    let log = Some(part).filter(|part| part.len() >= LOG).into_iter();
    let lines = log.flat_map(|log| text.lines().within(log)).map(|line| line.start);
    let lines: Vec<u32> = lines.filter(|start| may_open(text.source(), *start as usize)).collect();
    for lines in lines.chunks(BATCH) {
        for record in side_by_side(lines, |start| record(text, outline, *start)).into_iter().flatten() {
            finder.find_until(record.span.start);
            if finder.at <= record.span.start {
                finder.push(record);
            }
        }
    }
    finder.find_until(part.end);
    finder.found
}

/// Finds the record that a line of a log begins with, if a strict reader accepts it.
fn record<'t>(text: &'t Text, outline: &Outline, start: u32) -> Option<Found<'t>> {
    let line = end_of_record(text.source(), start as usize)?;
    let end = end_of_fence(text, outline, start).min(line as u32);
    plain(start, text.slice(Span::new(start, end))).ok()
}

struct Finder<'t, 'o> {
    text: &'t Text,
    outline: &'o Outline,
    at: u32,
    /// What a strict reader passed over in vain isn't given to it again.
    strict_from: u32,
    found: Vec<Found<'t>>,
}

impl<'t> Finder<'t, '_> {
    fn find_until(&mut self, end: u32) {
        let source = self.text.source();
        let rest = |at: u32| source.as_bytes().get(at as usize..end as usize).unwrap_or_default();
        while let Some(offset) = memchr(b'{', rest(self.at)) {
            let start = self.at + offset as u32;
            self.at = start + 1;
            if may_open(source, start as usize) {
                let object = self.object(start);
                self.push(object);
            }
        }
    }

    fn object(&mut self, start: u32) -> Found<'t> {
        let source = self.text.source();
        let end = end_of_fence(self.text, self.outline, start);
        let end = end_of_record(source, start as usize).map_or(end, |line| end.min(line as u32));
        let rest = Some(Span::new(start, end)).filter(|_| start >= self.strict_from);
        plain(start, rest.map(|rest| self.text.slice(rest)).unwrap_or_default()).unwrap_or_else(|length| {
            self.strict_from = self.strict_from.max(start + length as u32);
            any(source, start, end)
        })
    }

    fn push(&mut self, object: Found<'t>) {
        self.at = self.at.max(object.span.end);
        if !object.keys.is_empty() {
            self.found.push(object);
        }
    }
}

/// Returns the end of the fence that a place is in, or of the text.
fn end_of_fence(text: &Text, outline: &Outline, at: u32) -> u32 {
    let fence = outline.fence_at(at).and_then(|fence| outline.fence(fence));
    fence.map_or(text.span().end, |fence| fence.content.end)
}

/// Finds the object that a text at `start` begins with, if a strict reader accepts it: nearly all are so, and need not be
/// read for it. Otherwise returns how far the reader came.
fn plain(start: u32, text: &str) -> Result<Found<'_>, usize> {
    let mut values = Deserializer::from_str(text).into_iter::<Keys<'_>>();
    let Keys(keys) = values.next().ok_or(0_usize)?.map_err(|error| {
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        lines.map(str::len).sum::<usize>() + error.column()
    })?;
    let key = |key: &str| {
        let at = start as usize + (key.as_ptr() as usize - text.as_ptr() as usize);
        Key { span: Span::of(at - 1, at + key.len() + 1), place: Place::of(key) }
    };
    let keys = keys.into_iter().map(key).collect();
    Ok(Found::new(Span::new(start, start + values.byte_offset() as u32), keys))
}

/// Finds an object that may be damaged.
fn any(source: &str, start: u32, end: u32) -> Found<'_> {
    let Reading { json, cut, .. } = read(source, Span::new(start, end));
    let key = |member: &Member<'_>| Key { span: member.key_span, place: Place::of(&member.key) };
    let mut span = json.span;
    if cut.is_some() {
        span = Span::new(span.start, end_of_rest(source, span.end, end));
    }
    Found::new(span.trim(source), json.members().iter().map(key).collect())
}

/// Returns `true` if a key follows the bracket.
pub(super) fn may_open(source: &str, start: usize) -> bool {
    let bytes = source.as_bytes().get(start + 1..).unwrap_or_default();
    // What follows a bracket in a program is seldom a key. The lines of a quote begin with its mark.
    let is_margin = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ' | b'>');
    let margin = bytes.iter().take(FARTHEST_KEY).take_while(|byte| is_margin(byte)).count();
    let inner = bytes.get(margin..FARTHEST_KEY.min(bytes.len())).unwrap_or_default();
    match inner {
        [b'"' | b'\'', ..] => true,
        [first, ..] if first.is_ascii_alphanumeric() || *first == b'_' => {
            begins_line(source, start) && is_bare_key(inner)
        }
        [b'/' | b'#' | 0x80.., ..] => may_open_behind(source, start, margin),
        _ => false,
    }
}

/// As [`may_open`], where a comment or a character outside ASCII follows the bracket.
fn may_open_behind(source: &str, start: usize, margin: usize) -> bool {
    let after = source.get(start + 1..).unwrap_or_default();
    let head = after.get(..after.floor_char_boundary(FARTHEST_KEY)).unwrap_or_default();
    let is_margin = |first: char| first.is_whitespace() || first == '>';
    let mut inner = head.get(margin..).unwrap_or_default().trim_start_matches(is_margin);
    // A comment on the object comes before its first key.
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
        // The next character may be white space outside ASCII.
        Some(0x80..) => {
            rest.utf8_chunks().next().is_some_and(|rest| rest.valid().trim_start().starts_with(':'))
        }
        next => next == Some(&b':'),
    }
}

/// Whether nothing but the marks of a quote comes before a place on its line.
fn begins_line(source: &str, start: usize) -> bool {
    let before = source.get(..start).unwrap_or_default();
    let margin = before.trim_end_matches([' ', '\t', '>']);
    matches!(margin, "" | "\u{feff}") || margin.ends_with(['\n', '\r'])
}

/// Returns the end of a damaged object: the rest of its paragraph, up to a blank line or the next record.
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

/// Returns `true` for an answer that a document quotes, or that is in a fence of a programming language. An answer in a
/// fence of its own is no example.
pub fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
    let Some(fence) = outline.fence_at(span.start).and_then(|id| outline.fence(id)) else { return false };
    let language = text.slice(fence.info).split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    fence.parent.is_some() || !DATA.contains(&language.as_str())
}
