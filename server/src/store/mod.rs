//! The store of documents, behind a trait so that other engines can replace SQLite.
//!
//! A store has no clock and no state that another process couldn't read from it: callers say when a document was
//! received, and the store orders the events.

mod access;
mod announce;
mod body;
mod copy;
mod error;
mod excerpt;
mod identity;
mod index_pace;
mod ordered;
mod postgres;
mod prepared;
mod preview;
mod sqlite;
mod view;
mod webhook;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use app::access::{AuditLog, Token};
use app::api::{DocumentList, ListQuery, SavedView, SessionHead, SessionList, SessionsQuery};
use app::audit::{DecisionQuery, DecisionRecord, Decisions};
use app::document::{DocumentHead, Source, State, Versions};
use app::event::{Cursor, Feed, Totals};
use app::evidence::LineFacts;
use app::health::{Decided, Ledger, Recorded, Sum};
use app::inbox::{Handled, Item, ItemKind, Notice};
use app::moves::Move;
use app::quarantine::{Origin, Period, QuarantineChange, Quarantined, Quarantines};
use app::trace::{TraceList, TraceQuery};
use app::track::Mention;
use app::webhook::{Delivery, Webhook};
use app::work_item::{GateRecord, WorkItem, WorkItems};
use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

pub use access::{AUDIT_PAGE, AccessChange, MOST_AUDITED, MOST_LOGINS, MOST_TOKENS, NewAudited, NewToken};
pub use copy::{Copied, CopyError, copy_into_database, copy_into_file};
pub use error::{BackUpError, OpenError, StoreError};
pub use identity::{Basis, Digest, Identity};
pub use ordered::listed;
pub use postgres::PostgresStore;
pub use preview::{MOST_PREVIEW_BYTES, MOST_PREVIEWS, NewPreview, PreviewChange, PreviewRow, StoredPreview};
pub use sqlite::{BackedUp, SqliteStore, back_up, is_begun_like_a_store};
pub use view::{MOST_VIEWS, ViewChange};
pub use webhook::{DueDelivery, MOST_WEBHOOKS, NewWebhook, Private, Target, Tried, WebhookChange};

pub type SharedStore = Arc<dyn Store>;
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

pub trait Store: Send + Sync {
    /// Stores documents and returns a receipt for each, in order, once they are on disk. Their events have the same
    /// order. A document that is stored already isn't stored again.
    fn append(&self, batch: Vec<Arrival>) -> BoxFuture<'_, Vec<Receipt>>;

    /// Removes all samples and returns how many there were.
    fn remove_samples(&self) -> BoxFuture<'_, u32>;

    /// Removes a document with everything derived from it. Returns whether it existed.
    fn remove(&self, id: String) -> BoxFuture<'_, bool>;

    /// Pins or unpins a document. Returns whether it exists.
    fn pin(&self, id: String, pinned: bool) -> BoxFuture<'_, bool>;

    /// Removes some of what has expired, the oldest first. Pinned documents are kept, with their traces.
    fn expire(&self, due: Due) -> BoxFuture<'_, Expired>;

    /// Quarantines a target or releases it, with an event. Returns whether that changed anything: what isn't quarantined
    /// can't be released.
    fn quarantine(&self, request: QuarantineRequest) -> BoxFuture<'_, bool>;

    /// Releases what ends by itself at that time or before, each with an event. Returns how many there were.
    fn release_due(&self, now_ms: i64) -> BoxFuture<'_, u32>;

    /// Returns up to `most` of the quarantines that are active at that time, newest first, and the last releases.
    fn quarantines(&self, now_ms: i64, most: u32) -> BoxFuture<'_, Quarantines>;

