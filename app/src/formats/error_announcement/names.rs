//! The labels of an announcement.

use crate::reading::LabelName;

pub(super) static LABELS: [LabelName; 6] = [
    LabelName::new("Step", "stepNumber", &["failed step", "step number", "at step"]),
    LabelName::new("Action", "action", &["failed action", "agent"]),
    LabelName::new("Message", "message", &["error message", "error"]),
    LabelName::new("Context", "context", &["attempted", "what was attempted"]),
    LabelName::new(
        "Recovery options",
        "recoveryOptions",
        &["recovery", "recovery option", "options", "recovery steps", "recovery actions"],
    ),
    LabelName::new(
        "Stack trace",
        "stackTrace",
        &["stacktrace", "stack", "trace", "details", "additional details", "error details"],
    ),
];
