//! The names with an identifier that openers declare, looked up by how they begin.

use std::collections::HashMap;

use super::identifier::{IDENTIFIER, identifier, is_edge, is_of_word};

#[derive(Default)]
pub(super) struct IdentifiedNames {
    /// By the first byte in lower case; none for a name that begins with its identifier.
    names: HashMap<Option<u8>, Vec<&'static str>>,
}

impl IdentifiedNames {
    pub fn add(&mut self, name: &'static str) {
        let first = name.bytes().next().filter(|_| !name.starts_with(IDENTIFIER));
        self.names.entry(first.map(|first| first.to_ascii_lowercase())).or_default().push(name);
    }

    /// Returns `true` if words that begin with a letter or digit may begin with one of the names.
    pub fn may_begin(&self, words: &[u8]) -> bool {
        let begins = |name: &str| {
            let (before, _) = name.split_once(IDENTIFIER).unwrap_or((name, ""));
            words.get(..before.len()).is_some_and(|head| head.eq_ignore_ascii_case(before.as_bytes()))
        };
        let may_be_identifier = || {
            let is_of_word = |byte: &u8| !byte.is_ascii() || is_of_word(char::from(*byte));
            let mut word = words.iter().take_while(|byte| is_of_word(byte));
            word.any(|byte| !byte.is_ascii() || byte.is_ascii_digit())
        };
        !self.names.is_empty()
            && (self.of(words.first()).iter().any(|name| begins(name))
                || self.names.contains_key(&None) && may_be_identifier())
    }

    pub fn has(&self, name: &str) -> bool {
        let words = || name.trim_start_matches(is_edge).as_bytes();
        let known = || self.of(words().first()).iter().chain(self.names.get(&None).into_iter().flatten());
        !self.names.is_empty() && known().any(|known| identifier(known, name).is_some())
    }

    fn of(&self, first: Option<&u8>) -> &[&'static str] {
        first.and_then(|first| self.names.get(&Some(first.to_ascii_lowercase()))).map_or(&[], Vec::as_slice)
    }
}
