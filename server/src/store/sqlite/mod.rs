//! The store in an SQLite file: one writer with group commit and a few readers, each on its own thread, since SQLite
//! blocks and the runtime's threads must not.

mod access;
mod backup;
mod bookmarks;
pub(in crate::store) mod catalogs;
pub(in crate::store) mod changes;
pub(in crate::store) mod connection;
pub(in crate::store) mod decisions;
pub(in crate::store) mod derivation;
mod disk_space;
pub(in crate::store) mod filter;
pub(in crate::store) mod health;
pub(in crate::store) mod inbox;
pub(in crate::store) mod index;
pub(in crate::store) mod keeping;
mod network;
mod packing;
pub(in crate::store) mod previews;
pub(in crate::store) mod quarantines;
pub(in crate::store) mod queries;
mod readers;
pub(in crate::store) mod search;
pub(in crate::store) mod sessions;
#[cfg(test)]
mod tests;
pub(in crate::store) mod traces;
pub(in crate::store) mod transcript_lines;
pub(in crate::store) mod verdicts;
mod versions;
pub(in crate::store) mod views;
pub(in crate::store) mod webhooks;
mod writer;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::OnceLock;

use app::access::{AuditLog, Token};
use app::api::{DocumentList, ListQuery, SavedView, SessionHead, SessionList, SessionsQuery, asked};
use app::audit::{DecisionQuery, Decisions};
use app::document::DocumentHead;
use app::event::{Cursor, Feed, Totals};
use app::evidence::LineFacts;
use app::health::{Ledger, Recorded, Sum};
use app::inbox::Item;
use app::quarantine::{Period, Quarantined, Quarantines};
use app::trace::{TraceList, TraceQuery};
use app::track::Mention;
use app::webhook::{Delivery, Webhook};
use app::work_item::{WorkItem, WorkItems};
use axum::body::Bytes;
use tempfile::TempDir;
use tokio::sync::watch;

use super::announce::announce_at_least;
use super::{
    AccessChange, Arrival, Bookmark, BoxFuture, Choice, Digest, Due, DueDelivery, Expired, Figures,
    FoldedSession, InboxChoice, OpenError, OtherTexts, PreviewChange, PreviewRow, QuarantineRequest, Receipt,
    Rederived, Replay, Reread, SessionLines, Store, StoreError, StoredCatalog, StoredDocument, StoredPreview,
    Target, ViewChange, Waiting, WaitingQuery, WebhookChange, Window,
};
use connection::Opened;
use index::Index;
use readers::Readers;
use writer::Writer;

pub use backup::{BackedUp, back_up};
pub use connection::is_begun_like_a_store;

pub struct SqliteStore {
    epoch: u32,
    /// Includes commits of this process at once, and those of others a little later.
    head: watch::Sender<Cursor>,
    readers: Readers,
    index: Index,
    /// The first damage that was found.
    damage: OnceLock<String>,
    /// Closed after the readers, since only a writer can remove the files that SQLite keeps beside the store.
    writer: Writer,
    /// Declared last, so that the folder of a temporary store is deleted after its connections are closed.
    _folder: Option<TempDir>,
}

impl SqliteStore {
    /// Opens the store in `path` and creates it if it doesn't exist, in which case its order has `new_epoch`.
    pub fn open(path: &Path, new_epoch: u32) -> Result<Self, OpenError> {
        Self::open_in(path, new_epoch, None)
    }

    /// Opens the store in `path`; an error if it doesn't exist.
    pub fn open_existing(path: &Path, new_epoch: u32) -> Result<Self, OpenError> {
        drop(connection::open_as_it_is(path)?);
        Self::open(path, new_epoch)
    }

