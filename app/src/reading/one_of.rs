//! Values out of a contract's closed lists: known, or kept as written.

use serde::{Serialize, Serializer};

use super::choice::nearest;
use super::clean::{is_normal_of, normal};
use super::placeholder::is_placeholder;
use crate::diagnostic::{Diagnostic, Sink, rule_set};
use crate::text::{Span, Text};

/// Longer texts are sentences, not words of a list.
const LONGEST: usize = 160;

/// A closed list of a contract.
pub trait Word: Copy + PartialEq + Send + Sync + 'static {
    /// Each value with its name by the contract, and the other words for it in the form of [`normal`].
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])];

    fn as_str(self) -> &'static str {
        let word = Self::WORDS.iter().find(|(value, ..)| *value == self);
        word.map_or("", |(_, name, _)| name)
    }
}

/// Declares a closed list: each value, its name by the contract, and the other words for it.
macro_rules! words {
    ($(#[$about:meta])* $list:ident: $($value:ident $name:literal $others:expr),* $(,)?) => {
        $(#[$about])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub enum $list {
            $($value),*
        }

        impl $crate::reading::Word for $list {
            const WORDS: &'static [(Self, &'static str, &'static [&'static str])] =
                &[$((Self::$value, $name, &$others)),*];
        }
    };
}

pub(crate) use words;

/// One of the known values, or something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOf<T> {
    pub known: Option<T>,
    pub written: String,
}

impl<T: Word> Serialize for OneOf<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<T: Word> OneOf<T> {
    pub fn read(written: &str) -> Self {
        let known = find(written).map(|(value, _)| value);
        Self { known, written: written.trim().to_owned() }
    }

    /// The contract's name of a known value, else what was written.
    pub fn as_str(&self) -> &str {
        match self.known {
            Some(known) => known.as_str(),
            None => &self.written,
        }
    }

    /// Returns the contract's word, or the whole text if it says more than the word.
    pub fn shown(&self) -> &str {
        self.remark().unwrap_or(self.as_str())
    }

    pub fn is(&self, value: T) -> bool {
        self.known == Some(value)
    }

    /// Returns what was written if it holds more than the word.
    pub fn remark(&self) -> Option<&str> {
        let known = self.known?;
        let says_more = find(&self.written) != Some((known, true));
        says_more.then_some(self.written.as_str())
    }
}

/// Returns the value that a fragment begins with, and whether it holds nothing else. Two values are none.
fn find<T: Word>(written: &str) -> Option<(T, bool)> {
    let (index, is_whole) = find_in(written, T::WORDS.iter().map(|(_, name, synonyms)| (*name, *synonyms)))?;
    T::WORDS.get(index).map(|(value, ..)| (*value, is_whole))
}

