//! What our own pages ask, answered from the store.

mod recent;
mod session;
mod standings;
mod waits;

use std::pin::Pin;
use std::sync::Arc;

use app::api::{
    Attention, DocumentList, DocumentPage, Library, LibraryError, ListQuery, Retention, SessionPage,
    SessionQuery, SessionsPage,
};
use app::event::{Cursor, Feed};
use app::text::Text;

use crate::clock;
use crate::error::ApiError;
use crate::ingest::{arrive, samples};
use crate::store::{Receipt, SharedStore, StoreError};
use recent::Recent;
use standings::Standings;
use waits::Waits;

type Answer<T> = Pin<Box<dyn Future<Output = Result<T, LibraryError>> + Send>>;

pub struct StoreLibrary {
    store: SharedStore,
    standings: Arc<Standings>,
    waits: Arc<Waits>,
    recent: Arc<Recent>,
    retention: Retention,
}

impl StoreLibrary {
    pub fn new(store: SharedStore, retention: Retention) -> Self {
        Self {
            standings: Arc::new(Standings::new(Arc::clone(&store))),
            waits: Waits::new(Arc::clone(&store)),
            recent: Arc::new(Recent::new(Arc::clone(&store))),
            store,
            retention,
        }
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

    fn feed(&self) -> Answer<Feed> {
        let store = self.store.clone();
        Box::pin(async move { store.feed().await.map_err(told) })
    }

    fn documents(&self, query: ListQuery) -> Answer<DocumentList> {
        let store = self.store.clone();
        Box::pin(async move { store.list(query).await.map_err(told) })
    }

    fn document(&self, id: String) -> Answer<Option<DocumentPage>> {
        let store = self.store.clone();
        Box::pin(async move {
            let found = store.get(id).await.map_err(told)?;
            Ok(found.map(|document| DocumentPage {
                text: Text::from_bytes(&document.raw).source().to_owned(),
                versions: document.versions,
                head: document.head,
            }))
        })
    }

    fn sessions(&self, before: Option<u64>) -> Answer<SessionsPage> {
        let standings = Arc::clone(&self.standings);
        Box::pin(async move { standings.page(before).await.map_err(told) })
    }

    fn attention(&self) -> Answer<Attention> {
        let waits = Arc::clone(&self.waits);
        Box::pin(async move { waits.attention(clock::now_ms()).await.map_err(told) })
    }

    fn session(&self, query: SessionQuery) -> Answer<Option<SessionPage>> {
        let (store, recent) = (self.store.clone(), Arc::clone(&self.recent));
        Box::pin(async move { session::load(&store, &recent, query).await.map_err(told) })
    }

    fn add_samples(&self) -> Answer<u32> {
        let store = self.store.clone();
        Box::pin(async move { add_samples(&store).await.map_err(told) })
    }

    fn remove_samples(&self) -> Answer<u32> {
        let store = self.store.clone();
        Box::pin(async move { store.remove_samples().await.map_err(told) })
    }
}

/// Says how many are new.
pub async fn add_samples(store: &SharedStore) -> Result<u32, StoreError> {
    let receipts = arrive(store, samples()).await?;
    Ok(receipts.iter().filter(|receipt| matches!(receipt, Receipt::Stored(_))).count() as u32)
}

/// The page gets the sentence that a machine would get; the log has the rest.
fn told(error: StoreError) -> LibraryError {
    LibraryError(ApiError::from(error).told())
}
