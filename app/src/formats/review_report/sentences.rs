//! Fixes and flags in sentences, or under labels. A sentence is an entry only where it names what was done, or what has
//! to be decided.

use std::sync::LazyLock;

use super::entries::{ListEntry, ListReader};
use super::report_sections::{NamedSection, ReportSections};
use crate::format::prelude::*;
use crate::markdown::{KeyValue, Kind};
use crate::reading::{Lexicon, head, is_placeholder, location, normal, says_nothing, unquoted};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum SentenceKind {
    Entry,
    Nothing,
    Unsure,
}

/// A label with fewer words behind it states a fact of the run: `Mode: fix`, `Total: 3`.
const FEWEST_WORDS: usize = 3;

/// Characters after which the words of a sentence no longer affect its kind.
const LONGEST: usize = 400;
/// Words within which a sentence must state what was done.
const DONE_WITHIN: usize = 12;

/// Labels that describe the run.
static FACTS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "mode, status, date, reviewer, reviewed by, agent, learning, learnings, fresh eye, next step, \
         next steps, total",
    )
});

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
/// Words that take back a statement that there is nothing.
static CONTRASTS: LazyLock<Lexicon<()>> =
    LazyLock::new(|| Lexicon::words("but, however, except, although, though, besides, nevertheless"));
/// Nouns that may follow `no` after a word or two: there are none of these.
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

impl ListReader<'_, '_> {
    /// Reads the paragraphs and labels of a section, up to a rule that sets off its closing words. Returns the first
    /// that may be an entry but was not read as one.
    pub fn read_sentences(&mut self, named: &NamedSection) -> Option<Span> {
        let (list, sections) = (self.list, self.sections);
        let is_listed = !self.entries.is_empty();
        let classify = |written: Span| classify_sentence(&sections.read(written), list.is_fixes);
        let (mut unread, mut has_any, mut is_half) = (None, false, false);
        for (_, node) in sections.nodes(named.section.body.clone()) {
            let line = node.span.trim(sections.text.source());
            let (words, kind) = match node.kind {
                Kind::Rule if has_any => break,
                Kind::FenceMark(_) => (line, SentenceKind::Unsure),
                Kind::Prose { text } => (text, classify(text)),
                Kind::KeyValue(pair) => {
                    let key = normal(&sections.read(pair.key));
                    let called = list.columns.iter().position(|column| column.rank(&key).is_some());
                    if let Some(column) = called {
                        is_half = self.read_half(column, pair.value, is_half);
                        has_any = true;
                        continue;
                    }
                    let is_fact = is_fact(sections, pair);
                    (line, if is_fact { SentenceKind::Nothing } else { classify(line) })
                }
                _ => continue,
            };
            match kind {
                SentenceKind::Nothing => continue,
                SentenceKind::Entry if !is_listed => self.push(self.parts_of(words), [words]),
                SentenceKind::Unsure if !self.entries.is_empty() => {}
                // Beside a table or a list most sentences speak of what is in it.
                SentenceKind::Entry | SentenceKind::Unsure => unread = unread.or(Some(words)),
            }
            (has_any, is_half) = (true, false);
        }
        unread
    }

    /// Reads the value of a label that is called as a column is; returns whether the entry lacks the second part.
    fn read_half(&mut self, column: usize, value: Span, is_half: bool) -> bool {
        let half = Some(unquoted(&self.sections.plain(value)));
        if column == 0 || !is_half {
            self.entries.push(ListEntry::default());
        }
        let row = self.entries.len().saturating_sub(1) as u32;
        if let (Some(name), Some(entry)) = (self.list.columns.get(column), self.entries.last_mut()) {
            self.sink.field(FieldPath::part(self.list.kind.field(), row, name.field), value);
            entry.parts = if column == 0 { [half, None] } else { [entry.parts[0].take(), half] };
        }
        column == 0
    }
}

/// Whether a label describes the run, and not an entry.
fn is_fact(sections: &ReportSections<'_>, pair: KeyValue) -> bool {
    let key = sections.read(pair.key);
    let is_short = sections.read(pair.value).split_whitespace().count() < FEWEST_WORDS;
    (is_short && location(&key).file.is_none()) || FACTS.meaning(&key).is_some()
}

fn classify_sentence(written: &str, is_fix: bool) -> SentenceKind {
    let trimmed = written.trim();
    let is_aside =
        |mark: char| trimmed.starts_with(mark) && trimmed.ends_with(mark) && !trimmed.starts_with("**");
    if trimmed.ends_with(':') || is_placeholder(trimmed) || is_aside('*') || is_aside('_') {
        return SentenceKind::Nothing;
    }
    let sentence = head(trimmed, LONGEST);
    let normal = normal(sentence);
    let is_of_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '\'' | '/');
    let words: Vec<&str> =
        normal.split(|edge: char| !is_of_word(edge)).filter(|word| !word.is_empty()).collect();
    let has = |any: &Lexicon<()>| any.has_any(words.iter().copied());
    if says_nothing(sentence) || denies(&words, is_fix) {
        return if has(&CONTRASTS) { SentenceKind::Unsure } else { SentenceKind::Nothing };
    }
    let is_entry = if is_fix {
        let first = sentence.split_whitespace().next().unwrap_or_default();
        location(first).file.is_some() || DONE.has_any(words.iter().copied().take(DONE_WITHIN))
    } else {
        sentence.contains('?') || has(&NEEDS)
    };
    if is_entry { SentenceKind::Entry } else { SentenceKind::Unsure }
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
