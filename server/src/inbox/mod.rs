//! What waits for a person, over all sessions: the items that the store keeps, and the recommendations of health.
//!
//! The store knows which sessions changed since their chains were folded. Those are folded in the background, and before a
//! page is answered, so that its counts are right at once. After a large import a page doesn't wait for all of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use app::api::{InboxPage, InboxQuery, InboxView};
use app::event::Cursor;
use app::health::{DAY, HOUR_MS, Health};
use app::inbox::{Handled, Item, ItemKind, of_chain};
use app::track::{ChainHead, Session};
use tokio_util::sync::CancellationToken;

use crate::library::Sessions;
use crate::store::{FoldedSession, InboxChoice, SharedStore, StoreError, WaitingQuery};

/// The items on a page, and how many are skipped at most.
const PAGE: u64 = 50;
const MOST_SKIPPED: u64 = 10_000;
/// Sessions that are folded in one go.
const AT_ONCE: u32 = 64;
/// The frame of every page waits no longer for its count.
const COUNT_WITHIN: Duration = Duration::from_millis(50);
/// A page that lists what waits, or sessions, waits no longer for it to be folded.
const PAGE_WITHIN: Duration = Duration::from_millis(500);
/// In the background, sessions are folded each second, but at most for one part in twenty of the time: a session of many
/// documents takes long, and may get more all the time.
const FOLD_EVERY: Duration = Duration::from_secs(1);
const FOLD_AT_MOST: u32 = 20;

pub struct Inbox {
    store: SharedStore,
    sessions: Arc<Sessions>,
    /// Held while sessions are folded, so that nobody folds the same twice.
    folding: tokio::sync::Mutex<()>,
    /// The recommendations at a place in the order and in an hour.
    recommended: Mutex<Option<(Cursor, i64, Vec<Item>)>>,
}

impl Inbox {
    pub fn new(store: SharedStore, sessions: Arc<Sessions>) -> Self {
        Self { store, sessions, folding: tokio::sync::Mutex::default(), recommended: Mutex::default() }
    }

    /// Returns a page of what waits.
    pub async fn page(&self, query: InboxQuery, now_ms: i64) -> Result<InboxPage, StoreError> {
        let is_behind = !self.catch_up().await?;
        let InboxQuery { view, kind, skip } = query;
        let skip = skip.unwrap_or(0).min(MOST_SKIPPED);
        let most = u32::try_from(skip + PAGE + 1).unwrap_or(u32::MAX);
        let (mut items, counts) = self.waiting(WaitingQuery { kind, most, now_ms }).await?;
        match view {
            InboxView::Waiting => {}
            InboxView::Done => items = self.done(most, now_ms).await?,
            InboxView::Snoozed => items = self.snoozed(most, now_ms).await?,
        }
        items.drain(..items.len().min(skip as usize));
        let next = (items.len() as u64 > PAGE && skip < MOST_SKIPPED).then_some(skip + PAGE);
        items.truncate(PAGE as usize);
        for item in &mut items {
            self.name_chain(item).await?;
        }
        Ok(InboxPage { items, counts, next, is_behind })
    }

    /// Returns how many items wait. Counts chains as they were folded last, if folding takes long.
    pub async fn count(&self, now_ms: i64) -> Result<u64, StoreError> {
        self.fold_within(COUNT_WITHIN).await?;
        let (_, counts) = self.waiting(WaitingQuery { kind: None, most: 0, now_ms }).await?;
        Ok(counts.values().sum())
    }

    /// Returns what a person was done with, the last first.
    async fn done(&self, most: u32, now_ms: i64) -> Result<Vec<Item>, StoreError> {
        let mut items = self.store.done(most).await?;
        for (item, choice) in self.recommendations(now_ms).await? {
            let done = choice.filter(|choice| choice.handled == Some(Handled::Done));
            items.extend(done.map(|choice| Item { done_ms: Some(choice.at_ms), ..item }));
        }
        items.sort_by_key(|item| std::cmp::Reverse(item.done_ms));
        items.truncate(most as usize);
        Ok(items)
    }

    /// Returns what a person does not want to see yet, the next to return first.
    async fn snoozed(&self, most: u32, now_ms: i64) -> Result<Vec<Item>, StoreError> {
        let mut items = self.store.snoozed(most, now_ms).await?;
        for (item, choice) in self.recommendations(now_ms).await? {
            if let Some(Handled::Until(until_ms)) = choice.and_then(|choice| choice.handled)
                && until_ms > now_ms
            {
                items.push(Item { until_ms: Some(until_ms), ..item });
            }
        }
        items.sort_by_key(|item| item.until_ms);
        items.truncate(most as usize);
        Ok(items)
    }

    /// States the title and the session of a chain that is quarantined by its id.
    async fn name_chain(&self, item: &mut Item) -> Result<(), StoreError> {
        if let Some(id) = item.quarantined_chain()
            && let Some((session, ChainHead { title: Some(title), .. })) = self.sessions.chain(&id).await?
        {
            item.title = format!("chain {title} ({id})");
            item.session = Some(session);
        }
        Ok(())
    }

