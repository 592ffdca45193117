//! The way in: bytes from a request, a file or a sample become a document that was read once and is kept.

mod arrival;
mod folder;
pub mod http;
pub mod reader;
mod reparse;
mod samples;

pub use arrival::{Incoming, LIMIT, arrive, derive, is_empty, read};
pub use folder::{Watch, WatchError, is_passed_by, is_taken, leads_out};
pub use reparse::{Reparsed, reparse};
pub use samples::samples;
