//! The common parts of the six responses of delegates, in JSON or under headings in Markdown.
//!
//! Either form becomes the same tree of values with their places, so that the fields of a format are declared and read
//! once for both.

mod claims;
mod kind;
mod markdown;
mod reply;
mod rules;
mod synonyms;
mod values;
#[cfg(feature = "viewers")]
pub mod view;
mod words;

use crate::block::Revision;
use crate::declaration::Hints;
use crate::diagnostic::RuleSet;
use crate::document::Kind;
use crate::format::{Recognizer, Spec};
use crate::json::{ANSWERS, JSON, UNKNOWN_FIELDS};
use crate::reading::TEXT;

use kind::{OPENERS, is_example, recognize};

pub use claims::check_claim;
pub use kind::DelegateKind;
pub use markdown::{
    ACTIONS, PatchMark, SEVERITIES, SectionForm, Sections, TYPES, bare, code, decimal, entries, first_line,
    flush, lines_of, member, note, pieces, place, row, spaced_dash, tag, take_place, word,
};
pub use reply::{Contract, read_reply};
pub use rules::{CLAIMS, COUNT_MISMATCH, DELEGATES, MARKDOWN_ANSWER};
pub use values::{Answer, Lines, Others};
pub use words::{CONFIDENCE, ERROR_TYPES};

/// What the formats of all responses have in common.
pub const SPEC: Spec = Spec {
    kind: Kind::Report,
    producer: "delegate",
    gate: 9,
    openers: OPENERS,
    recognizer: Recognizer::Family(recognize),
    is_announcement: true,
    is_example,
    sets: &[&JSON, &ANSWERS, &UNKNOWN_FIELDS, &DELEGATES, &TEXT],
    revisions: &[Revision::Current, Revision::Free],
    hints: Hints::titled(&["summary"]),
    ..Spec::BASE
};

/// The sets of a response whose summary is compared with its rows.
pub const WITH_CLAIMS: &[&RuleSet] = &[&JSON, &ANSWERS, &UNKNOWN_FIELDS, &DELEGATES, &CLAIMS, &TEXT];

/// What nearly every room of a response uses.
pub(crate) mod prelude {
    pub(crate) use std::sync::LazyLock;

    pub(crate) use super::{
        ACTIONS, Answer, CONFIDENCE, Contract, ERROR_TYPES, Lines, Others, SEVERITIES, SectionForm, TYPES,
    };
    pub(crate) use crate::delegate;
    pub(crate) use crate::format::prelude::*;
}
