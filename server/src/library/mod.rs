//! Answers the questions of Harmony's own pages from the store.

mod earlier;
mod evidence;
pub mod health;
mod opinions;
mod session;
mod sessions;

use std::pin::Pin;
use std::sync::Arc;

use app::api::{
    AccessPage, DocumentList, DocumentPage, HealthPage, HealthQuery, InboxPage, InboxQuery, Library,
    LibraryError, ListQuery, Overview, Retention, SavedView, SessionPage, SessionQuery, SessionsPage,
    SessionsQuery, WebhooksPage,
};
use app::audit::{DecisionQuery, Decisions};
use app::event::{Cursor, Feed, Totals};
use app::evidence::Prices;
use app::preview::Preview;
use app::quarantine::{NamedChain, Quarantines};
use app::text::Text;
use app::trace::{TraceList, TraceQuery};
use app::work_item::{WorkItem, WorkItems};

use crate::clock;
use crate::error::ApiError;
use crate::inbox::Inbox;
use crate::ingest::{Samples, arrive, samples};
use crate::previews;
use crate::quarantine::quarantined_formats;
use crate::store::{Receipt, SharedStore, StoreError, listed};
use crate::webhooks::Webhooks;

pub use evidence::of_session as evidence_of;
pub use session::{ChainList, ChainMoment, chain_at, chains_at};
pub use sessions::Sessions;

type BoxFuture<T> = Pin<Box<dyn Future<Output = Result<T, LibraryError>> + Send>>;

/// The most active quarantines that pages show.
const MOST_SHOWN: u32 = 500;
/// The most quarantined chains whose titles are looked up for a page.
const MOST_NAMED: usize = 100;

pub struct StoreLibrary {
    store: SharedStore,
    sessions: Arc<Sessions>,
    inbox: Arc<Inbox>,
    webhooks: Arc<Webhooks>,
    retention: Retention,
    prices: Arc<Prices>,
}

impl StoreLibrary {
    pub fn new(
        store: SharedStore,
        sessions: Arc<Sessions>,
        inbox: Arc<Inbox>,
        webhooks: Arc<Webhooks>,
        retention: Retention,
        prices: Arc<Prices>,
    ) -> Self {
        Self { sessions, inbox, webhooks, store, retention, prices }
    }
}

impl Library for StoreLibrary {
    fn head(&self) -> Cursor {
        *self.store.head().borrow()
    }

    fn retention(&self) -> Retention {
        self.retention
    }

    fn is_damaged(&self) -> bool {
        self.store.damage().is_some()
    }

    fn is_full(&self) -> bool {
        self.store.is_full()
    }

    fn feed(&self) -> BoxFuture<Feed> {
        let store = self.store.clone();
        Box::pin(async move { store.feed().await.map_err(library_error) })
    }

    fn totals(&self) -> BoxFuture<Totals> {
        let store = self.store.clone();
        Box::pin(async move { store.totals().await.map_err(library_error) })
    }

    fn overview(&self) -> BoxFuture<Overview> {
        let (store, sessions) = (self.store.clone(), Arc::clone(&self.sessions));
        Box::pin(async move {
            let load = async {
                let health = health::of_hours(&store, clock::now_ms()).await?;
                Ok(Overview {
                    feed: store.feed().await?,
                    quarantined: quarantined_formats(&store).await?,
                    overall: health.overall,
                    history: health.history,
                    sessions: sessions.page(SessionsQuery::default()).await?,
                })
            };
            load.await.map_err(library_error)
        })
    }

    fn documents(&self, query: ListQuery) -> BoxFuture<DocumentList> {
        let store = self.store.clone();
        Box::pin(async move { listed(&*store, query).await.map_err(library_error) })
    }

    fn views(&self) -> BoxFuture<Vec<SavedView>> {
        let store = self.store.clone();
        Box::pin(async move { store.views().await.map_err(library_error) })
    }

    fn document(&self, id: String) -> BoxFuture<Option<DocumentPage>> {
        let (store, sessions) = (self.store.clone(), Arc::clone(&self.sessions));
        Box::pin(async move {
            let Some(document) = store.get(id).await.map_err(library_error)? else { return Ok(None) };
            let opinion = opinions::of_document(&sessions, &document.head).await.map_err(library_error)?;
            let older = document.versions.older.clone();
            let earlier = earlier::of_document(&store, &document.head, older).await.map_err(library_error)?;
            Ok(Some(DocumentPage {
                earlier,
                text: Text::from_bytes(&document.raw).source().to_owned(),
                versions: document.versions,
                head: document.head,
                opinion,
                quarantined: quarantined_formats(&store).await.map_err(library_error)?,
            }))
        })
    }

    fn sessions(&self, query: SessionsQuery) -> BoxFuture<SessionsPage> {
        let (sessions, inbox) = (Arc::clone(&self.sessions), Arc::clone(&self.inbox));
        Box::pin(async move {
            inbox.catch_up().await.map_err(library_error)?;
            sessions.page(query).await.map_err(library_error)
        })
    }

