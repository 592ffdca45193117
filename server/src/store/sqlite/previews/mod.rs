//! Previews and their texts.

pub(in crate::store) mod changes;
mod queries;

pub(super) use changes::{PackedChange, pack};
pub(super) use queries::{due, find, list};
