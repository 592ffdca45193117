//! Damages documents as people, agents and transports do: lines lost, doubled and moved, pieces of other documents,
//! marks of Markdown and JSON where none belong, characters cut through.

mod pieces;
mod random;

use crate::documents::Document;

use self::pieces::PIECES;
pub use self::random::Random;

/// The longest text. A longer one finds nothing that a shorter one doesn't.
const LONGEST: usize = 64 * 1024;
const MOST_CHANGES: usize = 12;

/// Returns a document, perhaps with pieces of others, after some random changes.
pub fn damaged(documents: &[Document], random: &mut Random) -> Vec<u8> {
    let mut bytes = random.choose(documents).map(|document| document.bytes.clone()).unwrap_or_default();
    for _ in 0..random.below(MOST_CHANGES) {
        let change = random.choose(CHANGES).copied().unwrap_or(insert);
        let other = random.choose(documents).map_or(&[][..], |document| &document.bytes);
        change(&mut bytes, other, random);
        bytes.truncate(LONGEST);
    }
    bytes
}

/// Changes a text, maybe with the help of another.
type Change = fn(&mut Vec<u8>, &[u8], &mut Random);

/// Changes that are common in real texts are listed more than once.
const CHANGES: &[Change] = &[
    remove_line, double_line, move_line, take_line, take_line, insert, insert, insert, insert_at_edge,
    remove, replace, repeat, cut, follow, enclose, break_lines, noise,
];

/// The lines of a text, each with its line break.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn remove_line(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let mut lines = lines(bytes);
    if !lines.is_empty() {
        lines.remove(random.below(lines.len()));
    }
    *bytes = lines.concat();
}

fn double_line(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let mut lines = lines(bytes);
    let at = random.below(lines.len());
    if let Some(line) = lines.get(at).cloned() {
        lines.insert(at, line);
    }
    *bytes = lines.concat();
}

fn move_line(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let mut lines = lines(bytes);
    let (from, to) = (random.below(lines.len()), random.below(lines.len()));
    if from < lines.len() && to < lines.len() {
        lines.swap(from, to);
    }
    *bytes = lines.concat();
}

/// A few lines of another text.
fn take_line(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let mut lines = lines(bytes);
    let others = self::lines(other);
    let (from, count) = (random.below(others.len()), 1 + random.below(4));
    let at = random.below(lines.len() + 1);
    lines.splice(at..at, others.into_iter().skip(from).take(count));
    *bytes = lines.concat();
}

fn insert(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    put(bytes, at..at, random);
}

/// Inserts a piece at the start or end of a line, where marks have a meaning.
fn insert_at_edge(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let breaks: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    let at = random.choose(&breaks).map_or(0, |at| at + random.below(2));
    put(bytes, at..at, random);
}

fn replace(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let range = range(bytes, random, 8);
    put(bytes, range, random);
}

fn put(bytes: &mut Vec<u8>, range: std::ops::Range<usize>, random: &mut Random) {
    let piece = random.choose(PIECES).copied().unwrap_or_default();
    bytes.splice(range, piece.bytes());
}

fn remove(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let range = range(bytes, random, 40);
    bytes.drain(range);
}

fn range(bytes: &[u8], random: &mut Random, longest: usize) -> std::ops::Range<usize> {
    let start = random.below(bytes.len() + 1);
    start..bytes.len().min(start + random.below(longest))
}

/// A piece of the text many times.
fn repeat(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let range = range(bytes, random, 60);
    let times = if random.one_in(8) { 200 } else { 4 };
    let repeated = bytes.get(range.clone()).unwrap_or_default().repeat(1 + random.below(times));
    bytes.splice(range, repeated);
}

fn cut(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    bytes.truncate(random.below(bytes.len() + 1));
}

fn follow(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let between: &[u8] = if random.one_in(3) { b"" } else { b"\n\n" };
    bytes.extend_from_slice(between);
    bytes.extend_from_slice(other);
}

/// In a fence, a quote or a list.
fn enclose(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let lead: &[u8] = match random.below(4) {
        0 => b"> ",
        1 => b"    ",
        2 => b"- ",
        _ => {
            let fence = if random.one_in(2) { "```json\n" } else { "````markdown\n" };
            let close = if random.one_in(2) { "\n```\n" } else { "\n````\n" };
            *bytes = [fence.as_bytes(), bytes.as_slice(), close.as_bytes()].concat();
            return;
        }
    };
    *bytes = lines(bytes).iter().flat_map(|line| [lead, line.as_slice()].concat()).collect();
}

fn break_lines(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let line_break: &[u8] = if random.one_in(2) { b"\r\n" } else { b"\r" };
    *bytes = bytes.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(line_break);
}

/// Overwrites a few bytes with random ones.
#[expect(clippy::ptr_arg, reason = "it is in a list of functions of one shape")]
fn noise(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let value = random.below(256) as u8;
        if let Some(byte) = bytes.get_mut(at) {
            *byte = value;
        }
    }
}
