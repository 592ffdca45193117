use std::io::{self, BufRead};

use memchr::memchr;

use crate::ingest::LIMIT;

/// Where a line starts: the bytes and the lines before it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct LinePosition {
    pub offset: u64,
    pub line: u64,
}

/// The lines of an input of any length. Holds one line in memory.
pub struct Lines<R> {
    input: R,
    /// The start of the next line.
    place: LinePosition,
    line: Vec<u8>,
}

pub(super) struct Line<'l> {
    pub place: LinePosition,
    /// Includes the line break, if any. `None` for a line that exceeds the limit of a text.
    pub bytes: Option<&'l [u8]>,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `input`, which is at `place` already.
    pub fn at(place: LinePosition, input: R) -> Self {
        Self { input, place, line: Vec::new() }
    }

    pub fn place(&self) -> LinePosition {
        self.place
    }

    pub fn into_input(self) -> R {
        self.input
    }

    /// Returns the next line. A last line without a line break counts only if it is complete JSON, since it may continue.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let place = self.place;
        let mut length = 0;
        let mut has_end = false;
        while !has_end {
            let available = self.input.fill_buf()?;
            if available.is_empty() {
                break;
            }
            let end = memchr(b'\n', available);
            has_end = end.is_some();
            let taken = end.map_or(available.len(), |end| end + 1);
            length += taken;
            if length <= LIMIT {
                self.line.extend_from_slice(available.get(..taken).unwrap_or_default());
            }
            self.input.consume(taken);
        }
        let is_whole = has_end || is_json(&self.line);
        if length == 0 || !is_whole {
            return Ok(None);
        }
        self.place = LinePosition { offset: place.offset + length as u64, line: place.line + 1 };
        Ok(Some(Line { place, bytes: (length <= LIMIT).then_some(&self.line) }))
    }
}

fn is_json(line: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(line).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &[&str], rest_from: u64) {
        // The buffer is so small that every line spans several.
        let input = io::BufReader::with_capacity(3, input.as_bytes());
        let mut lines = Lines::at(LinePosition::default(), input);
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(String::from_utf8(line.bytes.unwrap().to_vec()).unwrap());
        }
        assert_eq!(found, expected);
        assert_eq!(lines.place(), LinePosition { offset: rest_from, line: expected.len() as u64 });
    }

    #[test]
    fn a_half_written_line_waits() {
        check("{\"a\": 1}\nnext\n", &["{\"a\": 1}\n", "next\n"], 14);
        check("{\"a\": 1}\n{\"b\": ", &["{\"a\": 1}\n"], 9);
        check("{\"a\": 1}\n{\"b\": 2}", &["{\"a\": 1}\n", "{\"b\": 2}"], 17);
        check("", &[], 0);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let long = format!("{}\nshort\n", "x".repeat(LIMIT + 1));
        let mut lines = Lines::at(LinePosition::default(), long.as_bytes());
        assert!(lines.next().unwrap().unwrap().bytes.is_none());
        assert!(lines.line.len() <= LIMIT);
        assert_eq!(lines.next().unwrap().unwrap().bytes, Some(b"short\n".as_slice()));
    }
}
