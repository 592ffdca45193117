//! Splits a line of a table into cells.

use memchr::{memchr, memchr_iter, memchr2, memchr3};

use crate::text::{ByteSet, Span};

/// Longer runs of backticks are text.
const LONGEST_RUN: usize = 32;

/// All of most lines between header and rows.
const PARTS_OF_RULES: ByteSet = ByteSet::of(b"|-: \t");

/// Which pipes end a cell. An escaped one never does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Splitting {
    /// All but those in code spans; what an author means.
    OutsideCode,
    /// Nor those of `||`, where the line has too many cells.
    OutsideCodeAndOperators,
    /// All: what GFM does, and what is meant where backticks don't pair within a cell.
    Everywhere,
}

/// Appends the trimmed cells of `line`, and returns how many there are.
pub(super) fn split(source: &str, line: Span, how: Splitting, cells: &mut Vec<Span>) -> u32 {
    let content = line.trim(source);
    let fragment = content.slice(source);
    let bytes = fragment.as_bytes();
    let is_open = !fragment.starts_with('|');
    let before = cells.len();
    let mut start = usize::from(!is_open);
    if how == Splitting::OutsideCode && memchr2(b'`', b'\\', bytes).is_none() {
        // All bars part cells, but for the one that opens the row.
        for at in memchr_iter(b'|', bytes).skip(start) {
            let end = content.start + at as u32;
            cells.push(Span { start: content.start + start as u32, end }.trim(source));
            start = at + 1;
        }
        if start < bytes.len() {
            cells.push(content.skip(start).trim(source));
        }
        return (cells.len() - before) as u32;
    }
    let mut pipes = Pipes::new(bytes, how != Splitting::Everywhere);
    while let Some(at) = pipes.next() {
        let is_leading = at == 0 && !is_open;
        let is_operator = bytes.get(at + 1) == Some(&b'|') && at + 2 < bytes.len();
        if is_leading {
            continue;
        }
        if how == Splitting::OutsideCodeAndOperators && is_operator {
            pipes.at += 1;
            continue;
        }
        cells.push(content.skip(start).take(at - start).trim(source));
        start = at + 1;
    }
    if start < bytes.len() {
        cells.push(content.skip(start).trim(source));
    }
    (cells.len() - before) as u32
}

/// Offsets of the pipes in `fragment` that would end a cell in GFM: not escaped, in code or not.
pub fn bare_pipes(fragment: &str) -> impl Iterator<Item = usize> {
    Pipes::new(fragment.as_bytes(), false)
}

/// Yields the offsets of unescaped pipes.
struct Pipes<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Last place of a run of backticks, by its length; `None` where code spans don't matter.
    last_runs: Option<[u32; LONGEST_RUN]>,
}

impl<'b> Pipes<'b> {
    fn new(bytes: &'b [u8], skips_code: bool) -> Self {
        let first_run = if skips_code { memchr(b'`', bytes) } else { None };
        Self { bytes, at: 0, last_runs: first_run.map(|first| last_runs(bytes, first)) }
    }

    /// Goes behind the code span that a run of backticks opens, or behind the run if nothing closes it.
    ///
    /// That a partner exists is known beforehand, so no run is searched for in vain and the whole is linear.
    fn pass_backticks(&mut self) {
        let length = run_length(self.bytes, self.at);
        let opener = self.at;
        self.at += length;
        let last_run = self.last_runs.as_ref().and_then(|last_runs| last_runs.get(length));
        if last_run.is_none_or(|last| *last as usize <= opener) {
            return;
        }
        while let Some(found) = self.bytes.get(self.at..).and_then(|rest| memchr(b'`', rest)) {
            self.at += found;
            let run = run_length(self.bytes, self.at);
            self.at += run;
            if run == length {
                return;
            }
        }
    }
}

impl Iterator for Pipes<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            let found = match self.last_runs {
                Some(_) => memchr3(b'|', b'\\', b'`', rest),
                None => memchr2(b'|', b'\\', rest),
            };
            self.at += found?;
            match self.bytes.get(self.at)? {
                b'\\' => self.at += 2,
                b'`' => self.pass_backticks(),
                _ => {
                    self.at += 1;
                    return Some(self.at - 1);
                }
            }
        }
    }
}

fn run_length(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|byte| **byte == b'`').count()
}

/// `first` is where the first run begins.
fn last_runs(bytes: &[u8], first: usize) -> [u32; LONGEST_RUN] {
    let mut last = [0; LONGEST_RUN];
    let mut next = Some(first);
    while let Some(at) = next {
        let length = run_length(bytes, at);
        if let Some(place) = last.get_mut(length) {
            *place = at as u32;
        }
        let after = at + length;
        next = bytes.get(after..).and_then(|rest| memchr(b'`', rest)).map(|found| after + found);
    }
    last
}

/// `|---|:--:|`: the line between header and rows.
pub(super) fn is_rule_line(line: &str) -> bool {
    // The first byte rules out nearly every other line; 0xe2 begins the longer dashes.
    if !matches!(line.as_bytes(), [b'|' | b'-' | b':' | 0xe2, ..]) {
        return false;
    }
    let is_part = |character| matches!(character, '|' | '-' | ':' | '–' | '—' | ' ' | '\t');
    let is_rule = |bytes: &[u8]| bytes.iter().all(|byte| PARTS_OF_RULES.has(*byte));
    (is_rule(line.as_bytes()) || !line.is_ascii() && line.chars().all(is_part))
        && line.contains('|')
        && line.contains('-')
}
