//! The store in a PostgreSQL database, which any number of servers share.
//!
//! Every change is one transaction that locks the row of the order (`shard`): places in the order have no gaps and become
//! visible in order. Events are written by the same transaction. Other servers are woken by `NOTIFY`, and look every
//! [`POLLED_EVERY`] in case a wake-up is lost.

mod access;
mod append;
mod appender;
mod bookmarks;
mod catalogs;
mod changes;
mod decisions;
pub(in crate::store) mod derivation;
mod filter;
mod follow;
mod health;
pub(in crate::store) mod in_use;
mod inbox;
mod indexer;
mod keeping;
mod known;
pub(in crate::store) mod migrations;
mod new_documents;
pub(in crate::store) mod partitions;
mod previews;
mod quarantines;
pub(in crate::store) mod queries;
mod search;
mod sessions;
pub(in crate::store) mod sql;
mod traces;
mod transcript_lines;
mod verdicts;
mod versions;
mod views;
mod webhooks;
mod word_rows;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

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
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::announce::announce_at_least;
use super::copy::COPYING;
use super::sqlite::previews::changes::pack;
use super::{
    AccessChange, Arrival, Bookmark, BoxFuture, Choice, Digest, Due, DueDelivery, Expired, Figures,
    FoldedSession, InboxChoice, OpenError, OtherTexts, PreviewChange, PreviewRow, QuarantineRequest, Receipt,
    Rederived, Replay, Reread, SessionLines, Store, StoreError, StoredCatalog, StoredDocument, StoredPreview,
    Target, ViewChange, Waiting, WaitingQuery, WebhookChange, Window,
};
use appender::Appender;
use changes::Changes;
use indexer::Index;
use sql::{Pool, Sql, Transaction};

/// How often a server looks for events of others that it wasn't woken for.
const POLLED_EVERY: Duration = Duration::from_millis(250);

pub struct PostgresStore {
    pool: Pool,
    epoch: u32,
    /// Includes commits of this process at once, and those of others a little later.
    head: watch::Sender<Cursor>,
    appender: Appender,
    index: Index,
    is_cut_off: Arc<AtomicBool>,
    /// The first damage that was found.
    damage: OnceLock<String>,
    /// Stops what follows the other servers, and the indexer.
    _stop: DropGuard,
}

impl PostgresStore {
    /// Opens the store in a database, and creates what is missing there. A new order has `new_epoch`.
    pub async fn open(address: &str, new_epoch: u32) -> Result<Self, OpenError> {
        Self::open_with(address, Some(new_epoch)).await
    }

    /// Opens the store in a database; an error if it has none.
    pub async fn open_existing(address: &str) -> Result<Self, OpenError> {
        Self::open_with(address, None).await
    }

    async fn open_with(address: &str, new_epoch: Option<u32>) -> Result<Self, OpenError> {
        let unusable = |reason: String| OpenError::Database { reason };
        let database = sql::Database::named(address).map_err(unusable)?;
        let pool = database.pool().map_err(unusable)?;
        migrations::run(&pool, new_epoch).await?;
        let failed = |error: StoreError| unusable(error.to_string());
        let entry = Transaction::begin(&pool).await.map_err(failed)?;
        let cursor = enter(&entry).await.map_err(failed)?.ok_or(OpenError::UnfinishedCopy)?;
        let head = watch::Sender::new(cursor);
        let stopped = CancellationToken::new();
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let follower =
            follow::Follower { pool: pool.clone(), head: head.clone(), is_cut_off: Arc::clone(&is_cut_off) };
        tokio::spawn(follower.follow(database, entry, stopped.clone()));
        let index = Index::start(pool.clone(), head.subscribe(), stopped.clone());
        let appender = Appender::start(pool.clone(), cursor.epoch, head.clone());
        Ok(Self {
            pool,
            epoch: cursor.epoch,
            head,
            appender,
            index,
            is_cut_off,
            damage: OnceLock::new(),
            _stop: stopped.drop_guard(),
        })
    }

    async fn sql(&self) -> Result<Sql, StoreError> {
        sql::connect(self.reached()?).await
    }

    async fn moment(&self) -> Result<Transaction, StoreError> {
        Transaction::moment(self.reached()?).await
    }

