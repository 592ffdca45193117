//! What our own pages ask of the server. Machines use the plain routes under `/api`.

#[cfg(feature = "ssr")]
mod library;
#[cfg(feature = "ssr")]
mod pages;
#[cfg(feature = "ssr")]
mod query_error;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::event::Feed;

#[cfg(feature = "ssr")]
pub use library::{Library, LibraryError, SharedLibrary};
#[cfg(feature = "ssr")]
pub use pages::{
    Attention, DocumentList, DocumentPage, ListQuery, Retention, SessionHead, SessionList, SessionPage,
    SessionQuery, SessionsPage, StepWords, load_attention, load_document, load_documents, load_sample,
    load_session, load_sessions, remove_sample,
};
#[cfg(feature = "ssr")]
pub use query_error::asked;

/// A few words of a text around those that were looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// From 1.
    pub line: u32,
    pub parts: Vec<ExcerptPart>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExcerptPart {
    pub text: String,
    /// One of the words that were looked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hit: bool,
}

#[server(prefix = "/api/page", endpoint = "overview")]
pub async fn load_overview() -> Result<Feed, ServerFnError> {
    library()?.feed().await.map_err(server_error)
}

#[cfg(feature = "ssr")]
fn library() -> Result<SharedLibrary, ServerFnError> {
    use_context::<SharedLibrary>().ok_or_else(|| ServerFnError::new("this server has no store"))
}

#[cfg(feature = "ssr")]
fn server_error(error: LibraryError) -> ServerFnError {
    ServerFnError::new(error.to_string())
}
