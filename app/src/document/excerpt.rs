//! Where a document holds words that were looked for.

use serde::{Deserialize, Serialize};

/// A few words of a text around those that were looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Excerpt {
    /// From 1.
    pub line: u32,
    pub parts: Vec<ExcerptPart>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct ExcerptPart {
    pub text: String,
    /// One of the words that were looked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hit: bool,
}
