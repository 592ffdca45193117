//! A text with its fixes made, that still knows what became of each line.

mod lines;
mod pieces;

use crate::diagnostic::Diagnostic;
use crate::fix;
use crate::format::Parsed;
use crate::text::Text;
use crate::wish::Wish;

use self::pieces::Pieces;

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
pub struct Mended {
    pub text: Text,
    /// How many deviations that took.
    pub count: u32,
    /// What was replaced by what, in order.
    pub changes: Vec<Change>,
}

/// The text with the chosen fixes made. Examples in a fence are left as they are where all fixes are meant: they may
/// well show what not to do.
///
/// Under a reader's wish there is one round: what is recognized in a mended text is no matter of the wish, and the
/// block that was meant may have moved.
pub fn mend(text: &Text, wish: Option<Wish>, choice: &Choice) -> Mended {
    let rounds = if *choice == Choice::All && wish.is_none() { ROUNDS } else { 1 };
    let mut mended = Text::new(text.source());
    let mut pieces = Pieces::of(text.span());
    let mut count = 0;
    for _ in 0..rounds {
        let blocks = Wish::read(wish, &mended);
        let is_meant = |block: &&Parsed| *choice != Choice::All || !block.fenced;
        let diagnostics = blocks.iter().filter(is_meant).flat_map(|block| &block.diagnostics);
        let chosen = diagnostics.filter(|diagnostic| choice.includes(diagnostic));
        let fixable = chosen.clone().filter(|diagnostic| diagnostic.fix.is_some()).count();
        let edits = fix::edits(mended.source(), chosen);
        let next = fix::apply(mended.source(), &edits);
        if next == mended.source() {
            break;
        }
        pieces.replace(&edits);
        count += fixable as u32;
        mended = Text::new(next);
    }
    Mended { text: mended, count, changes: pieces.changes() }
}
