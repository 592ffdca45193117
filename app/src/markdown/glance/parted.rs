//! Labels behind a bar on the line of another: `**Scope:** a | **Date:** b`.

use memchr::memmem;

use super::opening::{Openings, opening};
use crate::text::{Span, Text};

const BAR: &str = " | ";

/// How what follows each bar begins, in the lines apart from the rows of tables; none where nothing does.
pub(super) fn openings(text: &Text, apart: &[Span]) -> Option<Openings> {
    let bytes = text.source().as_bytes();
    let bar = memmem::Finder::new(BAR);
    let mut found: Option<Openings> = None;
    for lines in apart {
        let mut from = lines.start as usize;
        let end = lines.end as usize;
        while let Some(at) = bytes.get(from..end).and_then(|rest| bar.find(rest)).map(|at| from + at) {
            let line = text.lines().line(text.lines().line_of(at as u32));
            // What is behind the next bar is that one's.
            let parts = bytes.get(line.range()).unwrap_or_default().split(|byte| *byte == b'|').skip(1);
            let found = found.get_or_insert_default();
            parts.for_each(|part| found.add(opening(part)));
            from = line.end as usize;
        }
    }
    found
}
