//! Splits a line of a table into cells.

use crate::text::Span;

/// Longer runs of backticks are text.
const LONGEST_RUN: usize = 32;

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

/// Appends the trimmed cells of `line` and says how many there are.
pub(super) fn split(source: &str, line: Span, how: Splitting, cells: &mut Vec<Span>) -> u32 {
    let content = line.trim(source);
    let fragment = content.slice(source);
    let bytes = fragment.as_bytes();
    let is_open = !fragment.starts_with('|');
    let before = cells.len();
    let mut start = usize::from(!is_open);
    let mut pipes = Pipes::new(bytes, how != Splitting::Everywhere);
    while let Some(at) = pipes.next() {
        let is_leading = at == 0 && !is_open;
        let is_operator = bytes.get(at + 1) == Some(&b'|') && at + 2 < bytes.len();
        if is_leading {
            continue;
        }
        if how == Splitting::OutsideCodeAndOperators && is_operator {
            pipes.skip_one();
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
    last_runs: Option<[usize; LONGEST_RUN]>,
}

impl<'b> Pipes<'b> {
    fn new(bytes: &'b [u8], skips_code: bool) -> Self {
        Self { bytes, at: 0, last_runs: (skips_code && bytes.contains(&b'`')).then(|| last_runs(bytes)) }
    }

    fn skip_one(&mut self) {
        self.at += 1;
    }

    /// Goes behind the code span that a run of backticks opens, or behind the run if nothing closes it.
    ///
    /// That a partner exists is known beforehand, so no run is searched for in vain and the whole is linear.
    fn pass_backticks(&mut self, last_runs: &[usize; LONGEST_RUN]) {
        let length = run_length(self.bytes, self.at);
        let opener = self.at;
        self.at += length;
        if length >= LONGEST_RUN || last_runs.get(length).is_none_or(|last| *last <= opener) {
            return;
        }
        while self.at < self.bytes.len() {
            let run = run_length(self.bytes, self.at);
            self.at += run.max(1);
            if run == length {
                return;
            }
        }
    }
}

impl Iterator for Pipes<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while let Some(byte) = self.bytes.get(self.at) {
            match (byte, self.last_runs) {
                (b'\\', _) => self.at += 2,
                (b'`', Some(last_runs)) => self.pass_backticks(&last_runs),
                (b'|', _) => {
                    self.at += 1;
                    return Some(self.at - 1);
                }
                _ => self.at += 1,
            }
        }
        None
    }
}

fn run_length(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|byte| **byte == b'`').count()
}

fn last_runs(bytes: &[u8]) -> [usize; LONGEST_RUN] {
    let mut last = [0; LONGEST_RUN];
    let mut at = 0;
    while at < bytes.len() {
        let length = run_length(bytes, at);
        if let Some(place) = last.get_mut(length).filter(|_| length > 0) {
            *place = at;
        }
        at += length.max(1);
    }
    last
}

/// `|---|:--:|`: the line between header and rows.
pub(super) fn is_rule_line(line: &str) -> bool {
    line.contains('|')
        && line.contains('-')
        && line.chars().all(|character| matches!(character, '|' | '-' | ':' | '–' | '—' | ' ' | '\t'))
}
