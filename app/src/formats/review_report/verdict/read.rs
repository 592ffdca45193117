//! What a verdict says.

use super::{Found, Place, is_placeholder};
use crate::formats::review_report::Verdict;
use crate::formats::review_report::layout::Layout;
use crate::formats::review_report::names::is_score_key;
use crate::reading::{clean, score};
use crate::text::Span;

/// Words that take an approval back.
const TAKEN_BACK: &[&str] =
    &["with changes", "with required changes", "after changes", "pending changes", "not yet", "not approved"];
/// Words that stand between two verdicts.
const LINKS: &[&str] = &["but", "and", "or", "then", "yet", "still", "now", "to", "it"];

/// Spellings that agents use, in lower case, longest first where one begins another.
const APPROVED: &[&str] = &[
    "approved",
    "approve",
    "conditionally approved",
    "conditional approval",
    "approval",
    "승인",
    "승인됨",
    "승인합니다",
    "승인함",
    "조건부 승인",
];
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
    "not yet approved",
    "disapproved",
    "disapprove",
    "unapproved",
    "approval withheld",
    "approval denied",
    "approval refused",
    "approval revoked",
    "수정 필요",
    "수정필요",
    "수정 요청",
    "수정이 필요함",
    "수정이 필요합니다",
    "변경 필요",
    "변경필요",
    "변경 요청",
    "변경이 필요합니다",
    "미승인",
    "승인 불가",
    "승인 보류",
    "승인 거부",
    "승인하지 않음",
    "반려",
    "반려됨",
];

pub(super) fn read(layout: &Layout<'_>, value: Span, place: Place, line: Span) -> Found {
    let source = layout.text.source();
    let fragment = value.slice(source);
    let standing = value.skip(struck(fragment));
    let words = standing.skip(decoration(layout, standing));
    let words = words.skip(tag(words.slice(source)));
    if is_placeholder(fragment) {
        let rest = Span::empty_at(value.end);
        let verdict = Verdict::Other(fragment.trim().to_owned());
        return Found { verdict, qualifier: None, word: value, rest, place, line, is_ambiguous: false };
    }
    if let Some(verdict) = sign(&layout.read_span(value)) {
        let rest = Span::empty_at(value.end);
        return Found { verdict, qualifier: None, word: value, rest, place, line, is_ambiguous: false };
    }
    if says_both(words.slice(source)) {
        let rest = Span::empty_at(value.end);
        let verdict = Verdict::Other(clean(fragment));
        return Found { verdict, qualifier: None, word: value, rest, place, line, is_ambiguous: true };
    }
    if let Some(found) = emphasized(layout, value, line) {
        return found;
    }
    let approved = APPROVED.iter().filter_map(|phrase| begins_with(words.slice(source), phrase));
    let needs_changes = NEEDS_CHANGES.iter().filter_map(|phrase| begins_with(words.slice(source), phrase));
    let (verdict, length) = match (approved.max(), needs_changes.max()) {
        (_, Some(length)) => (Verdict::NeedsChanges, length),
        (Some(length), None) => (Verdict::Approved, length),
        (None, None) => other(words.slice(source)),
    };
    // Emphasis that closes behind the word belongs to it.
    let after = words.skip(length).slice(source);
    let length = length + after.len() - after.trim_start_matches(['*', '_', '`', '~']).len();
    let length = length + tag(words.skip(length).slice(source));
    // So does a stop that ends the line.
    let after = words.skip(length).slice(source);
    let is_stop = after.trim_end().chars().all(|character| ".!*_`".contains(character));
    let length = if is_stop { length + after.trim_end().len() } else { length };
    let rest = words.skip(length).trim(source);
    let word = Span::new(value.start, words.start + length as u32);
    let mut qualifier = qualifier(&layout.read_span(rest));
    if verdict == Verdict::Approved && clean(&layout.read_span(word)).to_lowercase().starts_with("condition")
    {
        qualifier =
            Some(qualifier.map_or("conditionally".to_owned(), |rest| format!("conditionally, {rest}")));
    }
    Found { verdict, qualifier, word, rest, place, line, is_ambiguous: false }
}

/// The length of a tag that a text begins with: `<b>`, `</strong>`.
fn tag(text: &str) -> usize {
    let name = text.strip_prefix('<').map(|inner| inner.strip_prefix('/').unwrap_or(inner));
    let length = name.and_then(|name| name.find('>').filter(|length| (1..=8).contains(length)));
    let is_name = |(name, length): (&str, usize)| {
        name.get(..length).is_some_and(|name| name.bytes().all(|letter| letter.is_ascii_alphabetic()))
    };
    let ends = name.zip(length).filter(|found| is_name(*found));
    ends.map_or(0, |(name, length)| text.len() - name.len() + length + 1)
}

