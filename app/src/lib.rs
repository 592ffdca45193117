//! Harmony's shared crate: parses the texts that agents write, reports where they deviate from their contracts,
//! and shows them. Compiles bare (pure reading), for the server (`ssr`), for the browser (`hydrate`), which shows what the
//! server read and has no `reading`, and for the playground (`csr`), which reads and shows texts in the browser.

// Views are nested types; those of a whole page are deeper than the compiler's default.
#![recursion_limit = "256"]

pub mod document;
pub mod event;
mod named;
pub mod quarantine;
pub mod severity;
pub mod text;

#[cfg(feature = "reading")]
pub mod audit;
#[cfg(feature = "reading")]
pub mod block;
#[cfg(feature = "reading")]
pub mod catalog;
#[cfg(feature = "reading")]
pub mod chain;
#[cfg(feature = "reading")]
pub mod claim;
#[cfg(feature = "reading")]
pub mod contract;
#[cfg(feature = "reading")]
pub mod declaration;
#[cfg(feature = "reading")]
pub mod declared;
#[cfg(feature = "reading")]
pub mod delegate;
#[cfg(feature = "reading")]
pub mod diagnostic;
#[cfg(feature = "reading")]
pub mod evidence;
#[cfg(feature = "reading")]
pub mod fix;
#[cfg(feature = "reading")]
pub mod format;
#[cfg(feature = "reading")]
pub mod formats;
#[cfg(feature = "reading")]
pub mod gate;
#[cfg(feature = "reading")]
pub mod health;
#[cfg(feature = "reading")]
pub mod inbox;
#[cfg(feature = "reading")]
pub mod json;
#[cfg(feature = "reading")]
pub mod learn;
#[cfg(feature = "reading")]
pub mod log;
#[cfg(feature = "reading")]
pub mod markdown;
#[cfg(feature = "reading")]
pub mod moves;
#[cfg(feature = "reading")]
pub mod nearest;
#[cfg(feature = "reading")]
pub mod preview;
#[cfg(feature = "reading")]
pub mod prompt;
#[cfg(feature = "reading")]
pub mod query_error;
#[cfg(feature = "reading")]
pub mod read_as;
#[cfg(feature = "reading")]
pub mod reading;
#[cfg(feature = "reading")]
pub mod recognition;
#[cfg(feature = "reading")]
pub mod report;
#[cfg(feature = "reading")]
pub mod rule_manual;
#[cfg(feature = "reading")]
pub mod scan;
#[cfg(feature = "reading")]
pub mod scanner;
#[cfg(feature = "reading")]
pub mod second_opinion;
#[cfg(feature = "reading")]
mod side_by_side;
#[cfg(feature = "reading")]
pub mod trace;
#[cfg(feature = "reading")]
pub mod track;
#[cfg(feature = "reading")]
pub mod transcript;
#[cfg(feature = "reading")]
pub mod webhook;
#[cfg(feature = "reading")]
pub mod work_item;

#[cfg(feature = "ui")]
pub mod api;
#[cfg(feature = "ui")]
pub mod islands;
#[cfg(feature = "ui")]
pub mod live;
#[cfg(feature = "viewers")]
pub mod pages;
#[cfg(feature = "ssr")]
pub mod shell;
#[cfg(feature = "ui")]
pub mod ui;
