//! The columns of a verification's tables, in the contract's order, and the other names they go by.

use crate::reading::ColumnName;

pub(super) const METRIC: usize = 0;
pub(super) const METRIC_BEFORE: usize = 1;
pub(super) const METRIC_AFTER: usize = 2;
pub(super) const DELTA: usize = 3;
pub(super) const STATUS: usize = 4;

pub(super) static COMPARISON: [ColumnName; 5] = [
    ColumnName { name: "Metric", synonyms: &["measure", "figure", "name"] },
    ColumnName { name: "Before Healing", synonyms: &["before", "pre healing", "pre", "old"] },
    ColumnName { name: "After Healing", synonyms: &["after", "post healing", "post", "new"] },
    ColumnName { name: "Delta", synonyms: &["difference", "diff", "δ", "change"] },
    ColumnName { name: "Status", synonyms: &["state", "result", "trend"] },
];

pub(super) const GATE: usize = 0;
pub(super) const GATE_BEFORE: usize = 1;
pub(super) const GATE_AFTER: usize = 2;
pub(super) const CHANGE: usize = 3;

pub(super) static GATES: [ColumnName; 4] = [
    ColumnName { name: "Gate", synonyms: &["gate id", "gates"] },
    ColumnName { name: "Violations Before", synonyms: &["before", "before healing", "pre healing"] },
    ColumnName { name: "Violations After", synonyms: &["after", "after healing", "post healing"] },
    ColumnName { name: "Change", synonyms: &["status", "delta", "trend"] },
];