    /// Returns the connections; an error while the database doesn't answer, for which nobody should wait.
    fn reached(&self) -> Result<&Pool, StoreError> {
        match self.is_cut_off() {
            true => Err(StoreError::Unreachable("it has not answered for a while".to_owned())),
            false => Ok(&self.pool),
        }
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

/// Keeps a copy into the database from beginning until the end of the transaction. Returns the newest place in the order;
/// `None` while a copy is not finished.
async fn enter(transaction: &Sql) -> Result<Option<Cursor>, StoreError> {
    if !in_use::take(transaction, in_use::SHARE_FOR_NOW).await?
        || queries::has_meta(transaction, COPYING).await?
    {
        return Ok(None);
    }
    queries::cursor(transaction).await.map(Some)
}

/// Asks one statement.
macro_rules! read {
    ($store:ident, $sql:ident => $query:expr) => {
        $store.watched(async move {
            let $sql = &$store.sql().await?;
            $query.await
        })
    };
}

/// Asks several statements, which all see the same moment.
macro_rules! read_at_once {
    ($store:ident, $sql:ident => $query:expr) => {
        $store.watched(async move {
            let moment = $store.moment().await?;
            let $sql: &Sql = &moment;
            let answer = $query.await?;
            moment.commit().await?;
            Ok(answer)
        })
    };
}

/// Changes something, as one transaction.
macro_rules! change {
    ($store:ident, $changes:ident => $change:expr) => {
        $store.watched(async move {
            let transaction = Transaction::begin($store.reached()?).await?;
            let mut $changes = Changes::begin(&transaction, $store.epoch).await?;
            let answer = $change.await?;
            let newest = $changes.finish().await?;
            transaction.commit().await?;
            announce_at_least(&$store.head, newest.seq);
            Ok(answer)
        })
    };
}

impl Store for PostgresStore {
    fn append(&self, batch: Vec<Arrival>) -> BoxFuture<'_, Vec<Receipt>> {
        self.watched(async move {
            self.reached()?;
            self.appender.append(batch).await
        })
    }

    fn remove_samples(&self) -> BoxFuture<'_, u32> {
        change!(self, changes => changes.remove_samples())
    }