    fn inbox(&self, query: InboxQuery) -> BoxFuture<InboxPage> {
        let inbox = Arc::clone(&self.inbox);
        Box::pin(async move { inbox.page(query, clock::now_ms()).await.map_err(library_error) })
    }

    fn waiting(&self) -> BoxFuture<u64> {
        let inbox = Arc::clone(&self.inbox);
        Box::pin(async move { inbox.count(clock::now_ms()).await.map_err(library_error) })
    }

    fn webhooks(&self, log: Option<i64>) -> BoxFuture<WebhooksPage> {
        let webhooks = Arc::clone(&self.webhooks);
        Box::pin(async move { webhooks.page(log).await.map_err(library_error) })
    }

    fn access(&self, before: Option<i64>) -> BoxFuture<AccessPage> {
        let store = self.store.clone();
        Box::pin(async move {
            let (tokens, log) =
                tokio::try_join!(store.tokens(), store.audit_log(before)).map_err(library_error)?;
            Ok(AccessPage { tokens, log })
        })
    }

    fn previews(&self) -> BoxFuture<Vec<Preview>> {
        let (store, webhooks) = (self.store.clone(), Arc::clone(&self.webhooks));
        Box::pin(async move {
            let rows = store.previews(clock::now_ms()).await.map_err(library_error)?;
            Ok(rows.into_iter().map(|row| previews::listed(row, webhooks.public_url())).collect())
        })
    }

    fn quarantines(&self) -> BoxFuture<Quarantines> {
        let (store, sessions) = (self.store.clone(), Arc::clone(&self.sessions));
        Box::pin(async move { shown_quarantines(&store, &sessions).await.map_err(library_error) })
    }

    fn quarantined(&self) -> BoxFuture<u64> {
        let store = self.store.clone();
        Box::pin(async move {
            let found = store.quarantines(clock::now_ms(), 0).await.map_err(library_error)?;
            Ok(found.count)
        })
    }

    fn quarantined_formats(&self) -> BoxFuture<Vec<String>> {
        let store = self.store.clone();
        Box::pin(async move { quarantined_formats(&store).await.map_err(library_error) })
    }

    fn session(&self, query: SessionQuery) -> BoxFuture<Option<SessionPage>> {
        let (store, sessions) = (self.store.clone(), Arc::clone(&self.sessions));
        let prices = Arc::clone(&self.prices);
        Box::pin(async move { session::load(&store, &sessions, &prices, query).await.map_err(library_error) })
    }

    fn work_items(&self, before: Option<u64>) -> BoxFuture<WorkItems> {
        let store = self.store.clone();
        Box::pin(async move { store.work_items(before).await.map_err(library_error) })
    }

    fn work_item(&self, task: String) -> BoxFuture<Option<WorkItem>> {
        let store = self.store.clone();
        Box::pin(async move { store.work_item(task).await.map_err(library_error) })
    }

    fn decisions(&self, query: DecisionQuery) -> BoxFuture<Decisions> {
        let store = self.store.clone();
        Box::pin(async move { store.decisions(query).await.map_err(library_error) })
    }

    fn traces(&self, query: TraceQuery) -> BoxFuture<TraceList> {
        let store = self.store.clone();
        Box::pin(async move { store.traces(query).await.map_err(library_error) })
    }

    fn health(&self, query: HealthQuery) -> BoxFuture<HealthPage> {
        let store = self.store.clone();
        Box::pin(async move { health::load(&store, query, clock::now_ms()).await.map_err(library_error) })
    }

    fn add_samples(&self) -> BoxFuture<u32> {
        let store = self.store.clone();
        Box::pin(async move { add_samples(&store).await.map_err(library_error) })
    }

    fn remove_samples(&self) -> BoxFuture<u32> {
        let store = self.store.clone();
        Box::pin(async move { store.remove_samples().await.map_err(library_error) })
    }
}

/// Returns what is quarantined, with the titles of the newest chains.
async fn shown_quarantines(store: &SharedStore, sessions: &Sessions) -> Result<Quarantines, StoreError> {
    let mut found = store.quarantines(clock::now_ms(), MOST_SHOWN).await?;
    let chains = found.active.iter().filter(|quarantined| quarantined.record.target_type == "chain");
    for quarantined in chains.take(MOST_NAMED) {
        let id = &quarantined.record.target_id;
        if let Some((session, chain)) = sessions.chain(id).await? {
            found.chains.insert(id.clone(), NamedChain { session, title: chain.title });
        }
    }
    Ok(found)
}

/// Stores the samples and returns how many documents are new.
pub async fn add_samples(store: &SharedStore) -> Result<u32, StoreError> {
    let now_ms = clock::now_ms();
    let Samples { documents, lines } = samples(now_ms);
    let receipts = arrive(store, documents).await?;
    let added = receipts.iter().filter(|receipt| matches!(receipt, Receipt::Stored(_))).count() as u32;
    // Those that were added before keep their times.
    if added > 0 {
        store.add_lines(lines, now_ms).await?;
    }
    Ok(added)
}

/// The page shows the same message that the API returns; the log has the details.
fn library_error(error: StoreError) -> LibraryError {
    LibraryError(ApiError::from(error).message())
}
