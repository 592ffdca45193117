//! The names and words of all openers, looked up while a text is read once.

use aho_corasick::{AhoCorasick, MatchKind};

use super::opener::Opener;
use crate::text::{Span, Text};

const LETTERS: usize = 26;

/// The names and words that the openers of some formats declare.
pub struct OpenerIndex {
    /// Names of headings by their first letter.
    names: [Vec<&'static str>; LETTERS],
    words: Vec<&'static str>,
    /// Finds the words; none where no format declares any.
    finder: Option<AhoCorasick>,
}

impl OpenerIndex {
    pub fn of(openers: impl IntoIterator<Item = &'static Opener>) -> Self {
        let mut names = [const { Vec::new() }; LETTERS];
        let mut words: Vec<&'static str> = Vec::new();
        for opener in openers {
            match opener {
                Opener::Heading(heading) => heading.names.iter().for_each(|name| {
                    if let Some(same) =
                        name.bytes().next().and_then(of_byte).and_then(|letter| names.get_mut(letter))
                    {
                        same.push(*name);
                    }
                }),
                Opener::Line(own) => words.extend(*own),
                Opener::AnyHeading | Opener::Row | Opener::Object => {}
            }
        }
        words.sort_unstable();
        words.dedup();
        // Words that can't be compiled would only be too many.
        let finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(&words).ok();
        Self { names, words, finder }
    }

    /// Returns `true` if a heading may say a declared name.
    pub(super) fn may_name(&self, heading: &str) -> bool {
        let bytes = heading.as_bytes();
        let first = bytes.iter().position(|byte| byte.is_ascii_alphanumeric());
        let rest = first.and_then(|first| bytes.get(first..)).unwrap_or_default();
        let second = rest.get(1).map(u8::to_ascii_lowercase);
        let begins = |name: &&str| {
            name.as_bytes().get(1).copied() == second
                && rest.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
        };
        self.of_letter(rest).iter().any(begins)
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        self.of_letter(name.as_bytes()).iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    fn of_letter(&self, name: &[u8]) -> &[&'static str] {
        let letter = name.first().and_then(|first| of_byte(*first));
        letter.and_then(|letter| self.names.get(letter)).map_or(&[], Vec::as_slice)
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

fn of_byte(byte: u8) -> Option<usize> {
    let lower = byte.to_ascii_lowercase();
    lower.is_ascii_lowercase().then(|| usize::from(lower - b'a'))
}