    /// Opens the store in `path` to read it: every change is refused, nothing is indexed, and no chains are folded.
    pub fn open_read_only(path: &Path) -> Result<Self, OpenError> {
        let Opened { epoch, seq, .. } = connection::open_read_only(path)?;
        let unusable = |reason: String| OpenError::Unusable { path: path.to_owned(), reason };
        let head = watch::Sender::new(Cursor { epoch, seq });
        let readers = Readers::start(path).map_err(unusable)?;
        let (writer, index) = (Writer::none(), Index::as_it_is(path));
        Ok(Self { epoch, head, writer, readers, index, damage: OnceLock::new(), _folder: None })
    }

    /// Creates a store that is deleted when it is closed.
    pub fn temporary(new_epoch: u32) -> Result<Self, OpenError> {
        let folder = TempDir::with_prefix("harmony-")
            .map_err(|error| OpenError::Folder { path: std::env::temp_dir(), error })?;
        Self::open_in(&folder.path().join("harmony.sqlite"), new_epoch, Some(folder))
    }

    fn open_in(path: &Path, new_epoch: u32, folder: Option<TempDir>) -> Result<Self, OpenError> {
        Self::around(connection::open_writer(path, new_epoch)?, path, folder)
    }

    fn around(opened: Opened, path: &Path, folder: Option<TempDir>) -> Result<Self, OpenError> {
        let Opened { connection, epoch, seq } = opened;
        let unusable = |reason: String| OpenError::Unusable { path: path.to_owned(), reason };
        let head = watch::Sender::new(Cursor { epoch, seq });
        let readers = Readers::start(path).map_err(unusable)?;
        let writer = Writer::start(connection, head.clone()).map_err(|error| unusable(error.to_string()))?;
        let store = connection::open_reader(path).map_err(|error| unusable(error.to_string()))?;
        let index = Index::start(path, store, head.clone()).map_err(|error| unusable(error.to_string()))?;
        Ok(Self { epoch, head, writer, readers, index, damage: OnceLock::new(), _folder: folder })
    }

    /// Remembers the damage that a request finds.
    fn watched<'s, T>(
        &'s self,
        answer: impl Future<Output = Result<T, StoreError>> + Send + 's,
    ) -> BoxFuture<'s, T> {
        Box::pin(async move {
            let answer = answer.await;
            if let Err(StoreError::Corrupt(reason)) = &answer {
                self.damage.get_or_init(|| reason.clone());
            }
            answer
        })
    }
}

