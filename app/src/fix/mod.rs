//! A text with its fixes made, that still knows what became of each line.

mod edits;
mod lines;
mod pieces;

use crate::diagnostic::Diagnostic;
use crate::format::Parsed;
use crate::read_as::ReadAs;
use crate::text::Text;

use self::pieces::Pieces;

pub use edits::{apply_fixes, leave_inner_blocks_alone, mind_quote};
pub use lines::{Hunk, Line, hunks};
pub use pieces::Change;

/// Edits that overlap wait for the next round.
const ROUNDS: usize = 10;

/// Which fixes are made. It travels in the address of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All that are proposed, and what is proposed once they are made.
    All,
    /// Those of one rule at one place.
    One { rule: String, start: u32 },
}

impl Choice {
    /// As `all` or `score-form@41`.
    pub fn of(written: &str) -> Option<Self> {
        if written == "all" {
            return Some(Self::All);
        }
        let (rule, start) = written.split_once('@')?;
        Some(Self::One { rule: rule.to_owned(), start: start.parse().ok()? })
    }

    /// The choice that makes this diagnostic's fix.
    pub fn name_of(diagnostic: &Diagnostic) -> String {
        format!("{}@{}", diagnostic.rule.id, diagnostic.span.start)
    }

    fn includes(&self, diagnostic: &Diagnostic) -> bool {
        match self {
            Self::All => true,
            Self::One { rule, start } => diagnostic.rule.id == rule && diagnostic.span.start == *start,
        }
    }
}

/// What comes of the fixes.
pub struct Fixed {
    pub text: Text,
    /// How many deviations that took.
    pub count: u32,
    /// What was replaced by what, in order.
    pub changes: Vec<Change>,
}

/// The text with the chosen fixes made. Examples in a fence are left as they are where all fixes are meant: they may
/// well show what not to do.
///
/// With a forced format there is one round: what is recognized in the fixed text may differ from what was forced, and the
/// block that was meant may have moved.
pub fn apply_choice(text: &Text, read_as: Option<ReadAs>, choice: &Choice) -> Fixed {
    let rounds = if *choice == Choice::All && read_as.is_none() { ROUNDS } else { 1 };
    let mut fixed = Text::new(text.source());
    let mut pieces = Pieces::of(text.span());
    let mut count = 0;
    for _ in 0..rounds {
        let blocks = ReadAs::read(read_as, &fixed);
        let is_meant = |block: &&Parsed| *choice != Choice::All || !block.fenced;
        let diagnostics = blocks.iter().filter(is_meant).flat_map(|block| &block.diagnostics);
        let chosen = diagnostics.filter(|diagnostic| choice.includes(diagnostic));
        let fixable = chosen.clone().filter(|diagnostic| diagnostic.fix.is_some()).count();
        let edits = edits::edits(fixed.source(), chosen);
        let next = edits::apply(fixed.source(), &edits);
        if next == fixed.source() {
            break;
        }
        pieces.replace(&edits);
        count += fixable as u32;
        fixed = Text::new(next);
    }
    Fixed { text: fixed, count, changes: pieces.changes() }
}
