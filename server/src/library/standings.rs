//! Where the chains of many sessions stand, and what waits for a person. A session is folded again only when something
//! was said in it since, or something of it was removed.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use app::api::{Attention, ListQuery, SessionHead, SessionsPage};
use app::document::{DocumentHead, Outcome};
use app::track::{ChainHead, Session, Waiting};

use crate::store::{SharedStore, StoreError};

/// Sessions whose standing is kept; beyond them all are folded again.
const KEPT: usize = 2_000;
/// The format of quarantines.
const QUARANTINE: &str = "5.6";

pub(super) struct Standings {
    store: SharedStore,
    known: Mutex<HashMap<String, Known>>,
}

struct Known {
    /// What the session's head was.
    head: SessionHead,
    chains: Vec<ChainHead>,
}

impl Standings {
    pub fn new(store: SharedStore) -> Self {
        Self { store, known: Mutex::default() }
    }

    pub async fn page(&self, before: Option<u64>) -> Result<SessionsPage, StoreError> {
        let list = self.store.sessions(before).await?;
        let mut sessions = Vec::with_capacity(list.sessions.len());
        for head in list.sessions {
            let chains = self.of(&head).await?;
            sessions.push((head, chains));
        }
        Ok(SessionsPage { sessions, next: list.next })
    }

    pub async fn attention(&self) -> Result<Attention, StoreError> {
        let mut chains = Vec::new();
        for (session, standing) in self.page(None).await?.sessions {
            let waiting = standing
                .into_iter()
                .rev()
                .filter(|chain| chain.waits_for.as_ref().is_some_and(Waiting::is_for_a_person));
            chains.extend(waiting.map(|chain| (session.name.clone(), chain)));
        }
        let query = ListQuery { format: Some(QUARANTINE.to_owned()), ..ListQuery::default() };
        let quarantines = still_held(self.store.list(query).await?.documents);
        Ok(Attention { chains, quarantines })
    }

    async fn of(&self, head: &SessionHead) -> Result<Vec<ChainHead>, StoreError> {
        if let Some(chains) = self.remembered(head) {
            return Ok(chains);
        }
        let said = self.store.said(head.name.clone(), None).await?;
        let chains: Vec<ChainHead> =
            Session::of(&head.name, &said).chains.iter().map(app::track::Chain::head).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(head.name.clone(), Known { head: head.clone(), chains: chains.clone() });
        Ok(chains)
    }

    fn remembered(&self, head: &SessionHead) -> Option<Vec<ChainHead>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&head.name).filter(|known| known.head == *head).map(|known| known.chains.clone())
    }
}

/// Of records and releases, newest first, the records whose target nothing newer speaks of.
fn still_held(newest_first: Vec<DocumentHead>) -> Vec<DocumentHead> {
    let mut spoken_of = HashSet::new();
    let mut held = Vec::new();
    for document in newest_first {
        let records = document.blocks.iter().filter(|block| block.format == QUARANTINE && !block.fenced);
        let mut is_held = false;
        for summary in records.map(|block| &block.summary) {
            // A list of quarantines passes no verdict, and changes nothing.
            let is_change = summary.outcome != Outcome::Unknown;
            if is_change && let Some(target) = &summary.title {
                is_held |= spoken_of.insert(target.clone()) && summary.outcome == Outcome::Fail;
            }
        }
        if is_held {
            held.push(document);
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use app::document::{BlockHead, Summary};

    use super::*;

    fn record(id: &str, target: &str, outcome: Outcome) -> DocumentHead {
        let summary = Summary { title: Some(target.to_owned()), outcome, ..Summary::default() };
        let block = BlockHead {
            format: QUARANTINE.to_owned(),
            name: "Quarantine Operations".to_owned(),
            fenced: false,
            summary,
            errors: 0,
            warnings: 0,
            infos: 0,
        };
        DocumentHead { id: id.to_owned(), blocks: vec![block], ..DocumentHead::default() }
    }

    #[test]
    fn what_was_released_is_held_no_more() {
        let held = still_held(vec![
            record("5", "2 active quarantines", Outcome::Unknown),
            record("4", "chain a", Outcome::Fail),
            record("3", "chain b", Outcome::Pass),
            record("2", "chain b", Outcome::Fail),
            record("1", "chain a", Outcome::Fail),
        ]);
        assert_eq!(held.iter().map(|document| document.id.as_str()).collect::<Vec<_>>(), ["4"]);
    }
}
