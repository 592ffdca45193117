//! Lists of words and phrases, with what each means.

use super::choice::{Choice, choose_by};
use super::clean::with_normal;

/// Words and phrases in the form that [`super::normal`] gives, with their meanings.
#[derive(Debug)]
pub struct Lexicon<T>(Vec<(&'static str, T)>);

impl<T: Copy> Lexicon<T> {
    /// Each row lists words that mean the same, parted by `, `.
    pub fn of(rows: &[(&'static str, T)]) -> Self {
        let meanings =
            rows.iter().flat_map(|(words, meaning)| words.split(", ").map(|word| (word, *meaning)));
        let mut meanings: Vec<(&'static str, T)> = meanings.collect();
        meanings.sort_by_key(|(word, _)| place(word));
        Self(meanings)
    }

    pub fn get(&self, word: &str) -> Option<T> {
        let at = self.0.binary_search_by_key(&place(word), |(known, _)| place(known)).ok()?;
        self.0.get(at).map(|(_, meaning)| *meaning)
    }

    /// Returns the meaning of a label or heading, whatever its case and its marks.
    pub fn meaning(&self, written: &str) -> Option<T> {
        with_normal(written, |written| self.get(written))
    }

    /// Finds the meaning of a fragment, or of the first word in it that has one.
    pub fn choose(&self, fragment: &str) -> Choice<T> {
        choose_by(fragment, |word| self.get(word))
    }
}

/// Words are in order of their lengths first, which are quickly compared.
fn place(word: &str) -> (usize, &str) {
    (word.len(), word)
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
