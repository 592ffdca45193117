//! Makes the fixes that diagnostics propose.

mod edits;

use crate::diagnostic::{Diagnostic, Edit};
use crate::read_as::ReadAs;
use crate::scan::Blocks;
use crate::text::Text;

pub use edits::{apply, apply_fixes, compatible};

/// Edits that overlap wait for the next round.
const ROUNDS: usize = 10;

/// Which fixes to make, as the address of a page names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All that are proposed, and those that are proposed once these are made.
    All,
    /// The fixes of one rule at one place.
    One { rule: String, start: u32 },
}

impl Choice {
    /// Parses `all` or `score-form@41`.
    pub fn of(written: &str) -> Option<Self> {
        if written == "all" {
            return Some(Self::All);
        }
        let (rule, start) = written.split_once('@')?;
        Some(Self::One { rule: rule.to_owned(), start: start.parse().ok()? })
    }

    /// Returns the name of the choice that makes this diagnostic's fix.
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

/// A text with fixes made.
pub struct Fixed {
    pub text: Text,
    /// How many deviations there are less than before: one edit may fix several.
    pub count: u32,
}

/// Makes the chosen fixes. [`Choice::All`] leaves examples in a fence as they are: they may well show what not to do.
///
/// With a forced format there is one round: the fixed text may be recognized as another format, and the block that was
/// meant may have moved.
pub fn apply_choice(text: &Text, read_as: Option<ReadAs>, choice: &Choice) -> Fixed {
    let rounds = if *choice == Choice::All && read_as.is_none() { ROUNDS } else { 1 };
    let mut fixed = Text::new(text.source());
    let mut before = None;
    for _ in 0..rounds {
        let Found { chosen, edits } = Found::of(&fixed, read_as, choice);
        before.get_or_insert(chosen);
        let edits = edits::compatible(fixed.source(), edits);
        let next = edits::apply(fixed.source(), &edits);
        if next == fixed.source() {
            return Fixed { text: fixed, count: before.unwrap_or(chosen).saturating_sub(chosen) };
        }
        fixed = Text::new(next);
    }
    let Found { chosen, .. } = Found::of(&fixed, read_as, choice);
    Fixed { text: fixed, count: before.unwrap_or(chosen).saturating_sub(chosen) }
}

/// The deviations of a text that a choice includes, and the edits that they propose.
struct Found {
    chosen: u32,
    edits: Vec<Edit>,
}

impl Found {
    fn of(text: &Text, read_as: Option<ReadAs>, choice: &Choice) -> Self {
        let mut found = Self { chosen: 0, edits: Vec::new() };
        for block in Blocks::of(text, read_as).batches().flatten() {
            if *choice != Choice::All || !block.fenced {
                for diagnostic in block.diagnostics.into_iter().filter(|found| choice.includes(found)) {
                    found.chosen += 1;
                    found.edits.extend(diagnostic.fix);
                }
            }
        }
        found
    }
}