    /// Returns up to `most` of the quarantines of that type of target that are active, newest first.
    fn active_of(&self, target_type: &'static str, now_ms: i64, most: u32)
    -> BoxFuture<'_, Vec<Quarantined>>;

    /// Returns the active quarantine of a target.
    fn quarantined(
        &self,
        target_type: String,
        target_id: String,
        now_ms: i64,
    ) -> BoxFuture<'_, Option<Quarantined>>;

    /// Returns the times during which targets of a type were quarantined.
    fn quarantine_periods(&self, target_type: &'static str, names: Vec<String>)
    -> BoxFuture<'_, Vec<Period>>;

    /// Returns what [`Store::set_mirror`] stored last: what is known of the records in Redis.
    fn mirror(&self) -> BoxFuture<'_, Option<String>>;

    fn set_mirror(&self, known: String) -> BoxFuture<'_, ()>;

    /// Returns a page of traces, those of the newest documents first.
    fn traces(&self, query: TraceQuery) -> BoxFuture<'_, TraceList>;

    /// Returns a [`PAGE`] of work items that gates judged, those judged last first.
    fn work_items(&self, before: Option<u64>) -> BoxFuture<'_, WorkItems>;

    /// Returns a work item with the newest answers about it.
    fn work_item(&self, task: String) -> BoxFuture<'_, Option<WorkItem>>;

    /// Returns a [`PAGE`] of decision records, and what is known of all of them or of one task.
    fn decisions(&self, query: DecisionQuery) -> BoxFuture<'_, Decisions>;

    /// Returns what health is computed from, of these hours since 1970 and later.
    fn recorded(&self, since_hour: i64) -> BoxFuture<'_, Recorded>;

    /// Returns the sum of a window, and the records that took most.
    fn ledger(&self, window: Window) -> BoxFuture<'_, Ledger>;

    /// Returns the sum of all traces of a session.
    fn session_health(&self, session: String) -> BoxFuture<'_, Sum>;

    /// Records what a person decided.
    fn choose(&self, choice: Choice) -> BoxFuture<'_, ()>;

    /// Returns what waits for a person, apart from recommendations.
    fn waiting(&self, query: WaitingQuery) -> BoxFuture<'_, Waiting>;

    /// Returns up to `most` items that a person was done with, the last first. Recommendations are not stored as items.
    fn done(&self, most: u32) -> BoxFuture<'_, Vec<Item>>;

    /// Returns up to `most` items that are hidden at that time until another, the next to return first.
    fn snoozed(&self, most: u32, now_ms: i64) -> BoxFuture<'_, Vec<Item>>;

    /// Returns what a person did with items, of those with which anything was done.
    fn handled(&self, keys: Vec<String>) -> BoxFuture<'_, HashMap<String, InboxChoice>>;

    /// Returns whether an item that waits, or is done, has that key. Recommendations are not stored as items.
    fn has_item(&self, key: String) -> BoxFuture<'_, bool>;

    /// Returns up to `most` sessions whose chains changed since [`Store::settle_chains`], each with a token of its state.
    fn sessions_due(&self, most: u32) -> BoxFuture<'_, Vec<(String, i64)>>;

    /// Sets the states of these sessions, with an event for each that is another, and replaces their chains that wait for
    /// a person.
    fn settle_chains(&self, folded: Vec<FoldedSession>) -> BoxFuture<'_, ()>;

    /// Changes webhooks or their deliveries; see [`WebhookChange`] for the answer. A new item of the inbox is queued by the
    /// transaction that adds it.
    fn change_webhooks(&self, change: WebhookChange) -> BoxFuture<'_, Option<i64>>;

    fn webhooks(&self) -> BoxFuture<'_, Vec<Webhook>>;

    fn webhook_target(&self, id: i64) -> BoxFuture<'_, Option<Target>>;

    /// Returns up to `most` deliveries of a webhook, newest first, or `None` if there is no such webhook.
    fn webhook_log(&self, id: i64, most: u32) -> BoxFuture<'_, Option<Vec<Delivery>>>;

    /// Returns at most one delivery of each webhook whose time has come, but for webhooks that are `busy`. No other server gets
    /// it meanwhile, where servers share the store.
    fn deliveries_due(&self, now_ms: i64, busy: Vec<i64>) -> BoxFuture<'_, Vec<DueDelivery>>;

    /// Returns the keys of [`WebhookChange::Recommended`].
    fn recommended(&self) -> BoxFuture<'_, BTreeSet<String>>;

    /// Publishes or revokes previews; see [`PreviewChange`] for the answer.
    fn change_previews(&self, change: PreviewChange) -> BoxFuture<'_, Option<i64>>;

    /// Returns the previews that can be read at that time, the newest first.
    fn previews(&self, now_ms: i64) -> BoxFuture<'_, Vec<PreviewRow>>;

    /// Returns the preview of a token, which may have ended, with the text of one of its documents (from 1) or of the only
    /// one.
    fn preview(
        &self,
        token: String,
        document: Option<u32>,
        now_ms: i64,
    ) -> BoxFuture<'_, Option<StoredPreview>>;

    /// Saves or removes a list of documents; see [`ViewChange`] for the answer.
    fn change_views(&self, change: ViewChange) -> BoxFuture<'_, Option<i64>>;

    /// Returns the saved lists of documents, by name.
    fn views(&self) -> BoxFuture<'_, Vec<SavedView>>;

    /// Changes tokens or the audit log; see [`AccessChange`] for the answer.
    fn change_access(&self, change: AccessChange) -> BoxFuture<'_, Option<i64>>;

    /// Returns up to [`MOST_TOKENS`] tokens and logins, those that weren't revoked first, then the newest.
    fn tokens(&self) -> BoxFuture<'_, Vec<Token>>;

    /// Returns the token with a secret of this digest, which may have ended.
    fn token_of(&self, digest: Digest) -> BoxFuture<'_, Option<Token>>;

    /// Returns whether a token was ever created, apart from logins.
    fn has_tokens(&self) -> BoxFuture<'_, bool>;

    /// Returns a page of what was changed, the newest first, before a record.
    fn audit_log(&self, before: Option<i64>) -> BoxFuture<'_, AuditLog>;

    /// Returns where [`Store::rederive`] resumes after it was interrupted; 0 at the start.
    fn rederived(&self) -> BoxFuture<'_, u64>;

    /// Returns some of the documents after a place in the order, by that order; none at the end.
    fn texts(&self, after: u64) -> BoxFuture<'_, Vec<(DocumentHead, Bytes)>>;

    /// Replaces what is derived from stored texts. Returns for how many of them it changed.
    fn rederive(&self, batch: Rederived) -> BoxFuture<'_, u32>;

    /// Returns the catalogs of a team's formats that documents were read by, the newest last.
    fn catalogs(&self) -> BoxFuture<'_, Vec<StoredCatalog>>;

    /// Returns some of the documents after a place in the order, by that order, that were read by another catalog than that
    /// with this key.
    fn texts_of_others(&self, after: u64, key: Option<i64>) -> BoxFuture<'_, OtherTexts>;

    /// Takes a step of reading documents again by changed formats. Returns how many of them changed.
    fn reread(&self, step: Reread) -> BoxFuture<'_, u32>;

    /// Returns the newest documents and the totals, all at one cursor.
    fn feed(&self) -> BoxFuture<'_, Feed>;

    /// Returns the totals of the newest versions of all sources.
    fn totals(&self) -> BoxFuture<'_, Totals>;

    /// Returns a [`PAGE`] of documents, newest first, with only the newest version of each source. A search returns those
    /// with all of its words, with an excerpt of each.
    fn list(&self, query: ListQuery) -> BoxFuture<'_, DocumentList>;

    fn get(&self, id: String) -> BoxFuture<'_, Option<StoredDocument>>;

    /// Returns a [`PAGE`] of sessions, the last changed first, and how many are in which state.
    fn sessions(&self, query: SessionsQuery) -> BoxFuture<'_, SessionList>;

    fn session(&self, name: String) -> BoxFuture<'_, Option<SessionHead>>;

    /// Returns a count that grows whenever documents were parsed again with a different result.
    fn derivation(&self) -> BoxFuture<'_, u64>;

    /// Returns what the documents of a session say about chains, in order, up to a place in the server's order. What
    /// several versions of a source repeat is returned once.
    fn mentions(&self, session: String, up_to: Option<u64>) -> BoxFuture<'_, Vec<Mention>>;

    /// Returns the session to which the document at a place in the order adds mentions of chains.
    fn session_at(&self, seq: u64) -> BoxFuture<'_, Option<String>>;

    /// Stores what lines of transcripts add to the claims and facts of their sessions. A line that is stored already is
    /// replaced.
    fn add_lines(&self, lines: Vec<LineFacts>, received_ms: i64) -> BoxFuture<'_, ()>;

    /// Returns the lines of a session, in any order: the newest, if it has very many.
    fn lines(&self, session: String) -> BoxFuture<'_, SessionLines>;

    /// Returns how far a growing file was read, or `None` for an unknown file.
    fn bookmark(&self, file: String) -> BoxFuture<'_, Option<Bookmark>>;

    /// Saves how far a growing file was read, once everything before is stored.
    fn mark(&self, file: String, bookmark: Bookmark) -> BoxFuture<'_, ()>;

    /// Returns up to `limit` events after a cursor, in order, or [`Replay::Gone`].
    fn replay(&self, after: Cursor, limit: u32) -> BoxFuture<'_, Replay>;

    /// Returns what an operator watches.
    fn figures(&self) -> BoxFuture<'_, Figures>;

    /// Returns the first damage found since the store was opened. It is reported until the store is opened again, since
    /// somebody has to repair it.
    fn damage(&self) -> Option<String>;

    /// Returns whether the disk was full at the last write. False again once there is room.
    fn is_full(&self) -> bool;

    /// Returns whether this process has not heard for a while what others write, so that a viewer could miss it without
    /// knowing.
    fn is_cut_off(&self) -> bool {
        false
    }

    /// Returns the newest cursor. It changes after each commit of this process, and within a second after one of another
    /// process, so it may lag behind the store.
    fn head(&self) -> watch::Receiver<Cursor>;
}

/// The number of documents on a page of a list.
pub const PAGE: usize = 50;

/// A document on its way into the store.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The head for lists; the store sets its `seq` and `version`.
    pub head: DocumentHead,
    /// The bytes as received.
    pub raw: Bytes,
    /// The mentions of chains, with the line of each.
    pub mentions: Vec<(u32, Move)>,
    /// What it quarantines or releases; each becomes an event.
    pub quarantines: Vec<QuarantineChange>,
    /// What it asks of a person.
    pub notices: Vec<Notice>,
    /// What gates answer in it about work items.
    pub verdicts: Vec<GateRecord>,
    /// The decision records in it.
    pub decisions: Vec<DecisionRecord>,
    /// Which formats of a team it was read by: the key of their catalog.
    pub catalog: Option<i64>,
    /// For a file, an earlier version that arrives again is the newest one, since the file was changed back. Other texts
    /// that arrive again are repeated deliveries.
    pub basis: Basis,
    /// For a file in a checkout of a repository.
    pub in_checkout: Option<InCheckout>,
}

/// What the store must know of a file in a checkout, whose path is that below the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InCheckout {
    /// The id and the source that a Harmony gave it that knew no checkouts.
    pub former_id: String,
    pub former: Source,
    /// It is as it was when it was read last, as far as is known, while another checkout may have another text: an earlier
    /// version that arrives again is not the newest one.
    pub is_unchanged: bool,
}

