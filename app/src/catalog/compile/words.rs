//! Words of a file, kept for good.

use sha2::{Digest as _, Sha256};

use crate::reading::capitalized;

pub(super) fn leak(words: &str) -> &'static str {
    words.to_owned().leak()
}

pub(super) fn leak_list(words: &[&'static str]) -> &'static [&'static str] {
    words.to_vec().leak()
}

/// Returns a name as addresses have it: `incident-report`.
pub(super) fn slug_of(name: &str) -> String {
    let words = name.to_lowercase();
    let words = words.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Returns the name of a field as labels write it: `Root cause` for `root_cause`.
pub(crate) fn spelled(name: &str) -> String {
    capitalized(&name.replace(['_', '-'], " "))
}

/// Returns the declared version with a digest of the file: every change is another version.
pub(super) fn own_version(declared: &str, source: &str) -> String {
    let [first, second, third, fourth, ..] = <[u8; 32]>::from(Sha256::digest(source));
    format!("{declared}+{:08x}", u32::from_be_bytes([first, second, third, fourth]))
}
