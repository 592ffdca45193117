//! Bytes that are looked up in a table.

/// Some bytes, each of which is looked up at once.
pub struct ByteSet([bool; 256]);

impl ByteSet {
    pub const fn of(mut bytes: &[u8]) -> Self {
        let mut set = [false; 256];
        while let [byte, rest @ ..] = bytes {
            set[*byte as usize] = true;
            bytes = rest;
        }
        Self(set)
    }

    #[inline]
    pub const fn has(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }
}
