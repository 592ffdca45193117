//! Invariants of parsing, checked on many texts: fixtures, folders of real documents, and damaged ones.
//!
//! The tests of `app` check the same invariants on the fixtures; the program next to this library checks them on texts
//! outside the repository. Compiled to WASM, it parses as browsers do.

pub mod conservation;
pub mod documents;
pub mod invariants;
pub mod json;
pub mod line;
pub mod mutation;
pub mod outline;
pub mod seeds;
pub mod trial;
#[cfg(target_arch = "wasm32")]
mod wasm;
