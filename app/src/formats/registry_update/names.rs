//! The label that the contract does not have.

use crate::reading::LabelName;

/// The label says what was done to the line, not the words behind it.
pub(super) static CHANGED_LINE: LabelName = LabelName {
    name: "Line changed",
    synonyms: &[
        "line added", "line removed", "line updated", "line deleted", "line modified", "added line",
        "removed line", "updated line", "deleted line", "modified line", "added", "removed",
    ],
    field: "line",
};
