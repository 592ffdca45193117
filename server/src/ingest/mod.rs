//! Ingestion: bytes from a request, a file or a sample are parsed once and stored as a document.

mod arrival;
mod checkout;
mod folder;
mod heads;
pub mod http;
pub mod reader;
mod reparse;
mod samples;

pub use arrival::{Incoming, LIMIT, LONGEST_NAME, append, arrive, derive, is_empty, judge_with, read};
pub use checkout::Checkouts;
pub use folder::{Watch, WatchError, is_folder, is_passed_by, is_taken, leads_out, walker};
pub use reparse::{Reparsed, reparse, reparse_unless};
pub use samples::{Samples, samples};
