//! Lines that may announce something, told by how they begin.

use super::opening::{Opening, Starts};
use crate::text::Span;

/// `Step 3 complete`, `Spawning Step 3`, and the mark in front of the first where a page wrote `&gt;` for it.
const WORDS: [Opening; 3] = [name(b"step"), name(b"spaw"), name(b"gt\0\0")];
/// What logs rank their lines with: `info`, `debug`, `trace`, `notice`, `note`, `log`.
const RANKS: [Opening; 6] =
    [name(b"info"), name(b"debu"), name(b"trac"), name(b"noti"), name(b"note"), name(b"log\0")];

const fn name(letters: &[u8; 4]) -> Opening {
    u32::from_le_bytes(*letters)
}

/// The lines that open as an announcement may, apart by what they may announce; those in which a time or a rank hides
/// how what follows begins stand in both.
#[derive(Debug, Default)]
pub struct AnnouncingLines {
    steps: Vec<Span>,
    spawns: Vec<Span>,
    /// Of these none announces anything: delegates say by the label how sure they are.
    sure: Vec<Span>,
}

impl AnnouncingLines {
    /// Adds a line, unless it only shares a bit of the filter with one.
    pub(super) fn add(&mut self, opening: Opening, line: Span) {
        if opening == SURE {
            self.sure.push(line);
            return;
        }
        if !WORDS.contains(&opening) && !RANKS.contains(&opening) && !may_be_time(opening) {
            return;
        }
        let [step, spawning, _] = WORDS;
        if opening != spawning {
            self.steps.push(line);
        }
        if opening != step {
            self.spawns.push(line);
        }
    }

    /// The lines that may say something of a step but that it is spawned.
    pub fn of_steps(&self) -> &[Span] {
        &self.steps
    }

    /// The lines that may say how sure an answer is.
    pub fn of_sureness(&self) -> &[Span] {
        &self.sure
    }

    /// The lines that may say that a step is spawned.
    pub fn of_spawns(&self) -> &[Span] {
        &self.spawns
    }
}

/// What the label opens with that says how sure an answer is.
const SURE: Opening = name(b"conf");

/// Nearly no other line opens as one that announces: one look, and not one for each name.
static FILTER: Starts = {
    let mut filter = Starts::NONE;
    let (mut words, mut ranks) = (WORDS.as_slice(), RANKS.as_slice());
    while let [word, rest @ ..] = words {
        filter = filter.with(*word);
        words = rest;
    }
    filter = filter.with(SURE);
    while let [rank, rest @ ..] = ranks {
        filter = filter.with(*rank);
        ranks = rest;
    }
    filter
};

/// Whether a line that opens so may announce a step: a time or a rank in front hides how what follows begins.
#[inline]
pub(super) fn may_announce(opening: Opening) -> bool {
    FILTER.may_have(opening) || may_be_time(opening)
}

/// The letters of `2026-03-04T10:32:11Z` with the digits behind them: `t10`, `z`.
#[inline]
fn may_be_time(opening: Opening) -> bool {
    let [first, second, ..] = opening.to_le_bytes();
    matches!(first, b't' | b'z') && !second.is_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::may_announce;
    use crate::markdown::glance::opening::opening;

    #[test]
    fn words_of_announcements_times_and_ranks_are_told() {
        for line in [
            ">> Step 3 complete: code/ -- a",
            "- &gt;&gt; **Step 3",
            "Spawning Step 1: code/ (opus)",
            "[2026-03-04T10:32:11.402Z] >> Step 3",
            "2026-03-04T103211 >> Step 3",
            "10:32:11Z INFO >> Step 3",
            "[Note] >> Step 3",
        ] {
            assert!(may_announce(opening(line.as_bytes())), "{line}");
        }
        for line in ["To do", "The step", "Zero", "- Logic", "", "1. Tests"] {
            assert!(!may_announce(opening(line.as_bytes())), "{line}");
        }
    }
}
