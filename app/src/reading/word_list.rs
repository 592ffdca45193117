//! Words that are looked up by their first letters, in whatever case.

const LETTERS: usize = 26;

/// Words of ASCII that begin with a letter; of a long list few begin with the same.
#[derive(Debug)]
pub struct WordList([Vec<&'static str>; LETTERS]);

impl WordList {
    /// Others than words of ASCII are left out.
    pub fn of(words: impl IntoIterator<Item = &'static str>) -> Self {
        let mut by_letter = [const { Vec::new() }; LETTERS];
        for word in words {
            let same = letter(word).and_then(|letter| by_letter.get_mut(letter));
            if let Some(same) = same.filter(|same| word.is_ascii() && !same.contains(&word)) {
                same.push(word);
            }
        }
        Self(by_letter)
    }

    pub fn has(&self, word: &str) -> bool {
        let same = letter(word).and_then(|letter| self.0.get(letter));
        same.is_some_and(|same| same.iter().any(|known| known.eq_ignore_ascii_case(word)))
    }
}

fn letter(word: &str) -> Option<usize> {
    let first = word.bytes().next()?.to_ascii_lowercase();
    first.is_ascii_lowercase().then(|| usize::from(first - b'a'))
}

#[cfg(test)]
mod tests {
    use super::WordList;

    #[test]
    fn words_are_found_in_whatever_case() {
        let words = WordList::of(["high", "Hint", "low", "높음", "2nd"]);
        for word in ["high", "HIGH", "hint", "Low"] {
            assert!(words.has(word), "{word}");
        }
        for word in ["", "h", "highs", "높음", "2nd", "*low"] {
            assert!(!words.has(word), "{word}");
        }
    }
}
