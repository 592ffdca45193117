//! Labels behind a bar or a dot on the line of another: `**Scope:** a | **Date:** b`, `**Scope:** a · **Date:** b`.

use memchr::{memchr, memchr2, memchr3};

use super::opening::{Openings, opening};
use crate::text::{Span, Text};

const BAR: u8 = b'|';
/// The last bytes of the dots `·` and `•`, which few other signs have.
const DOT: u8 = 0xb7;
const BULLET: u8 = 0xa2;

/// Where a line may be parted: the first of these marks.
pub fn first_mark(bytes: &[u8]) -> Option<usize> {
    memchr3(BAR, DOT, BULLET, bytes)
}

/// How what follows each mark begins, in lines that hold one; none where no mark parts two labels.
pub(super) fn openings(text: &Text, lines: &[Span]) -> Option<Openings> {
    lines.first()?;
    let bytes = text.source().as_bytes();
    let mut found: Option<Openings> = None;
    let lines = lines.iter().filter_map(|line| bytes.get(line.range()));
    for line in lines.filter(|line| is_parted(line)) {
        // What is behind the next mark is that one's.
        let parts = line.split(|byte| matches!(*byte, BAR | DOT | BULLET)).skip(1);
        let found = found.get_or_insert_with(|| Openings::of_lines(text.lines().count()));
        parts.filter(|part| memchr(b':', part).is_some()).for_each(|part| found.add(opening(part)));
    }
    found
}

/// Nearly all bars of lines that are no rows stand in code, without a space around them.
fn is_parted(line: &[u8]) -> bool {
    let is_bar_apart = |around: &[u8]| around == [b' ', BAR, b' '];
    line.windows(3).any(is_bar_apart) || memchr2(DOT, BULLET, line).is_some()
}
