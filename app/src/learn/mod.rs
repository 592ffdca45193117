//! Proposes a format that examples have in common, as the file that declares it.
//!
//! Each decision is a comment in the file: what the examples show, and what is only a guess. The proposal is compiled and
//! reads its examples before anybody sees it; where one deviates, the proposal asks for less.

mod check;
mod columns;
mod draft;
mod error;
mod heading;
mod hints;
mod json;
mod markdown;
mod names;
mod origin;
mod sighting;
mod survey;
mod types;
mod words;
mod write;

use crate::catalog::Problem;
use crate::formats::RegisteredFormat;
use crate::text::Text;

pub use error::LearnError;

/// A document that the format is to read.
#[derive(Copy, Clone)]
pub struct Example<'t> {
    /// What it is called in comments.
    pub name: &'t str,
    pub text: &'t Text,
}

/// How a proposal is compiled: [`crate::catalog::compile`], or a bounded form of it.
pub type Compile = fn(&str) -> Result<&'static RegisteredFormat, Vec<Problem>>;

/// More examples say nothing new.
pub const MOST_EXAMPLES: usize = 50;
/// A longer example is a log of something else.
pub const LONGEST_EXAMPLE: u32 = 1024 * 1024;

/// Returns a file that declares what the examples have in common, under a name if one is given.
pub fn learn(examples: &[Example<'_>], name: Option<&str>, compile: Compile) -> Result<String, LearnError> {
    match examples {
        [] => return Err(LearnError::NoExamples),
        examples if examples.len() > MOST_EXAMPLES => return Err(LearnError::TooMany),
        _ => {}
    }
    if let Some(long) = examples.iter().find(|example| example.text.span().len() > LONGEST_EXAMPLE) {
        return Err(LearnError::TooLong(long.name.to_owned()));
    }
    let are_json = examples.iter().filter(|example| json::is_json(example.text)).count();
    let mut draft = match are_json {
        0 => markdown::draft(examples)?,
        all if all == examples.len() => json::draft(examples)?,
        _ => return Err(LearnError::TwoKinds),
    };
    if let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) {
        draft.name = name.to_owned();
    }
    hints::guess(&mut draft);
    // Nobody judges an event.
    if draft.kind == "event" && draft.hints.iter().any(|hint| hint.key == "verdict") {
        draft.kind = "report";
    }
    check::settle(draft, examples, compile)
}