impl Arrival {
    /// Returns a document of which nothing is derived but its head.
    pub fn of(head: DocumentHead, raw: Bytes) -> Self {
        Self {
            head,
            raw,
            mentions: Vec::new(),
            quarantines: Vec::new(),
            notices: Vec::new(),
            verdicts: Vec::new(),
            decisions: Vec::new(),
            catalog: None,
            basis: Basis::Content,
            in_checkout: None,
        }
    }
}

/// The traces that a ledger is of: those of some hours since 1970, at all gates or at one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Window {
    pub since_hour: i64,
    pub gate: Option<u32>,
}

/// What a person decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Of a recommendation.
    Healing(Decided),
    /// Of an item of the inbox.
    Inbox(InboxChoice),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InboxChoice {
    pub key: String,
    /// `None` puts the item back.
    pub handled: Option<Handled>,
    pub at_ms: i64,
}

/// What is asked of the inbox: the first items, of one kind or of all.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct WaitingQuery {
    pub kind: Option<ItemKind>,
    pub most: u32,
    pub now_ms: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// The most urgent first.
    pub items: Vec<Item>,
    /// All that wait, by kind, listed or not.
    pub counts: BTreeMap<ItemKind, u64>,
}

/// A session whose chains were folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldedSession {
    pub session: String,
    pub state: State,
    /// As [`Store::sessions_due`] returned it.
    pub token: i64,
    pub items: Vec<Item>,
}

