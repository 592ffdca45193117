//! Makes the fixes that diagnostics propose.

mod edits;

use std::fmt;

use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::format::Parsed;
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
    /// Likewise all of one rule.
    Rule(String),
    /// The fixes of one rule at one place.
    One { rule: String, start: u32 },
}

impl Choice {
    /// Parses `all`, `score-form`, or `score-form@41`.
    pub fn of(written: &str) -> Option<Self> {
        match written.split_once('@') {
            Some((rule, start)) => Some(Self::One { rule: rule.to_owned(), start: start.parse().ok()? }),
            None if written == "all" => Some(Self::All),
            None => (!written.is_empty()).then(|| Self::Rule(written.to_owned())),
        }
    }

    /// Returns the choice of one issue.
    pub fn one(diagnostic: &Diagnostic) -> Self {
        Self::One { rule: diagnostic.rule.id.to_owned(), start: diagnostic.span.start }
    }

    /// Returns whether a prompt for it asks for an issue of a block: all are all errors and warnings.
    pub fn asks_for(&self, block: &Parsed, issue: &Diagnostic) -> bool {
        self.includes(block, issue) && (*self != Self::All || issue.severity != Severity::Info)
    }

    /// Returns whether it includes an issue of a block. Only a place that is named may be in a fenced example, which may
    /// well show what not to do.
    pub fn includes(&self, block: &Parsed, diagnostic: &Diagnostic) -> bool {
        match self {
            Self::All => !block.fenced,
            Self::Rule(rule) => !block.fenced && diagnostic.rule.id == rule,
            Self::One { rule, start } => diagnostic.rule.id == rule && diagnostic.span.start == *start,
        }
    }
}

/// The name that [`Choice::of`] parses.
impl fmt::Display for Choice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => out.write_str("all"),
            Self::Rule(rule) => out.write_str(rule),
            Self::One { rule, start } => write!(out, "{rule}@{start}"),
        }
    }
}

/// A text with fixes made.
pub struct Fixed {
    pub text: Text,
    /// How many issues there are less than before: one edit may fix several.
    pub count: u32,
}

/// Makes the chosen fixes.
///
/// With a forced format there is one round: the fixed text may be recognized as another format, and the block that was
/// meant may have moved.
pub fn apply_choice(text: &Text, read_as: Option<ReadAs>, choice: &Choice) -> Fixed {
    let is_one = matches!(choice, Choice::One { .. });
    let rounds = if is_one || read_as.is_some() { 1 } else { ROUNDS };
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

/// The issues of a text that a choice includes, and the edits that they propose.
struct Found {
    chosen: u32,
    edits: Vec<Edit>,
}

impl Found {
    fn of(text: &Text, read_as: Option<ReadAs>, choice: &Choice) -> Self {
        let mut found = Self { chosen: 0, edits: Vec::new() };
        for block in Blocks::of(text, read_as).batches().flatten() {
            for diagnostic in block.diagnostics.iter().filter(|found| choice.includes(&block, found)) {
                found.chosen += 1;
                found.edits.extend(diagnostic.fix.clone());
            }
        }
        found
    }
}
