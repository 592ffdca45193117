//! Where the chains of many sessions stand. A session is folded again only when something was said in it since,
//! something of it was removed, or all was derived anew.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use app::api::{SessionHead, SessionsPage};
use app::track::{Chain, ChainHead, Session};

use crate::store::{SharedStore, StoreError};

/// Sessions whose standing is kept; beyond them all are folded again.
const KEPT: usize = 2_000;

pub(super) struct Standings {
    store: SharedStore,
    known: Mutex<HashMap<String, Known>>,
}

struct Known {
    /// What the session's head was, and the count of derivations.
    head: SessionHead,
    derivation: u64,
    chains: Vec<ChainHead>,
}

impl Standings {
    pub fn new(store: SharedStore) -> Self {
        Self { store, known: Mutex::default() }
    }

    pub async fn page(&self, before: Option<u64>) -> Result<SessionsPage, StoreError> {
        let derivation = self.store.derivation().await?;
        let list = self.store.sessions(before).await?;
        let mut sessions = Vec::with_capacity(list.sessions.len());
        for head in list.sessions {
            let chains = self.of(&head, derivation).await?;
            sessions.push((head, chains));
        }
        Ok(SessionsPage { sessions, next: list.next })
    }

    async fn of(&self, head: &SessionHead, derivation: u64) -> Result<Vec<ChainHead>, StoreError> {
        if let Some(chains) = self.remembered(head, derivation) {
            return Ok(chains);
        }
        let chains = folded(&self.store, &head.name).await?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(head.name.clone(), Known { head: head.clone(), derivation, chains: chains.clone() });
        Ok(chains)
    }

    fn remembered(&self, head: &SessionHead, derivation: u64) -> Option<Vec<ChainHead>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get(&head.name)?;
        (known.head == *head && known.derivation == derivation).then(|| known.chains.clone())
    }
}

/// Where the chains of a session stand now, in the order in which they were first heard of.
pub(super) async fn folded(store: &SharedStore, session: &str) -> Result<Vec<ChainHead>, StoreError> {
    let said = store.said(session.to_owned(), None).await?;
    Ok(Session::of(session, &said).chains.iter().map(Chain::head).collect())
}
