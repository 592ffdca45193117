use serde::{Deserialize, Serialize};

use super::mention::SourceRef;

/// An anomaly of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub kind: NoteKind,
    pub message: String,
    /// Where it shows; `None` if something is missing.
    pub place: Option<SourceRef>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// It contradicts an earlier mention.
    Contradiction,
    /// It came in an impossible order.
    OutOfOrder,
    /// It was reported before.
    Repeated,
    /// It is not in the plan.
    Unplanned,
    /// It was expected and is missing.
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
