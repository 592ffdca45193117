//! What our own pages ask of the server. Machines use the plain routes under `/api`.

#[cfg(feature = "ssr")]
mod library;
#[cfg(feature = "ssr")]
mod order;
#[cfg(feature = "ssr")]
mod pages;
#[cfg(feature = "ssr")]
mod projects;
#[cfg(feature = "ssr")]
mod query_error;
#[cfg(feature = "ssr")]
mod terms;

use leptos::prelude::*;

use crate::event::Feed;

#[cfg(feature = "ssr")]
pub use library::{Library, LibraryError, LibraryFuture, SharedLibrary};
#[cfg(feature = "ssr")]
pub use order::Order;
#[cfg(feature = "ssr")]
pub use pages::{
    AccessPage, DocumentList, DocumentPage, HealthPage, HealthQuery, InboxPage, InboxQuery, InboxView,
    ListQuery, OpinionPlace, Overview, Retention, SavedView, SessionHead, SessionList, SessionPage,
    SessionQuery, SessionsPage, SessionsQuery, StepWords, WebhooksPage, load_access, load_decisions,
    load_document, load_documents, load_health, load_inbox, load_overview, load_previews, load_quarantines,
    load_sample, load_session, load_sessions, load_totals, load_traces, load_views, load_webhooks,
    load_work_item, load_work_items, remove_sample, with_quarantined_formats,
};
#[cfg(feature = "ssr")]
pub use projects::{
    ProjectList, ProjectPlace, ProjectSummary, SharedProjects, SummariesFuture, load_projects,
};
#[cfg(feature = "ssr")]
pub use query_error::asked;

#[server(prefix = "/api/page", endpoint = "feed")]
pub async fn load_feed() -> Result<Feed, ServerFnError> {
    library()?.feed().await.map_err(server_error)
}

/// Returns how many quarantines are active.
#[server(prefix = "/api/page", endpoint = "quarantined")]
pub async fn count_quarantined() -> Result<u64, ServerFnError> {
    library()?.quarantined().await.map_err(server_error)
}

/// Returns how many items of the inbox wait for a person.
#[server(prefix = "/api/page", endpoint = "waiting")]
pub async fn count_waiting() -> Result<u64, ServerFnError> {
    library()?.waiting().await.map_err(server_error)
}

#[cfg(feature = "ssr")]
fn library() -> Result<SharedLibrary, ServerFnError> {
    use_context::<SharedLibrary>().ok_or_else(|| ServerFnError::new("this server has no store"))
}

#[cfg(feature = "ssr")]
fn server_error(error: LibraryError) -> ServerFnError {
    ServerFnError::new(error.to_string())
}