impl Store for SqliteStore {
    fn append(&self, batch: Vec<Arrival>) -> BoxFuture<'_, Vec<Receipt>> {
        self.watched(self.writer.append(batch))
    }

    fn remove_samples(&self) -> BoxFuture<'_, u32> {
        self.watched(self.writer.remove_samples())
    }

    fn remove(&self, id: String) -> BoxFuture<'_, bool> {
        self.watched(self.writer.remove(id))
    }

    fn pin(&self, id: String, pinned: bool) -> BoxFuture<'_, bool> {
        self.watched(self.writer.pin(id, pinned))
    }

    fn expire(&self, due: Due) -> BoxFuture<'_, Expired> {
        self.watched(self.writer.expire(due))
    }

    fn quarantine(&self, request: QuarantineRequest) -> BoxFuture<'_, bool> {
        self.watched(self.writer.quarantine(request))
    }

    fn release_due(&self, now_ms: i64) -> BoxFuture<'_, u32> {
        self.watched(async move {
            // Asked every second, and seldom so: a write costs a flush of the disk.
            let is_due = self.readers.ask(move |connection| quarantines::due(connection, now_ms)).await?;
            if is_due { self.writer.release_due(now_ms).await } else { Ok(0) }
        })
    }

    fn quarantines(&self, now_ms: i64, most: u32) -> BoxFuture<'_, Quarantines> {
        self.watched(self.readers.ask(move |connection| quarantines::active(connection, now_ms, most)))
    }

    fn active_of(
        &self,
        target_type: &'static str,
        now_ms: i64,
        most: u32,
    ) -> BoxFuture<'_, Vec<Quarantined>> {
        self.watched(
            self.readers.ask(move |connection| quarantines::of_type(connection, target_type, now_ms, most)),
        )
    }

    fn quarantined(
        &self,
        target_type: String,
        target_id: String,
        now_ms: i64,
    ) -> BoxFuture<'_, Option<Quarantined>> {
        self.watched(
            self.readers
                .ask(move |connection| quarantines::find(connection, (&target_type, &target_id), now_ms)),
        )
    }

    fn quarantine_periods(
        &self,
        target_type: &'static str,
        names: Vec<String>,
    ) -> BoxFuture<'_, Vec<Period>> {
        self.watched(
            self.readers.ask(move |connection| quarantines::periods(connection, target_type, &names)),
        )
    }

    fn mirror(&self) -> BoxFuture<'_, Option<String>> {
        self.watched(self.readers.ask(|connection| quarantines::mirror(connection)))
    }

    fn set_mirror(&self, known: String) -> BoxFuture<'_, ()> {
        self.watched(self.writer.set_mirror(known))
    }

    fn rederived(&self) -> BoxFuture<'_, u64> {
        self.watched(self.readers.ask(|connection| derivation::reached(connection)))
    }

    fn texts(&self, after: u64) -> BoxFuture<'_, Vec<(DocumentHead, Bytes)>> {
        self.watched(self.readers.ask(move |connection| derivation::texts(connection, after)))
    }

    fn rederive(&self, batch: Rederived) -> BoxFuture<'_, u32> {
        self.watched(self.writer.rederive(batch))
    }

    fn catalogs(&self) -> BoxFuture<'_, Vec<StoredCatalog>> {
        self.watched(self.readers.ask(|connection| catalogs::all(connection)))
    }

    fn texts_of_others(&self, after: u64, key: Option<i64>) -> BoxFuture<'_, OtherTexts> {
        self.watched(self.readers.ask(move |connection| catalogs::texts_of_others(connection, after, key)))
    }

    fn reread(&self, step: Reread) -> BoxFuture<'_, u32> {
        self.watched(self.writer.reread(step))
    }

    fn feed(&self) -> BoxFuture<'_, Feed> {
        let epoch = self.epoch;
        self.watched(self.readers.ask(move |connection| queries::feed(connection, epoch)))
    }

    fn totals(&self) -> BoxFuture<'_, Totals> {
        self.watched(self.readers.ask(|connection| queries::totals(connection)))
    }

    fn list(&self, query: ListQuery) -> BoxFuture<'_, DocumentList> {
        if asked(&query.text).is_none() {
            return self.watched(self.readers.ask(move |connection| queries::list(connection, &query)));
        }
        let found = async move {
            let newest = self.readers.ask(|connection| Ok(queries::newest_seq(connection)?)).await?;
            // Another process may have written it, in which case the index hasn't noticed yet.
            announce_at_least(&self.head, newest);
            let searched = self.index.caught_up(newest).await;
            let files = self.index.files();
            let found =
                self.readers.ask(move |connection| search::search(connection, &files, &query)).await?;
            Ok(DocumentList { not_searched: newest.saturating_sub(searched), ..found })
        };
        self.watched(found)
    }

    fn get(&self, id: String) -> BoxFuture<'_, Option<StoredDocument>> {
        self.watched(self.readers.ask(move |connection| queries::get(connection, &id)))
    }

    fn sessions(&self, query: SessionsQuery) -> BoxFuture<'_, SessionList> {
        self.watched(self.readers.ask(move |connection| sessions::list(connection, query)))
    }

    fn session(&self, name: String) -> BoxFuture<'_, Option<SessionHead>> {
        self.watched(self.readers.ask(move |connection| sessions::find(connection, &name)))
    }

    fn derivation(&self) -> BoxFuture<'_, u64> {
        self.watched(self.readers.ask(|connection| Ok(derivation::count(connection)?)))
    }

    fn mentions(&self, session: String, up_to: Option<u64>) -> BoxFuture<'_, Vec<Mention>> {
        self.watched(self.readers.ask(move |connection| sessions::mentions(connection, &session, up_to)))
    }

    fn session_at(&self, seq: u64) -> BoxFuture<'_, Option<String>> {
        self.watched(self.readers.ask(move |connection| sessions::at(connection, seq)))
    }

    fn add_lines(&self, lines: Vec<LineFacts>, received_ms: i64) -> BoxFuture<'_, ()> {
        self.watched(self.writer.add_lines(lines, received_ms))
    }

    fn lines(&self, session: String) -> BoxFuture<'_, SessionLines> {
        self.watched(self.readers.ask(move |connection| transcript_lines::of_session(connection, &session)))
    }

    fn traces(&self, query: TraceQuery) -> BoxFuture<'_, TraceList> {
        self.watched(self.readers.ask(move |connection| traces::list(connection, &query)))
    }

    fn work_items(&self, before: Option<u64>) -> BoxFuture<'_, WorkItems> {
        self.watched(self.readers.ask(move |connection| verdicts::list(connection, before)))
    }

    fn work_item(&self, task: String) -> BoxFuture<'_, Option<WorkItem>> {
        self.watched(self.readers.ask(move |connection| verdicts::find(connection, &task)))
    }

    fn decisions(&self, query: DecisionQuery) -> BoxFuture<'_, Decisions> {
        self.watched(self.readers.ask(move |connection| decisions::find(connection, &query)))
    }

    fn recorded(&self, since_hour: i64) -> BoxFuture<'_, Recorded> {
        self.watched(self.readers.ask(move |connection| health::recorded(connection, since_hour)))
    }

    fn ledger(&self, window: Window) -> BoxFuture<'_, Ledger> {
        self.watched(self.readers.ask(move |connection| health::ledger(connection, window)))
    }

    fn session_health(&self, session: String) -> BoxFuture<'_, Sum> {
        self.watched(self.readers.ask(move |connection| health::of_session(connection, &session)))
    }

    fn choose(&self, choice: Choice) -> BoxFuture<'_, ()> {
        self.watched(self.writer.choose(choice))
    }

    fn waiting(&self, query: WaitingQuery) -> BoxFuture<'_, Waiting> {
        self.watched(self.readers.ask(move |connection| inbox::waiting(connection, query)))
    }

    fn done(&self, most: u32) -> BoxFuture<'_, Vec<Item>> {
        self.watched(self.readers.ask(move |connection| inbox::done(connection, most)))
    }

    fn snoozed(&self, most: u32, now_ms: i64) -> BoxFuture<'_, Vec<Item>> {
        self.watched(self.readers.ask(move |connection| inbox::snoozed(connection, most, now_ms)))
    }

    fn handled(&self, keys: Vec<String>) -> BoxFuture<'_, HashMap<String, InboxChoice>> {
        self.watched(self.readers.ask(move |connection| inbox::choices(connection, &keys)))
    }

    fn has_item(&self, key: String) -> BoxFuture<'_, bool> {
        self.watched(self.readers.ask(move |connection| inbox::has(connection, &key)))
    }

    fn sessions_due(&self, most: u32) -> BoxFuture<'_, Vec<(String, i64)>> {
        if self.writer.is_none() {
            // They could not be settled.
            return Box::pin(async { Ok(Vec::new()) });
        }
        self.watched(self.readers.ask(move |connection| inbox::due(connection, most)))
    }

    fn settle_chains(&self, folded: Vec<FoldedSession>) -> BoxFuture<'_, ()> {
        self.watched(self.writer.settle_chains(folded))
    }

    fn change_webhooks(&self, change: WebhookChange) -> BoxFuture<'_, Option<i64>> {
        self.watched(self.writer.change_webhooks(change))
    }

    fn webhooks(&self) -> BoxFuture<'_, Vec<Webhook>> {
        self.watched(self.readers.ask(webhooks::list))
    }

    fn webhook_target(&self, id: i64) -> BoxFuture<'_, Option<Target>> {
        self.watched(self.readers.ask(move |connection| webhooks::target(connection, id)))
    }

    fn webhook_log(&self, id: i64, most: u32) -> BoxFuture<'_, Option<Vec<Delivery>>> {
        self.watched(self.readers.ask(move |connection| webhooks::log(connection, id, most)))
    }

    fn deliveries_due(&self, now_ms: i64, busy: Vec<i64>) -> BoxFuture<'_, Vec<DueDelivery>> {
        self.watched(self.readers.ask(move |connection| webhooks::due(connection, now_ms, &busy)))
    }

    fn recommended(&self) -> BoxFuture<'_, BTreeSet<String>> {
        self.watched(self.readers.ask(|connection| webhooks::recommended(connection)))
    }

    fn change_previews(&self, change: PreviewChange) -> BoxFuture<'_, Option<i64>> {
        self.watched(async move {
            if let PreviewChange::Expire { now_ms } = change
                && !self.readers.ask(move |connection| previews::due(connection, now_ms)).await?
            {
                return Ok(None);
            }
            self.writer.change_previews(change).await
        })
    }

    fn previews(&self, now_ms: i64) -> BoxFuture<'_, Vec<PreviewRow>> {
        self.watched(self.readers.ask(move |connection| previews::list(connection, now_ms)))
    }

    fn preview(
        &self,
        token: String,
        document: Option<u32>,
        now_ms: i64,
    ) -> BoxFuture<'_, Option<StoredPreview>> {
        self.watched(self.readers.ask(move |connection| previews::find(connection, &token, document, now_ms)))
    }

    fn change_views(&self, change: ViewChange) -> BoxFuture<'_, Option<i64>> {
        self.watched(self.writer.change_views(change))
    }

    fn views(&self) -> BoxFuture<'_, Vec<SavedView>> {
        self.watched(self.readers.ask(views::list))
    }

    fn change_access(&self, change: AccessChange) -> BoxFuture<'_, Option<i64>> {
        self.watched(self.writer.change_access(change))
    }

    fn tokens(&self) -> BoxFuture<'_, Vec<Token>> {
        self.watched(self.readers.ask(access::tokens))
    }

    fn token_of(&self, digest: Digest) -> BoxFuture<'_, Option<Token>> {
        self.watched(self.readers.ask(move |connection| access::token_of(connection, &digest)))
    }

    fn has_tokens(&self) -> BoxFuture<'_, bool> {
        self.watched(self.readers.ask(access::has_tokens))
    }

    fn audit_log(&self, before: Option<i64>) -> BoxFuture<'_, AuditLog> {
        self.watched(self.readers.ask(move |connection| access::audit_log(connection, before)))
    }

    fn bookmark(&self, file: String) -> BoxFuture<'_, Option<Bookmark>> {
        self.watched(self.readers.ask(move |connection| bookmarks::find(connection, &file)))
    }

    fn mark(&self, file: String, bookmark: Bookmark) -> BoxFuture<'_, ()> {
        self.watched(self.writer.mark(file, bookmark))
    }

    fn replay(&self, after: Cursor, limit: u32) -> BoxFuture<'_, Replay> {
        let epoch = self.epoch;
        self.watched(self.readers.ask(move |connection| queries::replay(connection, epoch, after, limit)))
    }

    fn figures(&self) -> BoxFuture<'_, Figures> {
        let jobs_waiting = self.writer.waiting() as u64;
        self.watched(async move {
            let (bytes, free_bytes) = self.readers.ask(|connection| Ok(queries::size(connection)?)).await?;
            Ok(Figures { bytes, free_bytes, jobs_waiting })
        })
    }

    fn damage(&self) -> Option<String> {
        self.damage.get().cloned()
    }

    fn is_full(&self) -> bool {
        self.writer.is_full()
    }

    fn head(&self) -> watch::Receiver<Cursor> {
        self.head.subscribe()
    }
}
