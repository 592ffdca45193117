//! What finds the matches of a pattern: natively the engine that is fastest for it, in the browser the smallest one, which
//! finds the same. The others are a twentieth of the playground's code.

use std::ops::Range;

#[cfg(not(target_arch = "wasm32"))]
use regex::{Regex, RegexBuilder};
#[cfg(target_arch = "wasm32")]
use regex_automata::PatternID;
#[cfg(target_arch = "wasm32")]
use regex_automata::nfa::thompson::{NFA, WhichCaptures, pikevm::PikeVM};

#[derive(Debug)]
#[cfg(not(target_arch = "wasm32"))]
pub(super) struct Engine(Regex);

#[cfg(not(target_arch = "wasm32"))]
impl Engine {
    /// Compiles a pattern that is well-formed and takes no more bytes than the limit.
    pub(super) fn new(source: &str, limit: usize) -> Option<Self> {
        RegexBuilder::new(source).size_limit(limit).dfa_size_limit(limit).build().ok().map(Self)
    }

    /// Returns the names of all groups. The first group is all that matches, and has none.
    pub(super) fn groups(&self) -> impl Iterator<Item = Option<&str>> {
        self.0.capture_names()
    }

    pub(super) fn is_match(&self, words: &str) -> bool {
        self.0.is_match(words)
    }

    /// Returns what a group matches in words that match.
    pub(super) fn find(&self, words: &str, group: usize) -> Option<Option<Range<usize>>> {
        self.0.captures(words).map(|found| found.get(group).map(|part| part.range()))
    }
}

#[derive(Debug)]
#[cfg(target_arch = "wasm32")]
pub(super) struct Engine(PikeVM);

#[cfg(target_arch = "wasm32")]
impl Engine {
    pub(super) fn new(source: &str, limit: usize) -> Option<Self> {
        let config = NFA::config().nfa_size_limit(Some(limit));
        // The other engines also search backwards, which takes more bytes.
        let backwards = config.clone().reverse(true).which_captures(WhichCaptures::None);
        NFA::compiler().configure(backwards).build(source).ok()?;
        PikeVM::builder().thompson(config).build(source).ok().map(Self)
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = Option<&str>> {
        self.0.get_nfa().group_info().pattern_names(PatternID::ZERO)
    }

    pub(super) fn is_match(&self, words: &str) -> bool {
        self.0.is_match(&mut self.0.create_cache(), words)
    }

    pub(super) fn find(&self, words: &str, group: usize) -> Option<Option<Range<usize>>> {
        let mut found = self.0.create_captures();
        self.0.captures(&mut self.0.create_cache(), words, &mut found);
        found.is_match().then(|| found.get_group(group).map(|part| part.range()))
    }
}
