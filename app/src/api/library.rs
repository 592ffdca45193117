//! What pages need of the server's store.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::pages::{
    AccessPage, DocumentList, DocumentPage, HealthPage, HealthQuery, InboxPage, InboxQuery, ListQuery,
    Overview, Retention, SavedView, SessionPage, SessionQuery, SessionsPage, SessionsQuery, WebhooksPage,
};
use crate::audit::{DecisionQuery, Decisions};
use crate::event::{Cursor, Feed, Totals};
use crate::preview::Preview;
use crate::quarantine::Quarantines;
use crate::trace::{TraceList, TraceQuery};
use crate::work_item::{WorkItem, WorkItems};

pub type SharedLibrary = Arc<dyn Library>;
pub type LibraryFuture<T> = Pin<Box<dyn Future<Output = Result<T, LibraryError>> + Send>>;

/// What pages need of the server's store; the server gives it to them as context.
pub trait Library: Send + Sync {
    /// Where the order of events ends now.
    fn head(&self) -> Cursor;
    fn retention(&self) -> Retention;
    /// Something that is stored was found damaged.
    fn is_damaged(&self) -> bool;
    /// Nothing more can be stored at present.
    fn is_full(&self) -> bool;
    fn feed(&self) -> LibraryFuture<Feed>;
    fn totals(&self) -> LibraryFuture<Totals>;
    fn overview(&self) -> LibraryFuture<Overview>;
    fn documents(&self, query: ListQuery) -> LibraryFuture<DocumentList>;
    fn document(&self, id: String) -> LibraryFuture<Option<DocumentPage>>;
    fn sessions(&self, query: SessionsQuery) -> LibraryFuture<SessionsPage>;
    /// What waits for a person, and how much that is.
    fn inbox(&self, query: InboxQuery) -> LibraryFuture<InboxPage>;
    fn waiting(&self) -> LibraryFuture<u64>;
    /// The webhooks, and the log of one of them.
    fn webhooks(&self, log: Option<i64>) -> LibraryFuture<WebhooksPage>;
    /// The tokens, and a page of the audit log before a record.
    fn access(&self, before: Option<i64>) -> LibraryFuture<AccessPage>;
    /// The lists of documents that were saved.
    fn views(&self) -> LibraryFuture<Vec<SavedView>>;
    /// The preview links that can be read, the newest first.
    fn previews(&self) -> LibraryFuture<Vec<Preview>>;
    /// The active quarantines, as many as a page may show, and the last releases.
    fn quarantines(&self) -> LibraryFuture<Quarantines>;
    /// How many quarantines are active.
    fn quarantined(&self) -> LibraryFuture<u64>;
    /// The ids of the formats that are quarantined.
    fn quarantined_formats(&self) -> LibraryFuture<Vec<String>>;
    /// None where nothing was ever said in a session of that name.
    fn session(&self, query: SessionQuery) -> LibraryFuture<Option<SessionPage>>;
    /// Work items that gates judged, a page of them.
    fn work_items(&self, before: Option<u64>) -> LibraryFuture<WorkItems>;
    /// None where no gate judged it.
    fn work_item(&self, task: String) -> LibraryFuture<Option<WorkItem>>;
    /// Decision records, a page of them.
    fn decisions(&self, query: DecisionQuery) -> LibraryFuture<Decisions>;
    /// What documents left at gates.
    fn traces(&self, query: TraceQuery) -> LibraryFuture<TraceList>;
    fn health(&self, query: HealthQuery) -> LibraryFuture<HealthPage>;
    /// Adds Harmony's own sample documents, marked as such; says how many are new.
    fn add_samples(&self) -> LibraryFuture<u32>;
    /// Removes them; says how many went.
    fn remove_samples(&self) -> LibraryFuture<u32>;
}

/// A sentence that a person can act on; details are in the server's log.
#[derive(Clone, Debug)]
pub struct LibraryError(pub String);

impl fmt::Display for LibraryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