/// As [`find()`], in a list of names and the other words for each; returns an index into it.
fn find_in<'w>(
    written: &str,
    list: impl Iterator<Item = (&'w str, &'w [&'w str])> + Clone,
) -> Option<(usize, bool)> {
    if written.len() > LONGEST || is_placeholder(written) {
        return None;
    }
    let words = normal(written);
    let words = words.trim_end_matches(['.', '!']);
    let whole =
        list.clone().position(|(name, synonyms)| is_normal_of(name, words) || synonyms.contains(&words));
    if let Some(index) = whole {
        return Some((index, true));
    }
    let mut named = list.enumerate().filter(|(_, (name, _))| says(words, &normal(name)));
    let (index, (name, _)) = named.next()?;
    let is_first = words.starts_with(&normal(name));
    (is_first && named.next().is_none()).then_some((index, false))
}

/// Whether a name is one of the words.
fn says(words: &str, name: &str) -> bool {
    words.match_indices(name).any(|(at, _)| {
        let before = words.get(..at).and_then(|before| before.chars().next_back());
        let after = words.get(at + name.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

rule_set! {
    WORDS "words" "Words" "sets/words.md":
    UNKNOWN_WORD "unknown-word" Error
        "fields: closed lists of words"
        "readers choose what to do next by this word"
    WORD_SPELLING "word-spelling" Warning
        "fields: closed lists of words"
        "readers compare the word letter by letter"
}

/// Reads a value and reports it where it is not written as the contract has it.
pub fn read_word<T: Word>(text: &Text, span: Span, field: impl Into<String>, sink: &mut Sink) -> OneOf<T> {
    let read = OneOf::<T>::read(&text.read(span));
    let names: Vec<&str> = T::WORDS.iter().map(|(_, name, _)| *name).collect();
    let known = read.known.map(Word::as_str);
    report_word(text, span, field.into(), &names, (known, read.remark().is_none()), sink);
    read
}

/// As [`read_word`], of a list that is no type. Returns the name of a known value. What is written behind it is prose.
pub fn read_listed(
    text: &Text,
    span: Span,
    field: impl Into<String>,
    names: &[&'static str],
    sink: &mut Sink,
) -> String {
    let written = text.read(span);
    let written = written.trim();
    let whole = find_listed(written, names);
    let leading = || leading(text.slice(span), names);
    let known = whole.or_else(|| {
        let (name, length) = leading()?;
        sink.prose(span.skip(length));
        Some(name)
    });
    report_word(text, span, field.into(), names, (known, whole.is_some()), sink);
    known.unwrap_or(written).to_owned()
}

/// Returns the name that some words are, and nothing else.
fn find_listed<'n>(written: &str, names: &[&'n str]) -> Option<&'n str> {
    // Of two spellings of a word, the one that is written is meant.
    let as_written = names.iter().find(|name| **name == written).copied();
    as_written.or_else(|| {
        let found = find_in(written, names.iter().map(|name| (*name, [].as_slice())));
        found.filter(|(_, is_whole)| *is_whole).and_then(|(index, _)| names.get(index).copied())
    })
}

/// Returns the name that some words begin with, if a mark follows it, and where the mark is: `Open (since 07:00)`,
/// `Open, cause unknown`. If the words name another one, too, it may be either.
fn leading<'n>(words: &str, names: &[&'n str]) -> Option<(&'n str, usize)> {
    let ends = words.char_indices().take_while(|(at, _)| *at <= LONGEST).filter(|(at, mark)| {
        let rest = words.get(at + mark.len_utf8()..).unwrap_or_default();
        let is_before_space = rest.is_empty() || rest.starts_with(char::is_whitespace);
        match mark {
            '(' | '–' | '—' => true,
            ',' | ';' | ':' | '.' => is_before_space,
            '-' => is_before_space && words.get(..*at).is_some_and(|before| before.ends_with(' ')),
            _ => false,
        }
    });
    let (end, name) =
        ends.filter_map(|(at, _)| Some((at, find_listed(words.get(..at)?.trim(), names)?))).last()?;
    let rest = normal(words.get(end..).unwrap_or_default());
    let names_other = |other: &&str| normal(other) != normal(name) && says(&rest, &normal(other));
    (!names.iter().any(names_other)).then_some((name, end))
}

/// Reports a value that is not written as the contract has it: as the word that it is known as, if it is, and nothing else.
fn report_word(
    text: &Text,
    span: Span,
    field: String,
    names: &[&str],
    (known, is_whole): (Option<&str>, bool),
    sink: &mut Sink,
) {
    let written = text.read(span);
    let written = written.trim();
    let Some(name) = known else {
        let message = format!("`{written}` is none of the known words");
        let unknown = Diagnostic::new(&UNKNOWN_WORD, span, message).field(field);
        let unknown = unknown.expected(names.join(" | ")).found(written);
        let near = nearest(written, names).filter(|near| normal(near) != normal(written));
        sink.report(match near {
            Some(near) => unknown.fix(format!("Write `{near}`"), span, near),
            None => unknown,
        });
        return;
    };
    if text.slice(span) != name {
        let misspelled =
            Diagnostic::new(&WORD_SPELLING, span, format!("`{name}` is written `{written}`")).field(field);
        // Other words beside it are content, which no edit may drop.
        sink.report(misspelled.written_as(name, written, is_whole));
    }
}

#[cfg(test)]
mod tests {
    use super::{OneOf, leading};

    words! { Level: High "high" ["strong"], Low "low" [] }

    fn check(written: &str, known: Option<Level>, remark: Option<&str>) {
        let read = OneOf::<Level>::read(written);
        assert_eq!((read.known, read.remark()), (known, remark), "{written}");
    }

    #[test]
    fn words_are_known_under_decoration() {
        check("high", Some(Level::High), None);
        check("**HIGH** ✅", Some(Level::High), None);
        check("strong", Some(Level::High), None);
        check("low (one gate)", Some(Level::Low), Some("low (one gate)"));
    }

    #[test]
    fn a_word_leads_if_a_mark_follows_it() {
        let check = |words: &str, expected: Option<(&str, &str)>| {
            let found = leading(words, &["open", "in review", "v1", "done"]);
            assert_eq!(found.map(|(name, at)| (name, &words[at..])), expected, "{words}");
        };
        check("Open (since 07:00)", Some(("open", "(since 07:00)")));
        check("open, cause unknown", Some(("open", ", cause unknown")));
        check("**Open**: why — nobody knows", Some(("open", ": why — nobody knows")));
        check("In review - twice; or so", Some(("in review", "- twice; or so")));
        check("done. Two follow-ups", Some(("done", ". Two follow-ups")));
        check("done—mostly", Some(("done", "—mostly")));
        for words in ["open since 07:00", "open-ended (really)", "v1.2 is out", "reopened, again", "(open)"] {
            check(words, None);
        }
        check("open, not done", None);
    }

    #[test]
    fn other_words_are_kept() {
        check("highest", None, None);
        check("{high | low}", None, None);
        check("high or low", None, None);
        check("not low", None, None);
    }
}