/// The lines of a session's transcripts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionLines {
    pub lines: Vec<LineFacts>,
    /// The ids of the documents that hold the text of a message or of a tool's result, by its id.
    pub documents: HashMap<String, String>,
    /// The session has older lines.
    pub is_cut: bool,
}

/// A change of a quarantine that no document states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuarantineRequest {
    pub change: QuarantineChange,
    pub origin: Origin,
    pub now_ms: i64,
    /// When it ends, if that isn't its TTL after its beginning.
    pub ends_ms: Option<i64>,
}

/// A place in a growing file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The bytes before it, and the lines.
    pub offset: u64,
    pub line: u64,
    /// Of the last bytes before it: if they differ now, the file was rewritten.
    pub digest: Digest,
}

/// The size of a store, and what waits for it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub bytes: u64,
    /// The part of them that is free to be used again.
    pub free_bytes: u64,
    /// What waits for the thread that writes.
    pub jobs_waiting: u64,
}

/// The times before which documents and traces have expired.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// For documents, by when they were received.
    pub documents_before_ms: i64,
    /// For traces, by when they were left.
    pub traces_before_ms: i64,
}

/// How much was removed because it had expired.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    pub documents: u32,
    pub traces: u32,
    /// One transaction did not remove everything.
    pub there_is_more: bool,
}

