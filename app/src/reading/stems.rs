//! Whether a text may hold one of a few words, in any case, judged by four letters of each.

const LENGTH: usize = 4;

/// The first letters of words.
#[derive(Copy, Clone, Debug)]
pub struct Stems<const COUNT: usize>([u32; COUNT]);

impl<const COUNT: usize> Stems<COUNT> {
    /// Words may share a stem; `COUNT` is the number of different stems.
    pub const fn of(words: &[&str]) -> Self {
        let (mut stems, mut count, mut index) = ([0; COUNT], 0, 0);
        while index < words.len() {
            let Some(letters) = words[index].as_bytes().first_chunk() else { panic!("a word is too short") };
            let (stem, mut known) = (lower(letters), 0);
            while known < count && stems[known] != stem {
                known += 1;
            }
            stems[known] = stem;
            if known == count {
                count += 1;
            }
            index += 1;
        }
        assert!(count == COUNT, "the number of different stems is another");
        Self(stems)
    }

    /// Returns `true` for every text that contains one of the words.
    pub fn may_be_in(self, text: &str) -> bool {
        // Counts all matches: stopping at the first takes a branch for each stem, which no processor predicts.
        let count = |four: u32| self.0.iter().filter(|stem| **stem == four).count();
        let is_stem = |letters: &[u8]| letters.first_chunk().is_some_and(|four| count(lower(four)) > 0);
        text.as_bytes().windows(LENGTH).any(is_stem)
    }
}

/// Whether a text may hold a word of Korean: each syllable of Hangul begins with one of these bytes, and few other signs.
pub fn may_be_korean(text: &str) -> bool {
    !text.is_ascii() && text.bytes().any(|byte| matches!(byte, 0xea..=0xed))
}

/// Letters as a number that is the same in either case; some other characters are taken for each other as well.
const fn lower(letters: &[u8; LENGTH]) -> u32 {
    u32::from_ne_bytes(*letters) | u32::from_ne_bytes([b' '; LENGTH])
}

#[cfg(test)]
mod tests {
    use super::Stems;

    #[test]
    fn words_are_found_in_whatever_case() {
        const STEMS: Stems<2> = Stems::of(&["revi", "score"]);
        for text in ["Review", "# CODE REVIEW", "the score", "sCoR"] {
            assert!(STEMS.may_be_in(text), "{text}");
        }
        for text in ["", "rev", "revolt", "s c o r e"] {
            assert!(!STEMS.may_be_in(text), "{text}");
        }
    }
}
