//! The labels of an announcement.

use crate::reading::LabelName;

pub(super) const STEP: usize = 0;
pub(super) const ACTION: usize = 1;
pub(super) const MESSAGE: usize = 2;
pub(super) const CONTEXT: usize = 3;
pub(super) const RECOVERY: usize = 4;
pub(super) const TRACE: usize = 5;

pub(super) static LABELS: [LabelName; 6] = [
    LabelName { name: "Step", synonyms: &["failed step", "step number", "at step"], field: "stepNumber" },
    LabelName { name: "Action", synonyms: &["failed action", "agent"], field: "action" },
    LabelName { name: "Message", synonyms: &["error message", "error"], field: "message" },
    LabelName { name: "Context", synonyms: &["attempted", "what was attempted"], field: "context" },
    LabelName {
        name: "Recovery options",
        synonyms: &["recovery", "recovery option", "options", "recovery steps", "recovery actions"],
        field: "recoveryOptions",
    },
    LabelName {
        name: "Stack trace",
        synonyms: &["stacktrace", "stack", "trace", "details", "additional details", "error details"],
        field: "stackTrace",
    },
];
