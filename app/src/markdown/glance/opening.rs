//! How a line begins: the first letters of its first word, behind whatever marks.

/// The openings of many lines, as a filter: a few share a bit.
#[derive(Clone, Debug)]
pub(super) struct Openings(Vec<u64>);

/// Up to four letters in lower case; none where the line has no letter.
pub(super) type Opening = u32;

/// The beginnings of headings, as a filter of a few: some share a bit.
#[derive(Copy, Clone, Debug)]
pub(super) struct Starts([u64; 16]);

impl Starts {
    pub const NONE: Self = Self([0; 16]);

    pub const fn with(mut self, start: u32) -> Self {
        let (index, bit) = Self::place(start);
        self.0[index] |= bit;
        self
    }

    #[inline]
    pub fn add(&mut self, start: u32) {
        let (index, bit) = Self::place(start);
        self.0[index] |= bit;
    }

    #[inline]
    pub const fn may_have(&self, start: u32) -> bool {
        let (index, bit) = Self::place(start);
        self.0[index] & bit != 0
    }

    /// The index is less than 16: the upper ten bits tell a word of 64 bits and a bit of it.
    #[inline]
    const fn place(start: u32) -> (usize, u64) {
        let mixed = start.wrapping_mul(0x9e37_79b1) >> 22;
        ((mixed >> 6) as usize % 16, 1 << (mixed % 64))
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

    #[inline]
    pub fn add(&mut self, opening: Opening) {
        let (index, bit) = self.place(opening);
        if let Some(word) = self.0.get_mut(index) {
            *word |= bit;
        }
    }

    pub fn may_have(&self, opening: Opening) -> bool {
        let (index, bit) = self.place(opening);
        self.0.get(index).is_some_and(|word| word & bit != 0)
    }

    #[inline]
    fn place(&self, opening: Opening) -> (usize, u64) {
        let mixed = opening.wrapping_mul(0x9e37_79b1) >> 17;
        // There are as many words as a power of two says.
        let index = (mixed >> 6) as usize & self.0.len().saturating_sub(1);
        (index, 1 << (mixed % 64))
    }
}

/// Each letter in lower case; none of the other bytes.
const LETTER: [u8; 256] = {
    let mut letters = [0; 256];
    let mut letter = b'a';
    while letter <= b'z' {
        letters[letter as usize] = letter;
        letters[letter.to_ascii_uppercase() as usize] = letter;
        letter += 1;
    }
    letters
};

/// The opening of a name: `root` of `root cause`, `why` of `why`.
pub(super) fn opening_of(name: &str) -> Opening {
    opening(name.as_bytes())
}

/// List markers, numbers and emphasis in front are skipped, and so is emphasis inside the word.
#[inline]
pub(super) fn opening(content: &[u8]) -> Opening {
    let mut word = content;
    while let [b' ' | b'-' | b'*' | b'_', rest @ ..] = word {
        word = rest;
    }
    // Most lines go on with four letters.
    let letters = word.first_chunk::<4>().map(|word| word.map(|byte| LETTER[usize::from(byte)]));
    letters.filter(|letters| !letters.contains(&0)).map_or_else(|| any_opening(word), u32::from_le_bytes)
}

fn any_opening(content: &[u8]) -> Opening {
    let is_letter = |byte: &u8| LETTER[usize::from(*byte)] != 0;
    let Some(first) = content.iter().position(is_letter) else { return 0 };
    let mut opening = 0;
    let mut shift = 0;
    for byte in content.get(first..).unwrap_or_default() {
        let letter = LETTER[usize::from(*byte)];
        if letter != 0 || (shift > 0 && byte.is_ascii_digit()) {
            opening |= u32::from(byte.to_ascii_lowercase()) << shift;
            shift += 8;
            if shift == 32 {
                break;
            }
        } else if shift > 0 && !matches!(byte, b'*' | b'`' | b'~' | 0x80..) {
            break;
        }
    }
    opening
}

#[cfg(test)]
mod tests {
    use super::{opening, opening_of};

    #[test]
    fn labels_open_as_their_names_do() {
        for line in ["**Root Cause:** a", "- root_cause: a", "3. **R**oot Cause (b): c", "✅ ~~Root~~"] {
            assert_eq!(opening(line.as_bytes()), opening_of("root cause"), "{line}");
        }
        for line in ["Why: a", "- **Why (b)**: c"] {
            assert_eq!(opening(line.as_bytes()), opening_of("why"), "{line}");
        }
        assert_ne!(opening(b"Whys: a"), opening_of("why"));
    }
}
