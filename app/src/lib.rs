//! Harmony's shared crate: reads the texts that agents write, says where they deviate from their contracts,
//! and shows them. Compiles bare (pure reading), for the server (`ssr`) and for the browser (`hydrate`).

// Views are nested types; those of a whole page are deeper than the compiler's default.
#![recursion_limit = "256"]

pub mod chain;
pub mod claim;
pub mod declaration;
pub mod delegate;
pub mod diagnostic;
pub mod document;
pub mod event;
pub mod fix;
pub mod format;
pub mod formats;
pub mod gate;
pub mod json;
pub mod log;
pub mod markdown;
pub mod nearest;
pub mod prompt;
pub mod query_error;
pub mod read_as;
pub mod reading;
pub mod recognition;
pub mod report;
pub mod scan;
pub mod scanner;
pub mod text;
pub mod trace;
pub mod track;

#[cfg(feature = "ui")]
pub mod api;
#[cfg(feature = "ui")]
pub mod islands;
#[cfg(feature = "ui")]
pub mod live;
#[cfg(feature = "ssr")]
mod pages;
#[cfg(feature = "ssr")]
pub mod shell;
#[cfg(feature = "ui")]
pub mod ui;
