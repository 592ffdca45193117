//! Labels behind a bar on the line of another: `**Scope:** a | **Date:** b`.

use memchr::memmem;

use super::opening::{Openings, opening};
use crate::text::{Span, Text};

const BAR: &[u8] = b" | ";

/// How what follows each bar begins, in lines that hold one; none where no bar parts two labels.
pub(super) fn openings(text: &Text, lines: &[Span]) -> Option<Openings> {
    lines.first()?;
    let bytes = text.source().as_bytes();
    let bar = memmem::Finder::new(BAR);
    let mut found: Option<Openings> = None;
    let lines = lines.iter().filter_map(|line| bytes.get(line.range()));
    for line in lines.filter(|line| bar.find(line).is_some()) {
        // What is behind the next bar is that one's.
        let parts = line.split(|byte| *byte == b'|').skip(1);
        let found = found.get_or_insert_with(|| Openings::of_lines(text.lines().count()));
        parts.filter(|part| part.contains(&b':')).for_each(|part| found.add(opening(part)));
    }
    found
}
