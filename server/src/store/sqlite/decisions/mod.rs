//! Decision records, for the audit across documents (`migrations/14_decisions.sql`).

mod changes;
pub(in crate::store) mod queries;
pub(in crate::store) mod rows;
mod trails;
pub(in crate::store) mod words;

pub(super) use changes::{add, remove, replace, settle_newest_of, withdraw};
pub(super) use queries::find;

/// The most records of a document; their numbers have so many bits in the order of all records.
const NUMBER_BITS: u32 = 18;
pub(in crate::store) const MOST_OF_DOCUMENT: usize = 100_000;

/// Places in [`app::audit::STATES`].
pub(in crate::store) const SPAWN: usize = 0;
pub(in crate::store) const CLOSEOUT: usize = 1;

/// Returns the places of a document's records, the first and the last.
pub(in crate::store) const fn places_of(seq: u64) -> (i64, i64) {
    let first = (seq << NUMBER_BITS) as i64;
    (first, first + (1 << NUMBER_BITS) - 1)
}

/// Returns the document of a record.
pub(in crate::store) const fn document_of(place: i64) -> i64 {
    place >> NUMBER_BITS
}
