//! Quarantines. Each change of a target is a row; the newest one decides whether the target is quarantined, so that a
//! document that is removed or parsed again changes no more than its own rows.

mod changes;
pub(in crate::store) mod queries;
pub(in crate::store) mod rows;

pub(super) use queries::{active, due, find, mirror, of_type, periods};
pub(super) use rows::active as active_of;
