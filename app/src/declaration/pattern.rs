//! Regular expressions of declarations.

use std::ops::Range;

use super::engine::Engine;

/// A regular expression that takes words apart, in time that grows with their length alone.
#[derive(Debug)]
pub struct Pattern {
    source: String,
    engine: Engine,
}

/// What is wrong with a pattern, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    pub message: String,
    /// Bytes of the pattern; `None` if all of it is too much.
    pub place: Option<Range<usize>>,
}

impl PatternError {
    fn of(source: &str) -> Self {
        let (message, span) = match regex_syntax::parse(source) {
            Err(regex_syntax::Error::Parse(error)) => (error.kind().to_string(), *error.span()),
            Err(regex_syntax::Error::Translate(error)) => (error.kind().to_string(), *error.span()),
            _ => return Self { message: "the pattern is too large".to_owned(), place: None },
        };
        Self { message, place: Some(span.start.offset..span.end.offset) }
    }
}

/// What a pattern finds for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The bytes of the group of that name, or else of the first group, or else of all that matches.
    Part(Range<usize>),
    /// The words match, and the group is none of them.
    Absent,
    /// The words do not match.
    Mismatch,
}

impl Pattern {
    /// Longer words match no pattern.
    pub const LONGEST: usize = 16 * 1024;
    /// The most bytes of a compiled pattern.
    const LARGEST: usize = 128 * 1024;

    /// Compiles a pattern, or says what is wrong with it.
    pub fn new(source: &str) -> Result<Self, PatternError> {
        let engine = Engine::new(source, Self::LARGEST).ok_or_else(|| PatternError::of(source))?;
        Ok(Self { source: source.to_owned(), engine })
    }

    /// Returns the pattern as it is written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the names of its groups.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.engine.groups().flatten()
    }

    pub fn is_match(&self, words: &str) -> bool {
        words.len() <= Self::LONGEST && self.engine.is_match(words)
    }

    /// Finds the part of some words that has a name.
    pub fn find(&self, words: &str, name: &str) -> Found {
        let named = self.engine.groups().position(|known| known == Some(name));
        let group = named.unwrap_or_else(|| usize::from(self.engine.groups().count() > 1));
        let found = Some(words).filter(|words| words.len() <= Self::LONGEST);
        match found.and_then(|words| self.engine.find(words, group)) {
            Some(Some(part)) => Found::Part(part),
            Some(None) => Found::Absent,
            None => Found::Mismatch,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Pattern};

    #[test]
    fn a_part_is_the_group_of_its_name_or_the_first_or_all() {
        let cases = [
            (r"(?<a>\w+)-(?<b>\w+)", Found::Part(3..5)),
            (r"(\w+)-\w+", Found::Part(0..2)),
            (r"\w+-\w+", Found::Part(0..5)),
            (r"(?<a>\w+)-(?<b>\d+)?", Found::Absent),
            (r"^\d", Found::Mismatch),
        ];
        for (pattern, expected) in cases {
            assert_eq!(
                Pattern::new(pattern).map(|pattern| pattern.find("ab-cd", "b")),
                Ok(expected),
                "{pattern}"
            );
        }
    }

    #[test]
    fn patterns_and_words_are_bounded() {
        let error = |pattern| Pattern::new(pattern).err().map(|error| (error.message, error.place));
        assert_eq!(error(r"\w{5000}"), Some(("the pattern is too large".to_owned(), None)));
        assert_eq!(error("b(a"), Some(("unclosed group".to_owned(), Some(1..2))));
        let words = "a".repeat(Pattern::LONGEST + 1);
        assert_eq!(Pattern::new("^a").map(|pattern| pattern.find(&words, "a")), Ok(Found::Mismatch));
    }
}
