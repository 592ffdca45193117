//! What waits for a person, over all sessions. To know it a session must be folded, which is done once, and again when
//! something changed in it; after a start all are, the newest first, while pages say how many are still to come.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::api::{Attention, ListQuery, SessionHead};
use app::document::{DocumentHead, Outcome};
use app::track::ChainHead;

use super::standings::folded;
use crate::store::{SharedStore, StoreError};

/// Sessions that a page waits for; the others are looked through behind it.
const AT_ONCE: usize = 32;
/// The format of quarantines.
const QUARANTINE: &str = "5.6";

pub(super) struct Waits {
    store: SharedStore,
    seen: Mutex<Seen>,
    is_looking: AtomicBool,
}

/// What was found in each session.
#[derive(Default)]
struct Seen {
    derivation: u64,
    sessions: HashMap<String, Session>,
}

struct Session {
    /// What it was when it was looked through.
    head: SessionHead,
    /// The newest that wait, and the count of all.
    chains: Vec<ChainHead>,
    waiting: u64,
}

impl Waits {
    pub fn new(store: SharedStore) -> Arc<Self> {
        Arc::new(Self { store, seen: Mutex::default(), is_looking: AtomicBool::new(false) })
    }

    pub async fn attention(self: &Arc<Self>, now_ms: i64) -> Result<Attention, StoreError> {
        let derivation = self.store.derivation().await?;
        let sessions = self.store.speakers().await?;
        let mut due = self.due(derivation, &sessions);
        let later = due.split_off(due.len().min(AT_ONCE));
        for head in due {
            self.look_through(head).await?;
        }
        if !later.is_empty() {
            self.look_through_later(later);
        }
        Ok(Attention { quarantines: self.quarantines(now_ms).await?, ..self.found(&sessions) })
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The sessions that are not known as they are now.
    fn due(&self, derivation: u64, sessions: &[SessionHead]) -> Vec<SessionHead> {
        let mut seen = self.seen();
        if seen.derivation != derivation {
            *seen = Seen { derivation, ..Seen::default() };
        }
        if seen.sessions.len() > sessions.len() {
            let names: HashSet<&str> = sessions.iter().map(|head| head.name.as_str()).collect();
            seen.sessions.retain(|name, _| names.contains(name.as_str()));
        }
        let is_known =
            |head: &&SessionHead| seen.sessions.get(&head.name).is_some_and(|known| known.head == **head);
        sessions.iter().filter(|head| !is_known(head)).cloned().collect()
    }

    async fn look_through(&self, head: SessionHead) -> Result<(), StoreError> {
        let mut chains = folded(&self.store, &head.name).await?;
        chains.retain(ChainHead::waits_for_a_person);
        let waiting = chains.len() as u64;
        chains.reverse();
        chains.truncate(Attention::LISTED);
        self.seen().sessions.insert(head.name.clone(), Session { head, chains, waiting });
        Ok(())
    }

    fn look_through_later(self: &Arc<Self>, sessions: Vec<SessionHead>) {
        if self.is_looking.swap(true, Ordering::AcqRel) {
            return;
        }
        let waits = Arc::clone(self);
        tokio::spawn(async move {
            for head in sessions {
                if let Err(error) = waits.look_through(head).await {
                    tracing::warn!(%error, "not all sessions could be looked through; it will be tried again");
                    break;
                }
            }
            waits.is_looking.store(false, Ordering::Release);
        });
    }

    fn found(&self, sessions: &[SessionHead]) -> Attention {
        let seen = self.seen();
        let mut attention = Attention::default();
        for head in sessions {
            let Some(found) = seen.sessions.get(&head.name) else {
                attention.unread += 1;
                continue;
            };
            attention.waiting += found.waiting;
            let free = Attention::LISTED - attention.chains.len();
            let chains = found.chains.iter().take(free).cloned();
            attention.chains.extend(chains.map(|chain| (head.name.clone(), chain)));
        }
        attention
    }

    async fn quarantines(&self, now_ms: i64) -> Result<Vec<DocumentHead>, StoreError> {
        let mut query = ListQuery { format: Some(QUARANTINE.to_owned()), ..ListQuery::default() };
        let mut newest_first = Vec::new();
        loop {
            let page = self.store.list(query.clone()).await?;
            newest_first.extend(page.documents);
            if page.next.is_none() {
                return Ok(still_held(newest_first, now_ms));
            }
            query.before = page.next;
        }
    }
}

/// Of records and releases, newest first, the records whose target nothing newer speaks of and whose time is not over.
fn still_held(newest_first: Vec<DocumentHead>, now_ms: i64) -> Vec<DocumentHead> {
    let mut spoken_of = HashSet::new();
    let mut held = Vec::new();
    for document in newest_first {
        let records = document.blocks.iter().filter(|block| block.format == QUARANTINE && !block.fenced);
        let mut is_held = false;
        for summary in records.map(|block| &block.summary) {
            // A list of quarantines passes no verdict, and changes nothing.
            let is_change = summary.outcome != Outcome::Unknown;
            if is_change && let Some(target) = &summary.title {
                let is_over = summary.ends_ms.is_some_and(|ends_ms| ends_ms <= now_ms);
                is_held |= spoken_of.insert(target.clone()) && summary.outcome == Outcome::Fail && !is_over;
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
        until(id, target, outcome, None)
    }

    fn until(id: &str, target: &str, outcome: Outcome, ends_ms: Option<i64>) -> DocumentHead {
        let summary = Summary { title: Some(target.to_owned()), outcome, ends_ms, ..Summary::default() };
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

    fn check(newest_first: Vec<DocumentHead>, expected: &[&str]) {
        let held = still_held(newest_first, 1000);
        assert_eq!(held.iter().map(|document| document.id.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_was_released_is_held_no_more() {
        check(
            vec![
                record("5", "2 active quarantines", Outcome::Unknown),
                record("4", "chain a", Outcome::Fail),
                record("3", "chain b", Outcome::Pass),
                record("2", "chain b", Outcome::Fail),
                record("1", "chain a", Outcome::Fail),
            ],
            &["4"],
        );
    }

    #[test]
    fn what_is_over_by_itself_is_held_no_more() {
        check(
            vec![
                until("3", "chain a", Outcome::Fail, Some(1001)),
                until("2", "chain b", Outcome::Fail, Some(1000)),
                until("1", "chain b", Outcome::Fail, Some(9000)),
            ],
            &["3"],
        );
    }
}
