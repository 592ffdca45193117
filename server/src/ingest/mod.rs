//! The way in: bytes from a request, a file or a sample become a document that was read once and is kept.

mod arrival;
mod folder;
pub mod http;
mod samples;

pub use arrival::{Incoming, LIMIT, arrive};
pub use folder::{Watch, WatchError, is_passed_by, is_taken};
pub use samples::samples;
