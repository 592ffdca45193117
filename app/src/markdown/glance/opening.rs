//! How a line begins: the first letters of its first word, behind whatever marks.

/// The openings of many lines, as a filter: a few share a bit.
#[derive(Clone, Debug)]
pub(super) struct Openings(Vec<u64>);

/// A word letter by letter, mixed up.
type Word = u32;

/// Where no letter was read yet.
const NO_WORD: Word = 0;

/// The beginnings of headings, as a filter of a few: some share a bit.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Starts([u64; 16]);

impl Starts {
    pub fn add(&mut self, start: u32) {
        let (index, bit) = Self::place(start);
        if let Some(word) = self.0.get_mut(index) {
            *word |= bit;
        }
    }

    pub fn may_have(&self, start: u32) -> bool {
        let (index, bit) = Self::place(start);
        self.0.get(index).is_some_and(|word| word & bit != 0)
    }

    fn place(start: u32) -> (usize, u64) {
        let mixed = start.wrapping_mul(0x9e37_79b1) >> 22;
        ((mixed >> 6) as usize, 1 << (mixed % 64))
    }
}

impl Openings {
    const FEWEST_WORDS: usize = 64;
    /// So many that a long text leaves most bits free; fewer than take long to clear.
    const MOST_WORDS: usize = 512;

    /// Room for the openings of so many lines; nearly all bits stay free.
    pub fn of_lines(lines: u32) -> Self {
        let words = (lines as usize / 4).next_power_of_two();
        Self(vec![0; words.clamp(Self::FEWEST_WORDS, Self::MOST_WORDS)])
    }

    /// Those of no line, and room for none.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Adds the first word of a line, in lower case. List markers, numbers and emphasis in front are skipped, and so
    /// is emphasis inside the word.
    pub fn add_line(&mut self, line: &[u8]) {
        let mut word = NO_WORD;
        for byte in line {
            match CLASS[usize::from(*byte)] {
                letter @ b'a'..=b'z' => word = with(word, letter),
                _ if word == NO_WORD => {}
                digit @ b'0'..=b'9' => word = with(word, digit),
                MARK => {}
                // A space, or a mark inside the word.
                BEYOND_ASCII => self.add(word),
                _ => break,
            }
        }
        self.add(word);
    }

    /// Whether a line may begin with the first word of a name of ASCII.
    pub fn may_have(&self, name: &str) -> bool {
        let letters = name.bytes().take_while(u8::is_ascii_alphanumeric);
        let word = letters.fold(NO_WORD, |word, letter| with(word, letter.to_ascii_lowercase()));
        let (index, bit) = self.place(word);
        self.0.get(index).is_some_and(|word| word & bit != 0)
    }

    fn add(&mut self, word: Word) {
        let (index, bit) = self.place(word);
        if let Some(word) = self.0.get_mut(index) {
            *word |= bit;
        }
    }

    #[inline]
    fn place(&self, word: Word) -> (usize, u64) {
        let mixed = word.wrapping_mul(0x9e37_79b1) >> 17;
        // There are as many words as a power of two says.
        let index = (mixed >> 6) as usize & self.0.len().saturating_sub(1);
        (index, 1 << (mixed % 64))
    }
}

const fn with(word: Word, letter: u8) -> Word {
    word.wrapping_mul(31).wrapping_add(letter as Word)
}

const MARK: u8 = 1;
const BEYOND_ASCII: u8 = 2;
/// Each letter in lower case, each digit, what of the rest may stand inside a word, and none of the others.
const CLASS: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < classes.len() {
        let plain = byte as u8;
        classes[byte] = match plain {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => plain.to_ascii_lowercase(),
            b'*' | b'`' | b'~' => MARK,
            0x80.. => BEYOND_ASCII,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::Openings;

    #[test]
    fn labels_open_as_their_names_do() {
        let opens_with = |line: &str, name: &str| {
            let mut openings = Openings::of_lines(1);
            openings.add_line(line.as_bytes());
            openings.may_have(name)
        };
        let lines = [
            "**Root Cause:** a",
            "- root_cause: a",
            "3. **R**oot Cause (b): c",
            "\u{2705} ~~Root~~",
            "Root\u{a0}Cause: a",
            "Ro\u{200b}ot: a",
        ];
        for line in lines {
            assert!(opens_with(line, "root cause") && opens_with(line, "Root Cause"), "{line}");
        }
        for line in ["Why: a", "- **Why (b)**: c"] {
            assert!(opens_with(line, "why"), "{line}");
        }
        assert!(!opens_with("Whys: a", "why") && !opens_with("Learning: a", "learned"));
    }
}
