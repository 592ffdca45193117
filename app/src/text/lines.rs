use memchr::{memchr, memchr_iter, memchr2_iter};

use super::Span;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Where each line of a text begins; LF, CRLF and a lone CR all end a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineIndex {
    /// Start of each line, and the end of the text. The first begins behind a byte order mark, which no reader sees.
    bounds: Vec<u32>,
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
        let mut bounds = Vec::with_capacity(bytes.len() / 32 + 2);
        bounds.push(if source.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() as u32 } else { 0 });
        if memchr(b'\r', bytes).is_none() {
            bounds.extend(memchr_iter(b'\n', bytes).map(|at| at as u32 + 1));
        } else {
            let ends_crlf_early = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
            let breaks = memchr2_iter(b'\n', b'\r', bytes).filter(|at| !ends_crlf_early(*at));
            bounds.extend(breaks.map(|at| at as u32 + 1));
        }
        let len = bytes.len() as u32;
        bounds.push(len);
        Self { bounds, len }
    }

    fn starts(&self) -> &[u32] {
        self.bounds.split_last().map(|(_, starts)| starts).unwrap_or_default()
    }

    /// How many lines a reader sees: a final line break ends the last line and begins no other.
    pub fn count(&self) -> u32 {
        let starts = self.starts();
        let ends_with_break = self.len > 0 && starts.last() == Some(&self.len);
        starts.len() as u32 - u32::from(ends_with_break)
    }

    /// The line (from 0) that holds `offset`.
    pub fn line_of(&self, offset: u32) -> u32 {
        (self.starts().partition_point(|start| *start <= offset) as u32).saturating_sub(1)
    }

    /// The bytes of a line (from 0), its line break included.
    pub fn line(&self, line: u32) -> Span {
        let index = line as usize;
        let start = self.bounds.get(index).copied().unwrap_or(self.len);
        let end = self.bounds.get(index + 1).copied().unwrap_or(self.len);
        Span { start, end }
    }

    /// The lines that a reader sees, in order.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        let ends = self.bounds.get(1..).unwrap_or_default();
        let spans = self.bounds.iter().zip(ends).map(|(start, end)| Span { start: *start, end: *end });
        spans.take(self.count() as usize)
    }

    /// Returns the lines that begin in `span`, in order.
    pub fn within(&self, span: Span) -> impl Iterator<Item = Span> {
        let first = self.line_of(span.start);
        (first..self.count()).map(|line| self.line(line)).take_while(move |line| line.start < span.end)
    }

    pub fn position(&self, source: &str, offset: u32) -> Position {
        let line = self.line_of(offset);
        let start = self.line(line).start;
        let column = Span::new(start, offset.min(self.len).max(start)).slice(source).chars().count() as u32;
        Position { line: line + 1, column: column + 1 }
    }
}
