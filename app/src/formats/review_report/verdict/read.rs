//! Reads the words of a verdict.

use super::Found;
use super::phrases::{leading_verdict, says_both};
use crate::formats::review_report::Verdict;
use crate::formats::review_report::report_sections::ReportSections;
use crate::formats::review_report::section_kind::SectionKind;
use crate::formats::review_report::stated::{Position, Stated};
use crate::reading::{clean, holds_placeholder, score};
use crate::text::Span;

impl Found {
    pub fn read(sections: &ReportSections<'_>, stated: Stated) -> Self {
        let source = sections.text.source();
        let value = stated.value;
        let fragment = value.slice(source);
        let whole = |verdict, is_ambiguous| {
            let rest = Span::empty_at(value.end);
            Self { verdict, qualifier: None, word: value, rest, stated, is_ambiguous }
        };
        if holds_placeholder(fragment) {
            return whole(Verdict::Other(fragment.trim().to_owned()), false);
        }
        if let Some(verdict) = sign(&sections.read(value)) {
            return whole(verdict, false);
        }
        let words = value.skip(struck(fragment));
        let words = words.skip(decoration(sections, words));
        let words = words.skip(tag(words.slice(source)));
        if says_both(words.slice(source)) {
            return whole(Verdict::Other(clean(fragment)), true);
        }
        if let Some((verdict, word)) = emphasized(source, value) {
            // The words around it would be lost if the line were fixed.
            let stated = Stated { position: Position::Inside, ..stated };
            return Self { word, rest: Span::empty_at(word.end), stated, ..whole(verdict, false) };
        }
        let (verdict, length) =
            leading_verdict(words.slice(source)).unwrap_or_else(|| other(words.slice(source)));
        // Emphasis that closes behind the word belongs to it.
        let after = words.skip(length).slice(source);
        let length = length + after.len() - after.trim_start_matches(['*', '_', '`', '~']).len();
        let length = length + tag(words.skip(length).slice(source));
        // So does a full stop that ends the line.
        let after = words.skip(length).slice(source).trim_end();
        let is_stop = after.chars().all(|character| ".!*_`".contains(character));
        let length = if is_stop { length + after.len() } else { length };
        let rest = words.skip(length).trim(source);
        let word = Span::new(value.start, words.start + length as u32);
        let mut qualifier = qualifier(&sections.read(rest));
        let condition = || {
            let word = clean(&sections.read(word)).to_lowercase();
            CONDITIONS.iter().find(|(begin, _)| word.starts_with(begin)).map(|(_, condition)| *condition)
        };
        if verdict == Verdict::Approved
            && let Some(condition) = condition()
        {
            let rest = qualifier.map(|rest| format!(", {rest}")).unwrap_or_default();
            qualifier = Some(format!("{condition}{rest}"));
        }
        Self { verdict, qualifier, word, rest, stated, is_ambiguous: false }
    }
}

/// How a verdict begins that holds under conditions, and what remains of it beside `APPROVED`.
const CONDITIONS: [(&str, &str); 2] = [("condition", "conditionally"), ("조건부", "조건부")];

/// The length of a tag that a text begins with: `<b>`, `</strong>`.
fn tag(text: &str) -> usize {
    let length = || {
        let inner = text.strip_prefix('<')?;
        let (name, behind) = inner.strip_prefix('/').unwrap_or(inner).split_once('>')?;
        let is_name =
            (1..=8).contains(&name.len()) && name.bytes().all(|letter| letter.is_ascii_alphabetic());
        is_name.then(|| text.len() - behind.len())
    };
    length().unwrap_or_default()
}

/// A verdict in bold within a sentence that begins with something else: `The change **needs changes** first`.
fn emphasized(source: &str, value: Span) -> Option<(Verdict, Span)> {
    let fragment = value.slice(source);
    let first = fragment.find("**").filter(|at| *at > 0 && fragment.starts_with(char::is_alphanumeric))?;
    let inner = value.skip(first + 2);
    let word = inner.take(inner.slice(source).find("**")?);
    let (verdict, length) = leading_verdict(word.slice(source))?;
    (length == word.len() as usize).then_some((verdict, word))
}

/// The length of what is struck out at the start, where words follow it: `~~APPROVED~~ NEEDS_CHANGES`.
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
    let is_approved = value.contains(['✅', '✔', '☑', '👍', '🟢']);
    let is_rejected = value.contains(['❌', '✗', '✘', '⛔', '🚫', '👎', '🔴']);
    let verdict = if is_approved { Verdict::Approved } else { Verdict::NeedsChanges };
    (is_approved != is_rejected).then_some(verdict)
}

/// How much of a value comes before its first word: emphasis, emoji, and what is left of an emoji in mojibake.
fn decoration(sections: &ReportSections<'_>, value: Span) -> usize {
    let fragment = value.slice(sections.text.source());
    let is_mark = |character: char| !character.is_alphanumeric() && !"{<".contains(character);
    let rest = fragment.trim_start_matches(is_mark);
    let marks = fragment.len() - rest.len();
    let token = rest.split_whitespace().next().unwrap_or_default();
    let is_word = sections.read(value.skip(marks).take(token.len())).contains(char::is_alphanumeric);
    if is_word || token.is_empty() {
        return marks;
    }
    let after = rest.get(token.len()..).unwrap_or_default();
    fragment.len() - after.trim_start_matches(is_mark).len()
}

/// An unknown verdict is kept up to where a comment begins.
fn other(words: &str) -> (Verdict, usize) {
    let end = words.find([',', '(', '—', '–', '.', ':', ';', '|']).unwrap_or(words.len());
    let length = words.find(" - ").map_or(end, |dash| dash.min(end));
    (Verdict::Other(clean(words.get(..length).unwrap_or_default())), length)
}

/// The words after a verdict, without a score and the marks around it.
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
        (label.is_empty() || SectionKind::of_label(label) == SectionKind::Score)
            && !after.contains(char::is_alphanumeric)
    });
    (!bare.is_empty() && !is_score).then(|| bare.to_owned())
}
