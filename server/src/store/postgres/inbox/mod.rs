//! What waits for a person. Items that documents state change with them, in the same transaction; those of chains are
//! replaced whenever a session was folded.

mod changes;
mod queries;

pub(super) use changes::{are_due, is_due, rows_of, settle_quarantine_item};
pub(super) use queries::{choices, done, due, has, snoozed, waiting};