/// A verdict in bold within a sentence that begins with something else: `The change **needs changes** first`.
fn emphasized(layout: &Layout<'_>, value: Span, line: Span) -> Option<Found> {
    let source = layout.text.source();
    let fragment = value.slice(source);
    let first = fragment.find("**").filter(|at| *at > 0 && fragment.starts_with(char::is_alphanumeric))?;
    let inner = value.skip(first + 2);
    let length = inner.slice(source).find("**")?;
    let word = inner.take(length);
    let names = |phrases: &[&str]| {
        phrases.iter().any(|phrase| begins_with(word.slice(source), phrase) == Some(word.slice(source).len()))
    };
    let verdict = match (names(APPROVED), names(NEEDS_CHANGES)) {
        (_, true) => Verdict::NeedsChanges,
        (true, false) => Verdict::Approved,
        (false, false) => return None,
    };
    // The words around it would be lost, were the line fixed.
    let rest = Span::empty_at(word.end);
    Some(Found { verdict, qualifier: None, word, rest, place: Place::Inside, line, is_ambiguous: false })
}

/// How much at the start is struck out, where words stand behind it: `~~APPROVED~~ NEEDS_CHANGES`.
fn struck(fragment: &str) -> usize {
    let read = || {
        let inner = fragment.trim_start_matches([' ', '*', '_']).strip_prefix("~~")?;
        let (_, behind) = inner.split_once("~~")?;
        behind.contains(char::is_alphanumeric).then(|| fragment.len() - behind.len())
    };
    read().unwrap_or_default()
}

/// A verdict that is a picture and no word.
fn sign(value: &str) -> Option<Verdict> {
    if value.contains(char::is_alphanumeric) {
        return None;
    }
    match (
        value.contains(['✅', '✔', '☑', '👍', '🟢']),
        value.contains(['❌', '✗', '✘', '⛔', '🚫', '👎', '🔴']),
    ) {
        (true, false) => Some(Verdict::Approved),
        (false, true) => Some(Verdict::NeedsChanges),
        _ => None,
    }
}

/// Whether one verdict is followed by the other: `APPROVED → NEEDS_CHANGES`, `Approved, but needs changes`. What
/// stands in parentheses is a comment on the first.
fn says_both(words: &str) -> bool {
    let longest =
        |phrases: &[&str], words: &str| phrases.iter().filter_map(|phrase| begins_with(words, phrase)).max();
    if let Some(length) = longest(NEEDS_CHANGES, words) {
        return words.get(length..).is_some_and(|rest| longest(APPROVED, linked(rest)).is_some());
    }
    let Some(rest) = longest(APPROVED, words).and_then(|length| words.get(length..)) else { return false };
    let next = linked(rest);
    longest(NEEDS_CHANGES, next).is_some() || longest(TAKEN_BACK, next).is_some()
}

/// What follows a verdict once the marks and words that link it to another are gone.
fn linked(rest: &str) -> &str {
    let is_mark = |character: char| !character.is_alphanumeric() && !"(~".contains(character);
    let mut linked = rest.trim_start_matches(is_mark);
    while let Some(length) = LINKS.iter().find_map(|link| begins_with(linked, link)) {
        linked = linked.get(length..).unwrap_or_default().trim_start_matches(is_mark);
    }
    linked
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
    // Most phrases begin with another letter.
    if !words.bytes().next()?.eq_ignore_ascii_case(&phrase.bytes().next()?) {
        return None;
    }
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
    // `(blocked): until Monday` is one comment, that an edit puts into parentheses as a whole.
    let opened = bare.strip_prefix('(').and_then(|inner| inner.split_once("):"));
    let joined = opened.map(|(inner, after)| format!("{inner}:{after}"));
    let bare = joined.as_deref().unwrap_or(bare);
    let is_score = score(bare).is_some_and(|found| {
        let before = bare.get(..found.start).unwrap_or_default();
        let after = bare.get(found.end..).unwrap_or_default();
        let label = before.trim().trim_end_matches([':', '(']).trim();
        (label.is_empty() || is_score_key(label))
            && !after.contains(|character: char| character.is_alphanumeric())
    });
    (!bare.is_empty() && !is_score).then(|| bare.to_owned())
}
