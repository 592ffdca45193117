//! Bytes that are looked at side by side: how lines begin and how long words are differs from one to the next, and a
//! branch for each byte would be guessed wrong as often as not.

/// A bit in each byte: its lowest, its highest.
const LOWEST: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// Eight bytes of a text, the first of them lowest.
#[derive(Copy, Clone, Debug)]
pub struct ByteBlock(u64);

impl ByteBlock {
    pub const COUNT: usize = 8;

    /// Returns `None` if fewer are left.
    #[inline]
    pub fn at(bytes: &[u8], at: usize) -> Option<Self> {
        bytes.get(at..)?.first_chunk().map(|chunk| Self(u64::from_le_bytes(*chunk)))
    }

    /// How many blanks the first ones are.
    #[inline]
    pub const fn blanks(self) -> usize {
        self.run_of(b' ')
    }

    /// How many of the first ones are this byte.
    #[inline]
    pub const fn run_of(self, byte: u8) -> usize {
        ((self.0 ^ (LOWEST * byte as u64)).trailing_zeros() / 8) as usize
    }

    /// How many are before the first letter of ASCII.
    #[inline]
    pub const fn before_letter(self) -> usize {
        (self.letters().trailing_zeros() / 8) as usize
    }

    /// How many are before the first that ends a plain string of JSON: a quote, a backslash, a control character.
    #[inline]
    pub const fn before_end_of_string(self) -> usize {
        const QUOTES: u64 = LOWEST * b'"' as u64;
        const BACKSLASHES: u64 = LOWEST * b'\\' as u64;
        let ends = self.less_than(b' ')
            | Self(self.0 ^ QUOTES).less_than(1)
            | Self(self.0 ^ BACKSLASHES).less_than(1);
        (ends.trailing_zeros() / 8) as usize
    }

    /// The bit that distinguishes a lowercase letter from a capital.
    const fn with_small_letters(self) -> u64 {
        self.0 | (LOWEST * 0x20)
    }

    /// The highest bit of each letter.
    const fn letters(self) -> u64 {
        Self(self.with_small_letters()).between(b'a', b'z')
    }

    /// The highest bit of each byte of ASCII that is less; above the first of them, of some others, too.
    const fn less_than(self, byte: u8) -> u64 {
        self.0.wrapping_sub(LOWEST * byte as u64) & !self.0 & HIGHEST
    }

    /// The highest bit of each byte of ASCII that is one of a range.
    const fn between(self, first: u8, last: u8) -> u64 {
        // Without their highest bits no sum runs over into the next byte.
        let bytes = self.0 & !HIGHEST;
        let from_first = bytes + LOWEST * (0x80 - first as u64);
        let behind_last = bytes + LOWEST * (0x7f - last as u64);
        from_first & !behind_last & !self.0 & HIGHEST
    }
}

#[cfg(test)]
mod tests {
    use super::ByteBlock;

    #[test]
    fn bytes_side_by_side_are_as_they_are_one_by_one() {
        for byte in 0..=u8::MAX {
            for at in 0..ByteBlock::COUNT {
                let mut blanks = [b' '; ByteBlock::COUNT];
                let mut marks = *b"*-`[@{/:";
                let mut string = *b"a!#[]~ z";
                for bytes in [&mut blanks, &mut marks, &mut string] {
                    bytes[at] = byte;
                }
                let count = |bytes: [u8; 8], is_one: fn(&u8) -> bool| {
                    bytes.iter().take_while(|byte| is_one(byte)).count()
                };
                let eight = |bytes: [u8; 8]| ByteBlock::at(&bytes, 0).expect("eight bytes");
                assert_eq!(eight(blanks).blanks(), count(blanks, |byte| *byte == b' '));
                assert_eq!(eight(marks).before_letter(), count(marks, |byte| !byte.is_ascii_alphabetic()));
                let goes_on = |byte: &u8| !matches!(byte, b'"' | b'\\' | ..b' ');
                assert_eq!(eight(string).before_end_of_string(), count(string, goes_on));
            }
        }
        assert!(ByteBlock::at(b"..Step 3", 1).is_none());
    }
}
