use serde::{Deserialize, Serialize};

use super::mention::SourceRef;

/// An anomaly of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Note {
    pub kind: NoteKind,
    pub message: String,
    /// Where it shows; `None` if something is missing.
    pub place: Option<SourceRef>,
}

crate::named::named! {
    #[derive(Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum NoteKind {
        /// It contradicts an earlier mention.
        Contradiction = "contradiction",
        /// It came in an impossible order.
        OutOfOrder = "out of order",
        /// It was reported before.
        Repeated = "repeated",
        /// It is not in the plan.
        Unplanned = "unplanned",
        /// It started while its chain or session was quarantined.
        Blocked = "blocked",
        /// It was expected and is missing.
        Missing = "missing",
    }
}
