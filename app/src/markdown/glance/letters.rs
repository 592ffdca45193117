//! Which letters words have, and not where or how often.

/// A bit for each letter in whatever case; a few other signs of ASCII share one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Letters(u32);

impl Letters {
    /// What is not of ASCII may stand for any letter.
    pub fn of(words: &str) -> Self {
        // The lower five bits of a capital are those of its small letter.
        let gather = |(letters, all): (u32, u8), byte: u8| (letters | 1 << (byte & 31), all | byte);
        let (letters, all) = words.bytes().fold((0, 0), gather);
        Self(if all.is_ascii() { letters } else { u32::MAX })
    }

    /// Never false of words that say these letters one by one.
    pub const fn may_say(self, letters: Self) -> bool {
        self.0 & letters.0 == letters.0
    }
}

#[cfg(test)]
mod tests {
    use super::Letters;

    #[test]
    fn words_are_said_in_whatever_case() {
        let may_say = |words: &str, word: &str| Letters::of(words).may_say(Letters::of(word));
        assert!(may_say("Code **R**EVIEW", "review") && may_say("총평", "review"));
        assert!(!may_say("Code overview of it", "verdicts") && !may_say("", "a"));
    }
}
