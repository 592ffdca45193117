//! Labels behind a bar on the line of another: `**Scope:** a | **Date:** b`.

use memchr::memmem;

use super::opening::{Openings, opening};
use crate::text::Text;

const BAR: &str = " | ";

/// How what follows each bar begins, but for the rows of tables; none where nothing does.
pub(super) fn openings(text: &Text) -> Option<Openings> {
    let bytes = text.source().as_bytes();
    let bar = memmem::Finder::new(BAR);
    let mut found: Option<Openings> = None;
    let mut lines = text.lines().spans();
    let mut from = 0;
    while let Some(at) = bytes.get(from..).and_then(|rest| bar.find(rest)).map(|at| from + at) {
        let Some(line) = lines.find(|line| at < line.end as usize) else { break };
        let written = bytes.get(line.range()).unwrap_or_default();
        if !written.trim_ascii_start().starts_with(b"|") {
            // What is behind the next bar is that one's.
            let parts = written.split(|byte| *byte == b'|').skip(1);
            let found = found.get_or_insert_default();
            parts.for_each(|part| found.add(opening(part)));
        }
        from = line.end as usize;
    }
    found
}
