//! Labels behind a bar or a dot on the line of another: `**Scope:** a | **Date:** b`, `**Scope:** a · **Date:** b`.

use memchr::{memchr2, memchr3, memmem};

use super::opening::{Openings, opening};
use crate::text::{Span, Text};

/// A bar, and the last bytes of the dots `·` and `•`, which few other signs have.
const MARKS: [u8; 3] = [b'|', 0xb7, 0xa2];
const BAR: &[u8] = b" | ";

/// Where a line may be parted: the first of these marks.
pub fn first_mark(bytes: &[u8]) -> Option<usize> {
    let [bar, dot, bullet] = MARKS;
    memchr3(bar, dot, bullet, bytes)
}

/// How what follows each mark begins, in lines that hold one; none where no mark parts two labels.
pub(super) fn openings(text: &Text, lines: &[Span]) -> Option<Openings> {
    lines.first()?;
    let bytes = text.source().as_bytes();
    let bar = memmem::Finder::new(BAR);
    let mut found: Option<Openings> = None;
    let lines = lines.iter().filter_map(|line| bytes.get(line.range()));
    let is_parted = |line: &&[u8]| bar.find(line).is_some() || memchr2(MARKS[1], MARKS[2], line).is_some();
    for line in lines.filter(is_parted) {
        // What is behind the next mark is that one's.
        let parts = line.split(|byte| MARKS.contains(byte)).skip(1);
        let found = found.get_or_insert_with(|| Openings::of_lines(text.lines().count()));
        parts.filter(|part| part.contains(&b':')).for_each(|part| found.add(opening(part)));
    }
    found
}
