//! Decision records, for the audit across documents (`migrations/5_decisions.sql`). A log may have 100,000, so they are
//! written, judged and removed many at a time.

mod changes;
mod queries;
mod rows;
mod trails;
mod words;

pub(super) use changes::{add, remove, replace, settle_newest_of, withdraw_all};
pub(super) use queries::find;
