//! Lists of words and phrases, with what each means.

use super::choice::{Choice, choose_by};
use super::clean::normal;

/// Words and phrases in the form that [`super::normal`] gives, with their meanings, by their lengths.
#[derive(Debug)]
pub struct Lexicon<T>(Vec<Vec<(&'static str, T)>>);

impl<T: Copy> Lexicon<T> {
    /// Each row lists words that mean the same, parted by `, `.
    pub fn of(rows: &[(&'static str, T)]) -> Self {
        let mut meanings = Vec::new();
        for (words, meaning) in rows {
            for word in words.split(", ") {
                meanings.resize_with(meanings.len().max(word.len() + 1), Vec::new);
                meanings.get_mut(word.len()).into_iter().for_each(|alike| alike.push((word, *meaning)));
            }
        }
        Self(meanings)
    }

    pub fn get(&self, word: &str) -> Option<T> {
        let first = word.as_bytes().first();
        let is_word = |known: &str| known.as_bytes().first() == first && known == word;
        self.0.get(word.len())?.iter().find(|(known, _)| is_word(known)).map(|(_, meaning)| *meaning)
    }

    /// Returns the meaning of a label or heading, ignoring case and marks.
    pub fn meaning(&self, written: &str) -> Option<T> {
        self.get(&normal(written))
    }

    /// Finds the meaning of a fragment, or of the first word in it that has one.
    pub fn choose(&self, fragment: &str) -> Choice<T> {
        choose_by(fragment, |word| self.get(word))
    }
}

impl Lexicon<()> {
    /// Words without a meaning of their own.
    pub fn words(listed: &'static str) -> Self {
        Self::of(&[(listed, ())])
    }

    pub fn has(&self, word: &str) -> bool {
        self.get(word).is_some()
    }

    pub fn has_any<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> bool {
        words.into_iter().any(|word| self.has(word))
    }
}

#[cfg(test)]
mod tests {
    use super::Lexicon;
    use crate::reading::choice::Choice;

    #[test]
    fn words_have_meanings() {
        let numbers = Lexicon::of(&[("one, a single one", 1), ("two", 2)]);
        assert_eq!(numbers.get("a single one"), Some(1));
        assert_eq!(numbers.meaning("**A single** one"), Some(1));
        assert_eq!(numbers.choose("TWO"), Choice::Whole(2));
        assert_eq!(numbers.choose("of two, one"), Choice::Among(2));
        assert_eq!(numbers.choose("three"), Choice::Unknown);
    }
}
