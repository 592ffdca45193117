//! Harmony's shared crate: reads the texts that agents write, says where they deviate from their contracts,
//! and shows them. Compiles bare (pure reading), for the server (`ssr`) and for the browser (`hydrate`).

pub mod diagnostic;
pub mod document;
pub mod event;
pub mod format;
pub mod formats;
pub mod markdown;
pub mod scan;
pub mod text;

#[cfg(feature = "ui")]
pub mod api;
#[cfg(feature = "ui")]
pub mod shell;
#[cfg(feature = "ui")]
pub mod ui;
