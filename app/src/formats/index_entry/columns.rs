//! The columns of the registry, in the contract's order, and the other names they go by.

use crate::reading::ColumnName;

pub(super) const DATE: usize = 0;
pub(super) const DESCRIPTION: usize = 1;
pub(super) const PATTERN: usize = 2;
pub(super) const OUTCOME: usize = 3;
/// Not of the contract, which has the commits in the outcome.
pub(super) const COMMITS: usize = 4;

pub(super) static COLUMNS: [ColumnName; 5] = [
    ColumnName { name: "Date", synonyms: &["executed", "executed at", "execution date", "day", "when"] },
    ColumnName {
        name: "Description",
        synonyms: &["work", "task", "title", "chain title", "execution", "summary", "what", "request"],
    },
    ColumnName {
        name: "Pattern",
        synonyms: &["chain", "chain pattern", "pattern signature", "signature", "chain signature", "steps"],
    },
    ColumnName { name: "Outcome", synonyms: &["result", "results", "outcomes", "status"] },
    ColumnName { name: "Commit", synonyms: &["commits", "commit hash", "hash", "hashes", "sha"] },
];