    fn remove(&self, id: String) -> BoxFuture<'_, bool> {
        change!(self, changes => changes.remove(&id))
    }

    fn pin(&self, id: String, pinned: bool) -> BoxFuture<'_, bool> {
        change!(self, changes => changes.pin(&id, pinned))
    }

    fn expire(&self, due: Due) -> BoxFuture<'_, Expired> {
        change!(self, changes => changes.expire(due))
    }

    fn quarantine(&self, request: QuarantineRequest) -> BoxFuture<'_, bool> {
        change!(self, changes => changes.quarantine(&request))
    }

    fn quarantines(&self, now_ms: i64, most: u32) -> BoxFuture<'_, Quarantines> {
        read_at_once!(self, sql => quarantines::active(sql, now_ms, most))
    }

    fn active_of(
        &self,
        target_type: &'static str,
        now_ms: i64,
        most: u32,
    ) -> BoxFuture<'_, Vec<Quarantined>> {
        read!(self, sql => quarantines::of_type(sql, target_type, now_ms, most))
    }

    fn quarantined(
        &self,
        target_type: String,
        target_id: String,
        now_ms: i64,
    ) -> BoxFuture<'_, Option<Quarantined>> {
        read!(self, sql => quarantines::find(sql, (&target_type, &target_id), now_ms))
    }

    fn quarantine_periods(
        &self,
        target_type: &'static str,
        names: Vec<String>,
    ) -> BoxFuture<'_, Vec<Period>> {
        read!(self, sql => quarantines::periods(sql, target_type, &names))
    }

    fn mirror(&self) -> BoxFuture<'_, Option<String>> {
        read!(self, sql => quarantines::mirror(sql))
    }

    fn set_mirror(&self, known: String) -> BoxFuture<'_, ()> {
        change!(self, changes => changes.set_mirror(&known))
    }

    fn rederived(&self) -> BoxFuture<'_, u64> {
        read!(self, sql => derivation::reached(sql))
    }

    fn texts(&self, after: u64) -> BoxFuture<'_, Vec<(DocumentHead, Bytes)>> {
        read_at_once!(self, sql => derivation::texts(sql, after))
    }

    fn rederive(&self, batch: Rederived) -> BoxFuture<'_, u32> {
        change!(self, changes => changes.rederive(batch))
    }

    fn catalogs(&self) -> BoxFuture<'_, Vec<StoredCatalog>> {
        read!(self, sql => catalogs::all(sql))
    }

    fn texts_of_others(&self, after: u64, key: Option<i64>) -> BoxFuture<'_, OtherTexts> {
        read_at_once!(self, sql => catalogs::texts_of_others(sql, after, key))
    }

    fn reread(&self, step: Reread) -> BoxFuture<'_, u32> {
        change!(self, changes => changes.reread(step))
    }

    fn feed(&self) -> BoxFuture<'_, Feed> {
        read_at_once!(self, sql => queries::feed(sql))
    }

    fn totals(&self) -> BoxFuture<'_, Totals> {
        read!(self, sql => queries::totals(sql))
    }

    fn get(&self, id: String) -> BoxFuture<'_, Option<StoredDocument>> {
        read_at_once!(self, sql => queries::get(sql, &id))
    }

    fn sessions(&self, query: SessionsQuery) -> BoxFuture<'_, SessionList> {
        read_at_once!(self, sql => sessions::list(sql, query))
    }

    fn session(&self, name: String) -> BoxFuture<'_, Option<SessionHead>> {
        read!(self, sql => sessions::find(sql, &name))
    }

    fn derivation(&self) -> BoxFuture<'_, u64> {
        read!(self, sql => derivation::count(sql))
    }

    fn mentions(&self, session: String, up_to: Option<u64>) -> BoxFuture<'_, Vec<Mention>> {
        read!(self, sql => sessions::mentions(sql, &session, up_to))
    }

    fn session_at(&self, seq: u64) -> BoxFuture<'_, Option<String>> {
        read!(self, sql => sessions::at(sql, seq))
    }

    fn add_lines(&self, lines: Vec<LineFacts>, received_ms: i64) -> BoxFuture<'_, ()> {
        change!(self, changes => changes.add_lines(&lines, received_ms))
    }

    fn lines(&self, session: String) -> BoxFuture<'_, SessionLines> {
        read_at_once!(self, sql => transcript_lines::of_session(sql, &session))
    }

    fn traces(&self, query: TraceQuery) -> BoxFuture<'_, TraceList> {
        read_at_once!(self, sql => traces::list(sql, &query))
    }

    fn work_items(&self, before: Option<u64>) -> BoxFuture<'_, WorkItems> {
        read_at_once!(self, sql => verdicts::list(sql, before))
    }

    fn work_item(&self, task: String) -> BoxFuture<'_, Option<WorkItem>> {
        read_at_once!(self, sql => verdicts::find(sql, &task))
    }

    fn decisions(&self, query: DecisionQuery) -> BoxFuture<'_, Decisions> {
        read_at_once!(self, sql => decisions::find(sql, &query))
    }

    fn recorded(&self, since_hour: i64) -> BoxFuture<'_, Recorded> {
        read_at_once!(self, sql => health::recorded(sql, since_hour))
    }

    fn ledger(&self, window: Window) -> BoxFuture<'_, Ledger> {
        read_at_once!(self, sql => health::ledger(sql, window))
    }

    fn session_health(&self, session: String) -> BoxFuture<'_, Sum> {
        read!(self, sql => health::of_session(sql, &session))
    }

    fn choose(&self, choice: Choice) -> BoxFuture<'_, ()> {
        change!(self, changes => changes.choose(&choice))
    }

    fn waiting(&self, query: WaitingQuery) -> BoxFuture<'_, Waiting> {
        read_at_once!(self, sql => inbox::waiting(sql, query))
    }

    fn done(&self, most: u32) -> BoxFuture<'_, Vec<Item>> {
        read!(self, sql => inbox::done(sql, most))
    }

    fn snoozed(&self, most: u32, now_ms: i64) -> BoxFuture<'_, Vec<Item>> {
        read!(self, sql => inbox::snoozed(sql, most, now_ms))
    }

    fn handled(&self, keys: Vec<String>) -> BoxFuture<'_, HashMap<String, InboxChoice>> {
        read!(self, sql => inbox::choices(sql, &keys))
    }

    fn has_item(&self, key: String) -> BoxFuture<'_, bool> {
        read!(self, sql => inbox::has(sql, &key))
    }

    fn sessions_due(&self, most: u32) -> BoxFuture<'_, Vec<(String, i64)>> {
        read!(self, sql => inbox::due(sql, most))
    }

    fn settle_chains(&self, folded: Vec<FoldedSession>) -> BoxFuture<'_, ()> {
        change!(self, changes => changes.settle_chains(&folded))
    }

    fn change_webhooks(&self, change: WebhookChange) -> BoxFuture<'_, Option<i64>> {
        change!(self, changes => changes.change_webhooks(&change))
    }

    fn webhooks(&self) -> BoxFuture<'_, Vec<Webhook>> {
        read_at_once!(self, sql => webhooks::list(sql))
    }

    fn webhook_target(&self, id: i64) -> BoxFuture<'_, Option<Target>> {
        read!(self, sql => webhooks::target(sql, id))
    }

    fn webhook_log(&self, id: i64, most: u32) -> BoxFuture<'_, Option<Vec<Delivery>>> {
        read_at_once!(self, sql => webhooks::log(sql, id, most))
    }

    fn deliveries_due(&self, now_ms: i64, busy: Vec<i64>) -> BoxFuture<'_, Vec<DueDelivery>> {
        read!(self, sql => webhooks::take_due(sql, now_ms, &busy))
    }

    fn recommended(&self) -> BoxFuture<'_, BTreeSet<String>> {
        read!(self, sql => webhooks::recommended(sql))
    }

    fn previews(&self, now_ms: i64) -> BoxFuture<'_, Vec<PreviewRow>> {
        read!(self, sql => previews::list(sql, now_ms))
    }

    fn preview(
        &self,
        token: String,
        document: Option<u32>,
        now_ms: i64,
    ) -> BoxFuture<'_, Option<StoredPreview>> {
        read_at_once!(self, sql => previews::find(sql, &token, document, now_ms))
    }

    fn change_views(&self, change: ViewChange) -> BoxFuture<'_, Option<i64>> {
        change!(self, changes => changes.change_views(&change))
    }

    fn views(&self) -> BoxFuture<'_, Vec<SavedView>> {
        read!(self, sql => views::list(sql))
    }

    fn change_access(&self, change: AccessChange) -> BoxFuture<'_, Option<i64>> {
        change!(self, changes => changes.change_access(&change))
    }

    fn tokens(&self) -> BoxFuture<'_, Vec<Token>> {
        read!(self, sql => access::tokens(sql))
    }

    fn token_of(&self, digest: Digest) -> BoxFuture<'_, Option<Token>> {
        read!(self, sql => access::token_of(sql, &digest))
    }

    fn has_tokens(&self) -> BoxFuture<'_, bool> {
        read!(self, sql => access::has_tokens(sql))
    }

    fn audit_log(&self, before: Option<i64>) -> BoxFuture<'_, AuditLog> {
        read!(self, sql => access::audit_log(sql, before))
    }

    fn bookmark(&self, file: String) -> BoxFuture<'_, Option<Bookmark>> {
        read!(self, sql => bookmarks::find(sql, &file))
    }

    fn replay(&self, after: Cursor, limit: u32) -> BoxFuture<'_, Replay> {
        read_at_once!(self, sql => queries::replay(sql, after, limit))
    }

    fn release_due(&self, now_ms: i64) -> BoxFuture<'_, u32> {
        self.watched(async move {
            // Asked every second by each server, and seldom so.
            let is_due = quarantines::due(&self.sql().await?, now_ms).await?;
            if is_due { change!(self, changes => changes.release_due(now_ms)).await } else { Ok(0) }
        })
    }

    fn list(&self, query: ListQuery) -> BoxFuture<'_, DocumentList> {
        if asked(&query.text).is_none() {
            return read!(self, sql => queries::list(sql, &query));
        }
        self.watched(async move {
            let newest = queries::cursor(&self.sql().await?).await?.seq;
            // Another server may have written it, in which case nobody here has noticed yet.
            announce_at_least(&self.head, newest);
            self.index.catch_up(newest).await;
            read_at_once!(self, sql => search::search(sql, &query)).await
        })
    }

    fn change_previews(&self, change: PreviewChange) -> BoxFuture<'_, Option<i64>> {
        self.watched(async move {
            if let PreviewChange::Expire { now_ms } = change
                && !previews::due(&self.sql().await?, now_ms).await?
            {
                return Ok(None);
            }
            let packed = tokio::task::spawn_blocking(move || pack(change));
            let change = packed.await.map_err(|_| StoreError::Stopped)?;
            change!(self, changes => changes.change_previews(&change)).await
        })
    }

    fn mark(&self, file: String, bookmark: Bookmark) -> BoxFuture<'_, ()> {
        read!(self, sql => bookmarks::set(sql, &file, &bookmark))
    }

    fn figures(&self) -> BoxFuture<'_, Figures> {
        let jobs_waiting = self.appender.waiting() as u64;
        read!(self, sql => async move {
            Ok(Figures { bytes: queries::size(sql).await?, free_bytes: 0, jobs_waiting })
        })
    }

    fn damage(&self) -> Option<String> {
        self.damage.get().cloned()
    }

    fn is_full(&self) -> bool {
        self.appender.is_full()
    }

    fn is_cut_off(&self) -> bool {
        self.is_cut_off.load(Ordering::Relaxed)
    }

    fn head(&self) -> watch::Receiver<Cursor> {
        self.head.subscribe()
    }
}
