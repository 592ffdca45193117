//! The labels of an update.

use crate::reading::LabelName;

pub(super) const FILE: usize = 0;
pub(super) const LINE: usize = 1;
pub(super) const CHANGED_LINE: usize = 2;
pub(super) const OPERATION: usize = 3;

pub(super) static NAMES: [LabelName; 4] = [
    LabelName { name: "File", synonyms: &["registry", "registry file", "path"], field: "file" },
    LabelName { name: "Line", synonyms: &["lines", "entry", "change"], field: "line" },
    // What was done stands in the label instead of behind it.
    LabelName {
        name: "Line changed",
        synonyms: &[
            "line added", "line removed", "line updated", "line deleted", "line modified", "added line",
            "removed line", "updated line", "deleted line", "modified line", "added", "removed",
        ],
        field: "line",
    },
    // The contract says it in front of the line.
    LabelName { name: "Operation", synonyms: &["action", "change type", "type"], field: "operation" },
];
