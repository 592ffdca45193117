//! The columns of the list, in the contract's order, and the other names they go by.

use crate::reading::ColumnName;

pub(super) const TARGET_TYPE: usize = 0;
pub(super) const TARGET_ID: usize = 1;
pub(super) const REASON: usize = 2;
pub(super) const QUARANTINED_AT: usize = 3;
pub(super) const TTL_REMAINING: usize = 4;
pub(super) const SUGGESTED_FLOW: usize = 5;

pub(super) const RECORDS: [ColumnName; 6] = [
    ColumnName { name: "Target Type", synonyms: &["type", "kind"] },
    ColumnName { name: "Target ID", synonyms: &["target", "id"] },
    ColumnName { name: "Reason", synonyms: &["why", "violation", "cause"] },
    ColumnName { name: "Quarantined At", synonyms: &["quarantined", "since", "added at", "timestamp"] },
    ColumnName { name: "TTL Remaining", synonyms: &["ttl", "remaining", "time left", "expires in"] },
    ColumnName { name: "Suggested Flow", synonyms: &["flow", "healing flow", "suggested action"] },
];
