//! The columns of a chain's tables, in the contract's order, and the other names they go by.

use crate::reading::ColumnName;

pub(super) const NUMBER: usize = 0;
pub(super) const ACTION: usize = 1;
pub(super) const MODEL: usize = 2;
pub(super) const KEY_INPUTS: usize = 3;
pub(super) const WAITS_FOR: usize = 4;
pub(super) const STATUS: usize = 5;

pub(super) static STEP_COLUMNS: [ColumnName; 6] = [
    ColumnName { name: "#", synonyms: &["no", "number", "nr", "№", "step #", "step no", "id", "step"] },
    ColumnName { name: "Action", synonyms: &["action/", "actions", "action path", "agent", "task", "step"] },
    ColumnName { name: "Model", synonyms: &["models", "agent model", "llm"] },
    ColumnName {
        name: "Key Inputs",
        synonyms: &["inputs", "key input", "input", "parameters", "params", "arguments", "scope"],
    },
    ColumnName {
        name: "Waits For",
        synonyms: &[
            "waits", "waits on", "wait for", "waiting for", "depends on", "dependencies", "dependency",
            "blocked by", "after",
        ],
    },
    ColumnName { name: "Status", synonyms: &["state", "step status", "progress"] },
];
