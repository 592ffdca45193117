//! The way in: bytes from a request, a file or a sample become a document that was read once and is kept.

mod arrival;
mod folder;
pub mod http;
pub mod reader;
mod samples;

pub use arrival::{Incoming, LIMIT, arrive, read};
pub use folder::{Watch, WatchError, is_passed_by, is_taken};
pub use samples::samples;
