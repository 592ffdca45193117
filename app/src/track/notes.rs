use serde::{Deserialize, Serialize};

use super::mention::SourceRef;

/// Something about a chain's course that a person should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub kind: NoteKind,
    pub message: String,
    /// What shows it; none where it shows by what is not there.
    pub place: Option<SourceRef>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// It contradicts what was said before.
    Contradiction,
    /// It came in another order than it can have happened in.
    OutOfOrder,
    /// It was said before.
    Repeated,
    /// It is no part of the plan.
    Unplanned,
    /// It should have come, and did not. It is missing, not wrong.
    Missing,
}

impl NoteKind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Contradiction => "contradiction",
            Self::OutOfOrder => "out of order",
            Self::Repeated => "repeated",
            Self::Unplanned => "unplanned",
            Self::Missing => "missing",
        }
    }
}
