//! What a verdict says.

use super::{Found, Place, is_placeholder};
use crate::formats::review_report::Verdict;
use crate::formats::review_report::layout::Layout;
use crate::formats::review_report::names::is_score_key;
use crate::reading::{clean, score};
use crate::text::Span;

/// Spellings that agents use, in lower case, longest first where one begins another.
const APPROVED: &[&str] =
    &["approved", "approve", "conditionally approved", "conditional approval", "approval"];
const NEEDS_CHANGES: &[&str] = &[
    "needs changes",
    "needs change",
    "need changes",
    "needs work",
    "needs revision",
    "needs rework",
    "needs fixes",
    "changes requested",
    "changes required",
    "changes needed",
    "request changes",
    "requests changes",
    "requesting changes",
    "requires changes",
    "not approved",
];
pub(super) fn read(layout: &Layout<'_>, value: Span, place: Place, line: Span) -> Found {
    let source = layout.text.source();
    let fragment = value.slice(source);
    let words = value.skip(decoration(layout, value));
    if is_placeholder(fragment) {
        let rest = Span::empty_at(value.end);
        let verdict = Verdict::Other(fragment.trim().to_owned());
        return Found { verdict, qualifier: None, word: value, rest, place, line };
    }
    let approved = APPROVED.iter().filter_map(|phrase| begins_with(words.slice(source), phrase));
    let needs_changes = NEEDS_CHANGES.iter().filter_map(|phrase| begins_with(words.slice(source), phrase));
    let (verdict, length) = match (approved.max(), needs_changes.max()) {
        (Some(length), _) => (Verdict::Approved, length),
        (None, Some(length)) => (Verdict::NeedsChanges, length),
        (None, None) => other(words.slice(source)),
    };
    // Emphasis that closes behind the word belongs to it.
    let after = words.skip(length).slice(source);
    let length = length + after.len() - after.trim_start_matches(['*', '_', '`', '~']).len();
    let rest = words.skip(length).trim(source);
    let word = Span::new(value.start, words.start + length as u32);
    let mut qualifier = qualifier(&layout.read_span(rest));
    if verdict == Verdict::Approved && clean(&layout.read_span(word)).to_lowercase().starts_with("condition")
    {
        qualifier =
            Some(qualifier.map_or("conditionally".to_owned(), |rest| format!("conditionally, {rest}")));
    }
    Found { verdict, qualifier, word, rest, place, line }
}

/// How much of a value comes before its first word: emphasis, emoji, and what is left of an emoji in mojibake.
fn decoration(layout: &Layout<'_>, value: Span) -> usize {
    let fragment = value.slice(layout.text.source());
    let is_mark = |character: char| !character.is_alphanumeric() && !"{<".contains(character);
    let marks = fragment.len() - fragment.trim_start_matches(is_mark).len();
    let rest = fragment.get(marks..).unwrap_or_default();
    let token = rest.split_whitespace().next().unwrap_or_default();
    let is_word = layout.read_span(value.skip(marks).take(token.len())).contains(char::is_alphanumeric);
    if is_word || token.is_empty() {
        return marks;
    }
    let after = rest.get(token.len()..).unwrap_or_default();
    fragment.len() - after.trim_start_matches(is_mark).len()
}

/// An unknown verdict is kept up to where a comment begins.
fn other(words: &str) -> (Verdict, usize) {
    let end = words.find([',', '(', '—', '–', '.', ':', ';', '|']).unwrap_or(words.len());
    let spaced_dash = words.find(" - ").unwrap_or(end);
    let length = end.min(spaced_dash);
    let written = clean(words.get(..length).unwrap_or_default());
    (Verdict::Other(written), length)
}

/// The length of `phrase` at the start of `words`, whatever its case and whatever parts its words.
fn begins_with(words: &str, phrase: &str) -> Option<usize> {
    let mut length = 0;
    for (index, word) in phrase.split(' ').enumerate() {
        let rest = words.get(length..)?;
        let gap = rest.len() - rest.trim_start_matches([' ', '_', '-', '\u{a0}']).len();
        if index > 0 && gap == 0 {
            return None;
        }
        let start = length + if index > 0 { gap } else { 0 };
        let end = start + word.len();
        if !words.get(start..end)?.eq_ignore_ascii_case(word) {
            return None;
        }
        length = end;
    }
    let is_ended = words.get(length..)?.chars().next().is_none_or(|next| !next.is_alphanumeric());
    is_ended.then_some(length)
}

/// What is left of the words after a verdict once a score and the marks around it are gone.
fn qualifier(rest: &str) -> Option<String> {
    let cleaned = clean(rest);
    let bare = cleaned.trim_matches(|edge: char| edge.is_whitespace() || "-–—:,;|>_".contains(edge)).trim();
    let bare = bare.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(bare).trim();
    let is_score = score(bare).is_some_and(|found| {
        let before = bare.get(..found.start).unwrap_or_default();
        let after = bare.get(found.end..).unwrap_or_default();
        let label = before.trim().trim_end_matches([':', '(']).trim();
        (label.is_empty() || is_score_key(label))
            && !after.contains(|character: char| character.is_alphanumeric())
    });
    (!bare.is_empty() && !is_score).then(|| bare.to_owned())
}
