//! The names and words of all openers, looked up while a text is read once.

use aho_corasick::{AhoCorasick, MatchKind};

use super::identified::IdentifiedNames;
use super::identifier::IDENTIFIER;
use super::matched::LineIndex;
use super::opener::Opener;
use crate::text::{Span, Text};

/// Places for what begins with a byte; both cases of a letter share one, and so do other bytes.
const LETTERS: usize = 32;

/// The names and words that the openers of some formats declare.
pub struct OpenerIndex {
    /// Names of headings by their first byte, and a bit for each byte that is the second of one of them.
    names: [(u32, Vec<&'static str>); LETTERS],
    identified: IdentifiedNames,
    words: Vec<&'static str>,
    /// Finds the words; none where no format declares any.
    finder: Option<AhoCorasick>,
    pub(super) patterns: LineIndex,
}

impl OpenerIndex {
    pub fn of(openers: impl IntoIterator<Item = &'static Opener> + Clone) -> Self {
        let patterns = LineIndex::of(openers.clone());
        let mut names = [const { (0, Vec::new()) }; LETTERS];
        let mut identified = IdentifiedNames::default();
        let mut words: Vec<&'static str> = Vec::new();
        for opener in openers {
            match opener {
                Opener::Heading(heading) => heading.names.iter().for_each(|name| {
                    let mut bytes = name.bytes();
                    if name.contains(IDENTIFIER) {
                        identified.add(name);
                    } else if let Some(first) = bytes.next() {
                        let (seconds, same) = &mut names[place(first)];
                        *seconds |= bytes.next().map_or(u32::MAX, |second| 1 << place(second));
                        same.push(*name);
                    }
                }),
                Opener::Line(own) => words.extend(*own),
                Opener::AnyHeading | Opener::Matched(_) | Opener::Row | Opener::Object => {}
            }
        }
        words.sort_unstable();
        words.dedup();
        // Words that can't be compiled would only be too many.
        let finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(&words).ok();
        Self { names, identified, words, finder, patterns }
    }

    /// Returns `true` if a heading may say a declared name.
    pub(super) fn may_name(&self, heading: &str) -> bool {
        let first = heading.find(char::is_alphanumeric);
        let rest = first.and_then(|first| heading.as_bytes().get(first..)).unwrap_or_default();
        let [first, others @ ..] = rest else { return false };
        let (seconds, names) = &self.names[place(*first)];
        let may_follow = others.first().is_none_or(|second| seconds & 1 << place(*second) != 0);
        let begins = |name: &&str| {
            rest.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
        };
        may_follow && names.iter().any(begins) || self.identified.may_begin(rest)
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        let of_letter = name.bytes().next().map(|first| &self.names[place(first)].1);
        of_letter.is_some_and(|names| names.iter().any(|known| known.eq_ignore_ascii_case(name)))
            || self.identified.has(name)
    }

    pub(super) fn is_one_of(&self, word: u32, words: &[&str]) -> bool {
        self.words.get(word as usize).is_some_and(|word| words.contains(word))
    }

    /// Returns the words in a text by their numbers, in order and each once a line, with their lines.
    pub(super) fn lines(&self, text: &Text) -> Vec<(u32, Span)> {
        let mut lines: Vec<(u32, Span)> = Vec::new();
        let found = self.finder.iter().flat_map(|finder| finder.find_iter(text.source()));
        for found in found {
            let line = text.lines().line(text.lines().line_of(found.start() as u32));
            let word = found.pattern().as_u32();
            let mut of_line = lines.iter().rev().take_while(|(_, other)| *other == line);
            if !of_line.any(|(known, _)| *known == word) {
                lines.push((word, line));
            }
        }
        lines
    }
}

const fn place(letter: u8) -> usize {
    letter as usize % LETTERS
}
