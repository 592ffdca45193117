//! The words of a document as the database keeps them. They are sent in the database's own form, which it doesn't have to read.

use std::collections::HashMap;
use std::error::Error;

use app::document::DocumentHead;
use app::text::Text;
use icu_normalizer::DecomposingNormalizerBorrowed;
use tokio_postgres::types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

use crate::store::sqlite::index::indexer::title_of;
use crate::store::words::{for_index, is_without_spaces};

/// The words of one row: with many more, the database forgets where they are.
const WORDS_OF_PART: usize = 2000;
/// What a part repeats of the one before, so that no phrase is cut.
const SHARED: usize = 16;
/// Longer words are cut: the database allows 2 kB for each, and 1 MB for those of a row.
const LONGEST_WORD: usize = 100;
/// The database keeps no more places of a word.
const MOST_PLACES: usize = 255;

/// The rows of a document: the words of its title, and the parts of all its words.
pub(in crate::store) struct WordRows {
    pub title: Vector,
    pub parts: Vec<Vector>,
}

impl WordRows {
    pub fn of(head: &DocumentHead, raw: &[u8]) -> Self {
        let mut words = Words::default();
        words.add(&title_of(head));
        let title = words.vector(0, words.count());
        words.add(Text::from_bytes(raw).source());
        let mut parts = Vec::new();
        let mut begin = 0;
        loop {
            let end = (begin + WORDS_OF_PART).min(words.count());
            parts.push(words.vector(begin, end));
            if end == words.count() {
                return Self { title, parts };
            }
            begin = end - SHARED;
        }
    }
}

/// A `tsvector`: words with their places.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::store) struct Vector(Vec<u8>);

impl ToSql for Vector {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0);
        Ok(IsNull::No)
    }

    fn accepts(column: &Type) -> bool {
        *column == Type::TS_VECTOR
    }

    to_sql_checked!();
}

/// The words of texts, in order and in one spelling.
#[derive(Default)]
struct Words {
    /// One after the other.
    letters: String,
    ends: Vec<usize>,
}

impl Words {
    fn add(&mut self, text: &str) {
        let cut = for_index(text);
        for word in cut.split(|character: char| !character.is_alphanumeric()) {
            if !word.is_empty() {
                push_spelled(&mut self.letters, word);
                self.ends.push(self.letters.len());
            }
        }
    }

    fn count(&self) -> usize {
        self.ends.len()
    }

    fn iter(&self, begin: usize, end: usize) -> impl Iterator<Item = &str> {
        let end_of = |number: usize| self.ends.get(number).copied().unwrap_or_default();
        let start_of = move |number: usize| number.checked_sub(1).map_or(0, end_of);
        (begin..end).map(move |number| self.letters.get(start_of(number)..end_of(number)).unwrap_or_default())
    }

    /// Returns the words from `begin` to `end` in the form that the database sends and receives.
    fn vector(&self, begin: usize, end: usize) -> Vector {
        let mut places: HashMap<&str, Vec<u16>> = HashMap::new();
        for (place, word) in (1..).zip(self.iter(begin, end)) {
            let places = places.entry(word).or_default();
            if places.len() < MOST_PLACES {
                places.push(place);
            }
        }
        let mut words: Vec<_> = places.into_iter().collect();
        words.sort_unstable_by_key(|(word, _)| (word.len(), *word));
        let mut sent = Vec::from((words.len() as u32).to_be_bytes());
        for (word, places) in words {
            sent.extend_from_slice(word.as_bytes());
            sent.push(0);
            sent.extend((places.len() as u16).to_be_bytes());
            sent.extend(places.into_iter().flat_map(u16::to_be_bytes));
        }
        Vector(sent)
    }
}

/// Appends a word in lower case and without accents.
fn push_spelled(letters: &mut String, word: &str) {
    let start = letters.len();
    if word.is_ascii() {
        letters.push_str(word.get(..LONGEST_WORD).unwrap_or(word));
        if let Some(added) = letters.get_mut(start..) {
            added.make_ascii_lowercase();
        }
        return;
    }
    let lower = word.to_lowercase();
    if lower.chars().any(is_without_spaces) {
        letters.extend(lower.chars().take(LONGEST_WORD));
        return;
    }
    let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(&lower);
    let plain = apart.chars().filter(|character| !matches!(character, '\u{300}'..='\u{36f}'));
    letters.extend(plain.take(LONGEST_WORD));
}

/// Returns a word as it is kept.
pub(super) fn spelled(word: &str) -> String {
    let mut letters = String::new();
    push_spelled(&mut letters, word);
    letters
}

#[cfg(test)]
mod tests {
    use super::{Vector, Words, spelled};

    #[test]
    fn words_are_those_of_every_script() {
        let mut words = Words::default();
        words.add("Café src/a_b.rs");
        words.add("한국어");
        let found: Vec<_> = words.iter(0, words.count()).collect();
        assert_eq!(found, ["cafe", "src", "a", "b", "rs", "한국", "국어", "어"]);
        assert_eq!(words.iter(5, 7).collect::<Vec<_>>(), ["한국", "국어"]);
        assert_eq!(spelled("ÉTÉ"), "ete");
    }

    #[test]
    fn a_vector_has_each_word_once_with_its_places() {
        let mut words = Words::default();
        words.add("b a B");
        let sent = b"\0\0\0\x02a\0\0\x01\0\x02b\0\0\x02\0\x01\0\x03";
        assert_eq!(words.vector(0, 3), Vector(sent.to_vec()));
    }
}
