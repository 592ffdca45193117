//! Documents beside a file that declares a format.

use std::collections::BTreeMap;

/// A document that shows what a format accepts, or what it doesn't.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Example {
    /// The name of its file.
    pub name: String,
    pub text: String,
    /// It must have no error; another must have one.
    pub passes: bool,
}

impl Example {
    /// The most of a format, and the longest of them in bytes.
    pub const MOST: usize = 20;
    pub const LONGEST: usize = 64 * 1024;
}

/// The examples of formats, by the ids of these.
pub type Examples = BTreeMap<&'static str, Vec<Example>>;
