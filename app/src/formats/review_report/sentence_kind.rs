//! Whether a sentence of a section states a fix or a flag, denies one, or leaves it open.

use std::sync::LazyLock;

use crate::reading::{Lexicon, head, is_placeholder, location, says_nothing, with_normal};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum SentenceKind {
    Entry,
    Nothing,
    Unsure,
}

/// Words behind so many characters change nothing of what a sentence is.
const LONGEST: usize = 400;
/// A sentence states within so many words what was done.
const DONE_WITHIN: usize = 12;

/// What is done to a file.
static DONE: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "fixed, removed, renamed, added, updated, replaced, corrected, moved, changed, rewrote, rewritten, \
         refactored, extracted, deleted, dropped, introduced, wrapped, adjusted, aligned, converted, mended, \
         tightened, cleaned, documented, reworded, simplified, split, merged, inlined, reverted",
    )
});
/// What a person is needed for.
static NEEDS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "must, should, need, needs, decide, decides, decided, decision, choose, confirm, approve, approval, \
         sign, clarify, judgment, judgement",
    )
});
/// What takes back that there is nothing.
static CONTRASTS: LazyLock<Lexicon<()>> =
    LazyLock::new(|| Lexicon::words("but, however, except, although, though, besides, nevertheless"));
/// What there is none of, a word or two behind `no`.
static NONE_OF: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "fix, fixes, flag, flags, human, change, changes, intervention, action, actions, escalation, \
         question, questions, decision, decisions, review, input, issues, items, files",
    )
});
/// Sentences with one of these deny an entry, or leave it to others.
const DENIALS: &str = "review only, read only, not required, not needed, not necessary, not requested, \
     not applicable, not applied, not in scope, need not, none of, all clear, all good, let me know, deferred, \
     awaiting, pending, tbd, optional, left to, left for, fresh eye";
/// These deny a fix, and may be what a flag is about.
const FIX_DENIALS: &str = "did not, didn t, didn't, was not, were not";
const KOREAN_DENIALS: [&str; 5] = ["없음", "없습니다", "않음", "않았음", "않았습니다"];

pub(super) fn classify_sentence(written: &str, is_fix: bool) -> SentenceKind {
    let trimmed = written.trim();
    let is_aside =
        |mark: char| trimmed.starts_with(mark) && trimmed.ends_with(mark) && !trimmed.starts_with("**");
    if trimmed.ends_with(':') || is_placeholder(trimmed) || is_aside('*') || is_aside('_') {
        return SentenceKind::Nothing;
    }
    let sentence = head(trimmed, LONGEST);
    with_normal(sentence, |normal| {
        let is_of_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '\'' | '/');
        let words: Vec<&str> =
            normal.split(|edge: char| !is_of_word(edge)).filter(|word| !word.is_empty()).collect();
        let has = |any: &Lexicon<()>| any.has_any(words.iter().copied());
        if says_nothing(sentence) || denies(&words, is_fix) {
            return if has(&CONTRASTS) { SentenceKind::Unsure } else { SentenceKind::Nothing };
        }
        let is_entry = if is_fix {
            begins_with_file(sentence) || DONE.has_any(words.iter().copied().take(DONE_WITHIN))
        } else {
            sentence.contains('?') || has(&NEEDS)
        };
        if is_entry { SentenceKind::Entry } else { SentenceKind::Unsure }
    })
}

fn begins_with_file(sentence: &str) -> bool {
    sentence.split_whitespace().next().is_some_and(|first| location(first).file.is_some())
}

fn denies(words: &[&str], is_fix: bool) -> bool {
    // With a blank on either side no phrase begins or ends within a word.
    let joined = format!(" {} ", words.join(" "));
    let says = |phrases: &str| phrases.split(", ").any(|phrase| joined.contains(&format!(" {phrase} ")));
    let is_none_of = words
        .iter()
        .enumerate()
        .any(|(at, word)| *word == "no" && NONE_OF.has_any(words.iter().copied().skip(at + 1).take(2)));
    let begins = words.first().is_some_and(|first| matches!(*first, "zero" | "0" | "empty" | "nil" | "없음"));
    let is_korean = words.last().is_some_and(|last| KOREAN_DENIALS.iter().any(|end| last.ends_with(end)));
    begins || is_none_of || is_korean || says(DENIALS) || is_fix && says(FIX_DENIALS)
}
