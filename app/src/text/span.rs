use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A range of bytes in the stored text.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Offsets beyond 4 GB do not occur: a body is at most 16 MB.
    pub const fn of(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    pub const fn empty_at(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub const fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    pub const fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the text of the span in `source`; empty if it doesn't fit.
    pub fn slice(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or("")
    }

    /// Without the white space at both ends; NBSP counts as white space. Empty at the start where nothing is left.
    #[inline]
    pub fn trim(self, source: &str) -> Span {
        // Nearly all has one space at an end or a line break, or neither.
        let byte = |at: u32| source.as_bytes().get(at as usize).copied().unwrap_or_default();
        let start = self.start + u32::from(byte(self.start) == b' ');
        let end = self.end - u32::from(!self.is_empty() && matches!(byte(self.end - 1), b' ' | b'\n'));
        if start < end && byte(start).is_ascii_graphic() && byte(end - 1).is_ascii_graphic() {
            return Span { start, end };
        }
        self.trimmed(source)
    }

    fn trimmed(self, source: &str) -> Span {
        if self.is_empty() {
            return Span::empty_at(self.start);
        }
        let fragment = self.slice(source);
        if let Some(trimmed) = self.trim_plain(fragment.as_bytes()) {
            return trimmed;
        }
        let kept = fragment.trim_start();
        let start = self.start + (fragment.len() - kept.len()) as u32;
        let length = kept.trim_end().len() as u32;
        if length == 0 { Span::empty_at(self.start) } else { Span::new(start, start + length) }
    }

    /// As [`Self::trim`] where plain spaces and breaks are around what is surely no other space, which is nearly
    /// always.
    #[inline]
    pub(crate) fn trim_plain(self, bytes: &[u8]) -> Option<Span> {
        let mut kept = bytes;
        while let [b' ' | b'\n' | b'\r' | b'\t', rest @ ..] = kept {
            kept = rest;
        }
        let start = self.start + (bytes.len() - kept.len()) as u32;
        while let [rest @ .., b' ' | b'\n' | b'\r' | b'\t'] = kept {
            kept = rest;
        }
        let is_plain = begins_with_word(kept) && ends_with_word(kept);
        is_plain.then(|| Span::new(start, start + kept.len() as u32))
    }

    /// What of it lies in another one; empty at that one's nearer end where nothing does.
    pub fn within(self, other: Span) -> Span {
        let start = self.start.clamp(other.start, other.end);
        Span::new(start, self.end.clamp(start, other.end))
    }

    /// The part from `offset` bytes after the start on.
    pub const fn skip(self, offset: usize) -> Span {
        let start = self.start + offset as u32;
        Span { start: if start < self.end { start } else { self.end }, end: self.end }
    }

    /// The first `length` bytes.
    pub const fn take(self, length: usize) -> Span {
        let end = self.start + length as u32;
        Span { start: self.start, end: if end < self.end { end } else { self.end } }
    }
}

/// Whether the first character is surely no white space, nor a byte order mark: ASCII, most pictures and most letters.
fn begins_with_word(bytes: &[u8]) -> bool {
    match bytes {
        [0xe2, second, ..] => *second > 0x81,
        [first, ..] => first.is_ascii_graphic() || matches!(first, 0xc3..=0xdf | 0xe4..=0xee | 0xf0..),
        [] => false,
    }
}

/// As [`begins_with_word`], of the last character.
fn ends_with_word(bytes: &[u8]) -> bool {
    match bytes {
        [.., last] if last.is_ascii_graphic() => true,
        [.., 0xe2, second, _] => *second > 0x81,
        [.., 0xe4..=0xee, _, _] | [.., 0xf0..=0xf4, _, _, _] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn all_white_space_is_trimmed() {
        let words = ["a", "é", "✅", "—", "한", "🟡", "\u{feff}", "…", "a b", ""];
        let spaces =
            [" ", "\u{85}", "\u{a0}", "\u{1680}", "\u{2009}", "\u{2028}", "\u{205f}", "\u{3000}", ""];
        for word in words {
            for (before, after) in spaces.iter().flat_map(|before| spaces.map(|after| (before, after))) {
                let source = format!("{before} {word} {after}");
                let trimmed = Span::of(0, source.len()).trim(&source);
                assert_eq!(trimmed.slice(&source), source.trim(), "{source:?}");
            }
        }
    }
}
