use memchr::{memchr, memchr_iter, memchr2_iter};

use super::Span;

/// Where each line of a text begins; LF, CRLF and a lone CR all end a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineIndex {
    /// Start of each line; the first is 0.
    starts: Vec<u32>,
    len: u32,
}

/// A place as editors name it: both count from 1, the column in characters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

impl LineIndex {
    pub fn new(source: &str) -> Self {
        let bytes = source.as_bytes();
        // Prose and tables alike have some forty bytes to the line.
        let mut starts = Vec::with_capacity(bytes.len() / 32 + 1);
        starts.push(0);
        if memchr(b'\r', bytes).is_none() {
            starts.extend(memchr_iter(b'\n', bytes).map(|at| at as u32 + 1));
            return Self { starts, len: bytes.len() as u32 };
        }
        for at in memchr2_iter(b'\n', b'\r', bytes) {
            let ends_crlf_early = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
            if !ends_crlf_early {
                starts.push(at as u32 + 1);
            }
        }
        Self { starts, len: bytes.len() as u32 }
    }

    /// How many lines a reader sees: a final line break ends the last line and begins no other.
    pub fn count(&self) -> u32 {
        let ends_with_break = self.len > 0 && self.starts.last() == Some(&self.len);
        self.starts.len() as u32 - u32::from(ends_with_break)
    }

    /// The line (from 0) that holds `offset`.
    pub fn line_of(&self, offset: u32) -> u32 {
        (self.starts.partition_point(|start| *start <= offset) as u32).saturating_sub(1)
    }

    /// The bytes of a line (from 0), its line break included.
    pub fn line(&self, line: u32) -> Span {
        let index = line as usize;
        let start = self.starts.get(index).copied().unwrap_or(self.len);
        let end = self.starts.get(index + 1).copied().unwrap_or(self.len);
        Span { start, end }
    }

    /// The lines that a reader sees, in order.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        let ends = self.starts.iter().skip(1).copied().chain([self.len]);
        let spans = self.starts.iter().zip(ends).map(|(start, end)| Span { start: *start, end });
        spans.take(self.count() as usize)
    }

    pub fn position(&self, source: &str, offset: u32) -> Position {
        let line = self.line_of(offset);
        let start = self.line(line).start;
        let column = Span::new(start, offset.min(self.len)).slice(source).chars().count() as u32;
        Position { line: line + 1, column: column + 1 }
    }
}