/// Documents that were parsed again from stored texts.
#[derive(Clone, Debug)]
pub struct Rederived {
    pub documents: Vec<Arrival>,
    pub reached: Reached,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Everything up to and including this place.
    Seq(u64),
    /// Everything.
    End,
}

/// The formats of a team that documents were read by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCatalog {
    pub key: i64,
    pub formats: Vec<StoredFormat>,
}

/// A format of a team, with all that it was read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "OwnFormat")]
pub struct StoredFormat {
    /// The name of its file.
    pub file: String,
    pub id: String,
    /// The text of its file.
    pub source: String,
}

/// Documents that were read by other catalogs.
#[derive(Clone, Debug, Default)]
pub struct OtherTexts {
    pub texts: Vec<OtherText>,
    /// All documents up to this place are among them, or were read by the catalog that was asked for.
    pub up_to: u64,
    /// The place of the newest document.
    pub newest: u64,
}

#[derive(Clone, Debug)]
pub struct OtherText {
    /// The key of the catalog that it was read by.
    pub catalog: Option<i64>,
    pub head: DocumentHead,
    pub raw: Bytes,
}

/// A step of reading documents again by changed formats.
#[derive(Clone, Debug)]
pub enum Reread {
    /// From now on documents are read by this catalog.
    Begin(StoredCatalog),
    Batch {
        documents: Vec<Arrival>,
        /// The places of documents that are read the same by the catalog with this key.
        unconcerned: Vec<u64>,
        key: Option<i64>,
    },
    /// All documents are read by the catalog with this key.
    End {
        key: Option<i64>,
        /// No other catalog is needed any more.
        forget_others: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    Stored(DocumentHead),
    /// It was stored before, with this head; or it is a file whose text was deleted.
    Duplicate(DocumentHead),
    /// Another text has this id: an idempotency key was used for two texts.
    Conflict(DocumentHead),
}

#[derive(Clone, Debug, PartialEq)]
pub struct StoredDocument {
    pub head: DocumentHead,
    pub versions: Versions,
    pub raw: Bytes,
}

/// A serialized event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub cursor: Cursor,
    pub json: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    Events(Vec<Frame>),
    /// The cursor is of another epoch, too old, or beyond the newest: the state must be reloaded.
    Gone,
}
