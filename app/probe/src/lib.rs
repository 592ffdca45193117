//! What holds of reading, tried on many texts: fixtures, folders of real documents, and damaged ones.
//!
//! The tests of `app` hold the same invariants of the fixtures; the program beside this library tries them on what
//! is not in the repository. Compiled to WASM, it reads as browsers do.

pub mod conservation;
pub mod documents;
pub mod invariants;
pub mod line;
pub mod mutation;
#[cfg(target_arch = "wasm32")]
mod wasm;
