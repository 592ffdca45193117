//! The labels of a summary.

use crate::reading::LabelName;

pub(super) const LOGS: usize = 0;
pub(super) const LEARNINGS: usize = 1;
pub(super) const TOTAL: usize = 2;
pub(super) const COMPLETED: usize = 3;
pub(super) const FAILED: usize = 4;
pub(super) const METRICS: usize = 5;

pub(super) static LABELS: [LabelName; 6] = [
    LabelName {
        name: "Logs",
        synonyms: &["log", "logs path", "log path", "log folder", "logs folder"],
        field: "logsPath",
    },
    LabelName {
        name: "Learnings",
        synonyms: &["learning", "key learnings", "lessons", "lessons learned"],
        field: "learnings",
    },
    LabelName { name: "Total steps", synonyms: &["total", "step count"], field: "totalSteps" },
    LabelName {
        name: "Completed steps",
        synonyms: &["completed", "steps completed", "successful steps"],
        field: "completedSteps",
    },
    LabelName { name: "Failed steps", synonyms: &["failed", "steps failed"], field: "failedSteps" },
    LabelName { name: "Steps", synonyms: &["metrics", "totals", "step totals"], field: "totalSteps" },
];
