use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{LineIndex, Position, Span, encoding, repair_mojibake};

/// What is odd about the bytes of a text.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Oddities {
    /// The text begins with a byte order mark.
    pub bom: bool,
    /// Some bytes were not UTF-8; the text shows U+FFFD in their place.
    pub invalid_utf8: bool,
    /// UTF-8 that was read as cp1252 and encoded again.
    pub mojibake: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    source: String,
    lines: LineIndex,
    oddities: Oddities,
}

impl Text {
    pub fn new(source: impl Into<String>) -> Self {
        Self::with(source.into(), false)
    }

    /// Reads bytes as they came from a file or a request.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        // Many times faster than the lossy reading, which is seldom needed.
        match str::from_utf8(bytes) {
            Ok(valid) => Self::with(valid.to_owned(), false),
            Err(_) => Self::with(String::from_utf8_lossy(bytes).into_owned(), true),
        }
    }

    fn with(source: String, invalid_utf8: bool) -> Self {
        let oddities = Oddities {
            bom: source.starts_with('\u{feff}'),
            invalid_utf8,
            mojibake: encoding::looks_like_mojibake(&source),
        };
        Self { lines: LineIndex::new(&source), source, oddities }
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    pub fn oddities(&self) -> Oddities {
        self.oddities
    }

    pub fn span(&self) -> Span {
        Span::of(0, self.source.len())
    }

    /// Returns a fragment as it is written.
    pub fn slice(&self, span: Span) -> &str {
        span.slice(&self.source)
    }

    /// Returns a fragment as it was meant: mojibake repaired.
    pub fn read(&self, span: Span) -> Cow<'_, str> {
        let fragment = self.slice(span);
        if self.oddities.mojibake { repair_mojibake(fragment) } else { Cow::Borrowed(fragment) }
    }

    pub fn position(&self, offset: u32) -> Position {
        self.lines.position(&self.source, offset)
    }
}
