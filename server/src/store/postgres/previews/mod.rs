//! Published documents, apart from the library.

mod changes;
mod queries;

pub(super) use queries::{due, find, list};
