//! Where documents are kept, behind one trait: SQLite in one file today, other engines by the same contract.
//!
//! A store holds no clock and no state that another process couldn't read from it: whoever appends says when
//! a document was received, and the order of events is the store's own.

mod error;
mod excerpt;
mod identity;
mod sqlite;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use app::api::{DocumentList, ListQuery, SessionHead, SessionList};
use app::document::{DocumentHead, Versions};
use app::event::{Cursor, Feed, Quarantine};
use app::trace::{TraceList, TraceQuery};
use app::track::{Mention, Move};
use axum::body::Bytes;
use tokio::sync::watch;

pub use error::{BackUpError, OpenError, StoreError};
pub use identity::{Digest, Identity};
pub use sqlite::{BackedUp, SqliteStore, back_up};

pub type SharedStore = Arc<dyn Store>;
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

pub trait Store: Send + Sync {
    /// Durable when it answers; one receipt per document, in order. The order of the batch is the order of
    /// the events. A document that is there already is not stored again.
    fn append(&self, batch: Vec<Arrival>) -> BoxFuture<'_, Vec<Receipt>>;

    /// Removes all samples; says how many went.
    fn remove_samples(&self) -> BoxFuture<'_, u32>;

    /// Removes a document and all that was derived from it; says whether there was one.
    fn remove(&self, id: String) -> BoxFuture<'_, bool>;

    /// Pins a document, or lets go of it; says whether there is one.
    fn pin(&self, id: String, pinned: bool) -> BoxFuture<'_, bool>;

    /// Lets go some of what is due, the oldest first. Documents that are pinned stay, and so do their traces.
    fn expire(&self, due: Due) -> BoxFuture<'_, Expired>;

    /// What documents left at gates, those of the newest first, a page at a time.
    fn traces(&self, query: TraceQuery) -> BoxFuture<'_, TraceList>;

    /// Where [`Store::rederive`] goes on after it was broken off; 0 at the beginning.
    fn rederived(&self) -> BoxFuture<'_, u64>;

    /// Some of the documents after a place in the order, by their order; none at the end.
    fn texts(&self, after: u64) -> BoxFuture<'_, Vec<(DocumentHead, Bytes)>>;

    /// Takes what was derived anew from stored texts; says of how many of them something is known otherwise now.
    fn rederive(&self, batch: Rederived) -> BoxFuture<'_, u32>;

    /// The newest documents and the totals, all at one cursor.
    fn feed(&self) -> BoxFuture<'_, Feed>;

    /// Newest first, of each source the newest version alone, [`PAGE`] at a time; those that hold the words asked
    /// for, with an excerpt of each.
    fn list(&self, query: ListQuery) -> BoxFuture<'_, DocumentList>;

    fn get(&self, id: String) -> BoxFuture<'_, Option<StoredDocument>>;

    /// Those in which something happened last come first, [`PAGE`] at a time.
    fn sessions(&self, before: Option<u64>) -> BoxFuture<'_, SessionList>;

    fn session(&self, name: String) -> BoxFuture<'_, Option<SessionHead>>;

    /// All sessions in which something was said of chains, those in which something happened last first.
    fn sessions_with_chains(&self) -> BoxFuture<'_, Vec<SessionHead>>;

    /// Grows whenever all that is known of documents was derived anew, and something is known otherwise.
    fn derivation(&self) -> BoxFuture<'_, u64>;

    /// All that was said of chains in a session, in order, up to a place in the server's order; each thing once, however
    /// many versions of a source say it.
    fn mentions(&self, session: String, up_to: Option<u64>) -> BoxFuture<'_, Vec<Mention>>;

    /// How far a growing file was read; nothing for one that is not known.
    fn bookmark(&self, file: String) -> BoxFuture<'_, Option<Bookmark>>;

    /// Remembers how far a growing file was read, once all before is stored.
    fn mark(&self, file: String, bookmark: Bookmark) -> BoxFuture<'_, ()>;

    /// Up to `limit` events after a cursor, in order, or the word that they can't be had.
    fn replay(&self, after: Cursor, limit: u32) -> BoxFuture<'_, Replay>;

    /// What was found damaged since the store was opened; nothing as far as anybody has looked. A person has to look
    /// after it, so that it is told until the store is opened anew.
    fn damage(&self) -> Option<String>;

    /// No room was left on its disk when something was written last; forgotten once there is some again.
    fn is_full(&self) -> bool;

    /// The newest cursor; changes after each commit of this process, and within a second after one of another
    /// process. A wake-up, not the truth.
    fn head(&self) -> watch::Receiver<Cursor>;
}

/// How many documents a page of a list has.
pub const PAGE: usize = 50;

/// A document on its way into the store.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// What lists will show; the store sets its `seq` and its `version`.
    pub head: DocumentHead,
    /// The bytes as they came.
    pub raw: Bytes,
    /// What it says of chains, with the line of each.
    pub mentions: Vec<(u32, Move)>,
    /// What it puts under quarantine, or releases from it; each is told as an event of its own.
    pub quarantines: Vec<Quarantine>,
    /// It is the state of a file: when one that is known comes again after another, the file was changed back,
    /// and that is its newest version. Elsewhere the same again is a delivery that is repeated.
    pub is_state: bool,
}

/// A place in a growing file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The bytes before it, and the lines.
    pub offset: u64,
    pub line: u64,
    /// Of the last bytes before it: where they differ now, the file was written anew.
    pub digest: Digest,
}

/// Up to when what is stored has been kept for long enough.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Documents that were received before this moment.
    pub documents_before_ms: i64,
    /// Traces of what was said before this moment.
    pub traces_before_ms: i64,
}

/// What went because it was kept for long enough.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    pub documents: u32,
    pub traces: u32,
    /// It was the part of the work that one transaction does.
    pub there_is_more: bool,
}

/// What was derived anew from stored texts.
#[derive(Clone, Debug)]
pub struct Rederived {
    pub documents: Vec<Arrival>,
    pub reached: Reached,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// All before and at this place.
    Seq(u64),
    /// All there are.
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    Stored(DocumentHead),
    /// It was there already; this is the head of the first. Or it is a file whose text was deleted.
    Duplicate(DocumentHead),
    /// Another text is stored under this id: an idempotency key was used twice.
    Conflict(DocumentHead),
}

#[derive(Clone, Debug, PartialEq)]
pub struct StoredDocument {
    pub head: DocumentHead,
    pub versions: Versions,
    pub raw: Bytes,
}

/// An event as it was written when it happened, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub cursor: Cursor,
    pub json: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    Events(Vec<Frame>),
    /// The cursor is of another epoch, too old, or beyond the newest: the state must be loaded anew.
    Gone,
}
