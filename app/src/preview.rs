//! Preview links: documents that were published for readers outside of the dashboard, until they expire.

use serde::{Deserialize, Serialize};

use crate::document::State;

/// A preview link in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    pub id: i64,
    pub title: String,
    /// Of its worst document.
    pub state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u8>,
    pub documents: u32,
    /// In milliseconds since 1970 (UTC).
    pub published_ms: i64,
    pub expires_ms: i64,
    /// The address; the path alone where the server doesn't know its own.
    pub url: String,
}