    async fn waiting(&self, query: WaitingQuery) -> Result<(Vec<Item>, BTreeMap<ItemKind, u64>), StoreError> {
        let WaitingQuery { kind, most, now_ms } = query;
        let waiting = self.store.waiting(query).await?;
        let (mut items, mut counts) = (waiting.items, waiting.counts);
        let recommended = self.recommended(now_ms).await?;
        counts.insert(ItemKind::Recommendation, recommended.len() as u64);
        if kind.is_none_or(|kind| kind == ItemKind::Recommendation) {
            items.extend(recommended);
            items.sort_by(Item::compare);
            items.truncate(most as usize);
        }
        Ok((items, counts))
    }

    /// Returns the recommendations that wait for a person.
    async fn recommended(&self, now_ms: i64) -> Result<Vec<Item>, StoreError> {
        let hides = |choice: &InboxChoice| choice.handled.is_some_and(|handled| handled.hides(now_ms));
        let mut found = self.recommendations(now_ms).await?;
        found.retain(|(_, choice)| !choice.as_ref().is_some_and(hides));
        Ok(found.into_iter().map(|(item, _)| item).collect())
    }

    /// Returns all recommendations, with what a person did with each.
    async fn recommendations(&self, now_ms: i64) -> Result<Vec<(Item, Option<InboxChoice>)>, StoreError> {
        let items = self.open_recommendations(now_ms).await?;
        let mut handled = match items.is_empty() {
            true => HashMap::new(),
            false => self.store.handled(items.iter().map(|item| item.key.clone()).collect()).await?,
        };
        let with_choice = |item: Item| {
            let choice = handled.remove(&item.key);
            (item, choice)
        };
        Ok(items.into_iter().map(with_choice).collect())
    }

    /// Returns the recommendations that are open, also those that are done or snoozed.
    pub async fn open_recommendations(&self, now_ms: i64) -> Result<Vec<Item>, StoreError> {
        let hour = now_ms.div_euclid(HOUR_MS);
        let head = *self.store.head().borrow();
        let known = self.cached().clone().filter(|(at, of_hour, _)| (*at, *of_hour) == (head, hour));
        if let Some((_, _, items)) = known {
            return Ok(items);
        }
        let recorded = self.store.recorded(hour - DAY + 1).await?;
        let health = Health::of(recorded, now_ms, None);
        let items: Vec<Item> = health.healings.iter().filter_map(Item::of_healing).collect();
        *self.cached() = Some((head, hour, items.clone()));
        Ok(items)
    }

    fn cached(&self) -> MutexGuard<'_, Option<(Cursor, i64, Vec<Item>)>> {
        self.recommended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a person may decide something of that key.
    pub async fn has(&self, key: &str, now_ms: i64) -> Result<bool, StoreError> {
        let is_recommended = self.recommendations(now_ms).await?.iter().any(|(item, _)| item.key == key);
        Ok(is_recommended || self.store.has_item(key.to_owned()).await?)
    }

    /// Folds the sessions that changed, or as many as a page waits for. Returns whether all are folded.
    pub async fn catch_up(&self) -> Result<bool, StoreError> {
        self.fold_within(PAGE_WITHIN).await
    }

    async fn fold_within(&self, most: Duration) -> Result<bool, StoreError> {
        match tokio::time::timeout(most, self.fold_due()).await {
            Ok(folded) => folded.map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// Folds the sessions that changed.
    async fn fold_due(&self) -> Result<(), StoreError> {
        let _folding = self.folding.lock().await;
        loop {
            let due = self.store.sessions_due(AT_ONCE).await?;
            let is_last = due.len() < AT_ONCE as usize;
            let mut folded = Vec::with_capacity(due.len());
            for (session, token) in due {
                let mentions = self.store.mentions(session.clone(), None).await?;
                let state = Session::of(&session, &mentions);
                let items = state.chains.iter().filter_map(|chain| of_chain(&session, chain)).collect();
                folded.push(FoldedSession { session, state: state.state(), token, items });
            }
            if !folded.is_empty() {
                self.store.settle_chains(folded).await?;
            }
            if is_last {
                return Ok(());
            }
        }
    }
}

/// Folds what changed until `shutdown`, so that no page has much to fold.
pub async fn keep_folded(inbox: Arc<Inbox>, shutdown: CancellationToken) {
    let mut pause = FOLD_EVERY;
    while shutdown.run_until_cancelled(tokio::time::sleep(pause)).await.is_some() {
        let began = Instant::now();
        if let Some(Err(error)) = shutdown.run_until_cancelled(inbox.fold_due()).await {
            tracing::warn!(%error, "could not fold the chains that changed; will try again");
        }
        pause = FOLD_EVERY.max(began.elapsed() * FOLD_AT_MOST);
    }
}
