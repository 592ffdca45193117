//! How a line begins: the first letters of its first word, behind whatever marks.

use crate::text::ByteBlock;

/// So many letters open a line.
const LONGEST: usize = 4;

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

/// What emphasis inside a word and signs of other scripts begin with: the word goes on behind them.
const GOES_ON: [bool; 256] = {
    let mut bytes = [true; 256];
    let mut byte = 0;
    while byte < 0x80 {
        bytes[byte as usize] = matches!(byte, b'*' | b'`' | b'~');
        byte += 1;
    }
    bytes
};

/// The opening of a name: `root` of `root cause`, `why` of `why`.
#[inline]
pub(super) fn opening_of(name: &str) -> Opening {
    match name.as_bytes() {
        // Nearly all are longer, and begin with letters alone.
        [letters @ .., _] if letters.len() >= LONGEST => {
            let first = letters.first_chunk().copied().unwrap_or_default();
            let lower = u32::from_le_bytes(first) | 0x2020_2020;
            if first.iter().all(u8::is_ascii_alphabetic) { lower } else { opening(name.as_bytes()) }
        }
        short => opening(short),
    }
}

/// As [`opening`], of a line or the rest of one: from `start` to `end`.
#[inline]
pub(super) fn opening_of_line(bytes: &[u8], start: usize, end: usize) -> Opening {
    // Nearly all lines that are longer begin with a word of four letters, behind a mark or two. What is shorter is told
    // from the line below it by its end.
    let first = ByteBlock::at(bytes, start).and_then(ByteBlock::first_four_letters);
    if let Some(opening) = first.filter(|_| start + ByteBlock::COUNT <= end) {
        return opening;
    }
    let mut at = start;
    while let Some(eight) = ByteBlock::at(bytes, at).filter(|_| at < end) {
        let before = eight.before_letter();
        at += before;
        if before < ByteBlock::COUNT {
            break;
        }
    }
    if at >= end {
        return 0;
    }
    match ByteBlock::at(bytes, at) {
        Some(word) => {
            let length = word.letters_and_digits().min(LONGEST);
            // What stands behind a word that is shorter, or a letter.
            let next = word.byte(length.min(LONGEST - 1));
            if GOES_ON[usize::from(next)] {
                return opening(bytes.get(at..end).unwrap_or_default());
            }
            word.lower(length) as Opening
        }
        // At the end of the text.
        None => opening(bytes.get(at..end).unwrap_or_default()),
    }
}

/// List markers, numbers and emphasis in front are skipped, and so is emphasis inside the word.
pub(super) fn opening(content: &[u8]) -> Opening {
    let Some(first) = content.iter().position(u8::is_ascii_alphabetic) else { return 0 };
    let mut opening = 0;
    let mut shift = 0;
    for byte in content.get(first..).unwrap_or_default() {
        if byte.is_ascii_alphabetic() || (shift > 0 && byte.is_ascii_digit()) {
            opening |= u32::from(byte.to_ascii_lowercase()) << shift;
            shift += 8;
            if shift == 8 * LONGEST {
                break;
            }
        } else if shift > 0 && !GOES_ON[usize::from(*byte)] {
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
