//! What the six responses of delegates have in common: JSON, or headings in Markdown that say the same.
//!
//! Either form is read into the same tree of values with their places, so that a room has one table of
//! properties and one reading, whichever form an answer has.

mod answer;
mod claims;
mod kind;
mod markdown;
mod names;
mod rules;
mod values;
#[cfg(feature = "ssr")]
pub mod view;

pub use answer::{Answer, Contract, read_answer};
pub use claims::check_claim;
pub use kind::{DelegateKind, ERROR_TYPES, OPENERS, is_example, recognize};
pub use markdown::{
    ACTIONS, PatchMark, SEVERITIES, Sections, TYPES, action, bare, code, decimal, entries, finding,
    first_line, flush, lines_of, member, note, pieces, place, row, spaced_dash, tag, take_place, word,
};
pub use rules::DelegateRules;
pub(crate) use rules::delegate_rules;
pub use values::{Lines, Others, Values};

/// How sure a delegate may be.
pub const CONFIDENCE: &[&str] = &["high", "medium", "low"];
