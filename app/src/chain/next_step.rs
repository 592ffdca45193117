//! What a line says of the step that comes next: `Continuing to Step 4...`.

use serde::Serialize;

use super::number_of;
use crate::reading::normal;
use crate::text::Span;

/// The words before the step, in lower case.
pub const CONTINUING: &str = "continuing to ";

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum NextStep {
    Step(u32),
    Done(Done),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Done {
    Done,
}

impl NextStep {
    /// `Step 4`, `Done`.
    pub fn read(target: &str) -> Option<Self> {
        let words = target.trim().to_ascii_lowercase();
        let is_done = ["done", "completion", "complete", "end", "chain completion"].contains(&words.as_str());
        if is_done { Some(Self::Done(Done::Done)) } else { number_of(target).map(Self::Step) }
    }

    /// As the contract writes it.
    pub fn announced(self) -> String {
        match self {
            Self::Step(number) => format!("Continuing to Step {number}..."),
            Self::Done(_) => "Continuing to Done...".to_owned(),
        }
    }
}

/// A line that only says which step comes next.
pub fn is_continuation(line: &str) -> bool {
    line.len() < 200 && normal(line).starts_with(CONTINUING)
}

/// What the words behind `Continuing to` name, up to the dots; what a person adds after them stays part of the line.
pub fn continuation_target(source: &str, words: Span) -> Span {
    let fragment = words.slice(source);
    let end = fragment.find(['.', '…', '!', '*', ',', ';', '(', '<']).unwrap_or(fragment.len());
    words.take(end).trim(source)
}
