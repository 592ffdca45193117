//! Labels behind a bar on the line of another: `**Scope:** a | **Date:** b`.

use memchr::{memchr, memmem};

use super::opening::{Openings, opening};
use crate::text::{Span, Text};

const BAR: &[u8] = b" | ";

/// The lines that hold a bar, apart from the rows of tables.
pub(super) fn lines(text: &Text, apart: &[Span]) -> Vec<Span> {
    let bytes = text.source().as_bytes();
    let mut found = Vec::new();
    for lines in apart {
        let mut from = lines.start as usize;
        let end = lines.end as usize;
        while let Some(at) = bytes.get(from..end).and_then(|rest| memchr(b'|', rest)).map(|at| from + at) {
            let line = text.lines().line(text.lines().line_of(at as u32));
            found.push(line);
            from = line.end as usize;
        }
    }
    found
}

/// How what follows each bar begins, in lines that hold one; none where no bar parts two labels.
pub(super) fn openings(text: &Text, lines: &[Span]) -> Option<Openings> {
    let bytes = text.source().as_bytes();
    let bar = memmem::Finder::new(BAR);
    let mut found: Option<Openings> = None;
    let lines = lines.iter().filter_map(|line| bytes.get(line.range()));
    for line in lines.filter(|line| bar.find(line).is_some()) {
        // What is behind the next bar is that one's.
        let parts = line.split(|byte| *byte == b'|').skip(1);
        let found = found.get_or_insert_default();
        parts.for_each(|part| found.add(opening(part)));
    }
    found
}
