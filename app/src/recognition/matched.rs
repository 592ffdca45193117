//! Lines that match the pattern of a format, found by how they begin.

use std::ptr;

use aho_corasick::AhoCorasick;

use super::opener::{LinePattern, Opener};
use crate::text::{Span, Text};

/// The patterns of some formats, looked up by the beginnings of lines.
pub(super) struct LineIndex {
    patterns: Vec<&'static LinePattern>,
    /// The pattern of each beginning.
    owners: Vec<usize>,
    /// Finds the beginnings; none where no format declares any.
    starts: Option<AhoCorasick>,
}

/// A line that matches a pattern.
#[derive(Debug)]
pub struct MatchedLine {
    pub pattern: &'static LinePattern,
    /// Without the white space around it.
    pub line: Span,
}

impl MatchedLine {
    pub fn is_of(&self, pattern: &LinePattern) -> bool {
        ptr::eq(self.pattern, pattern)
    }
}

impl LineIndex {
    pub fn of(openers: impl IntoIterator<Item = &'static Opener>) -> Self {
        let pattern = |opener: &'static Opener| match opener {
            Opener::Matched(pattern) => Some(*pattern),
            _ => None,
        };
        let patterns: Vec<_> = openers.into_iter().filter_map(pattern).collect();
        let starts = || {
            patterns
                .iter()
                .enumerate()
                .flat_map(|(owner, own)| own.starts.iter().map(move |start| (owner, start)))
        };
        let owners: Vec<usize> = starts().map(|(owner, _)| owner).collect();
        // Beginnings that can't be compiled would only be too many.
        let starts =
            if owners.is_empty() { None } else { AhoCorasick::new(starts().map(|(_, start)| start)).ok() };
        Self { patterns, owners, starts }
    }

    /// Returns the lines of a text that match, in order, each once for each of its patterns.
    pub fn find(&self, text: &Text) -> Vec<MatchedLine> {
        let mut matched: Vec<MatchedLine> = Vec::new();
        let source = text.source();
        let found = self.starts.iter().flat_map(|starts| starts.find_overlapping_iter(source));
        for found in found {
            let line = text.lines().line(text.lines().line_of(found.start() as u32)).trim(source);
            let owner = self.owners.get(found.pattern().as_usize());
            let Some(pattern) = owner.and_then(|owner| self.patterns.get(*owner).copied()) else { continue };
            // Two beginnings of a pattern may begin one line.
            let is_known =
                matched.iter().rev().take_while(|other| other.line == line).any(|other| other.is_of(pattern));
            if line.start as usize == found.start()
                && !is_known
                && pattern.pattern.is_match(line.slice(source))
            {
                matched.push(MatchedLine { pattern, line });
            }
        }
        matched
    }
}
