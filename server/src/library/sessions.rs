//! The sessions, folded from what documents say about chains: for the list of sessions, for the page of one, and for
//! what needs a person.
//!
//! Folding reads every mention in a session, so the result is kept until the session changes or all documents are
//! parsed again.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::api::{Attention, SessionHead, SessionsPage};
use app::quarantine::Targeted;
use app::track::{Chain, ChainHead, Mention, Session};

use crate::clock;
use crate::quarantine::MOST_LISTED;
use crate::store::{SharedStore, StoreError};

/// Sessions kept whole, and the most mentions that one of them may have.
const KEPT_WHOLE: usize = 8;
const MOST_MENTIONS: usize = 50_000;
/// Sessions that [`Sessions::attention`] folds before it returns; a background task folds the others.
const FOLDED_AT_ONCE: usize = 32;

pub(super) struct Sessions {
    store: SharedStore,
    cache: Mutex<Cache>,
    is_catching_up: AtomicBool,
}

/// A session with everything it was folded from. Going through a long chain step by step asks for it again and again,
/// and reading ten thousand mentions takes longer than showing them.
pub(super) struct WholeSession {
    head: SessionHead,
    pub mentions: Vec<Mention>,
    /// The state after all mentions.
    pub state: Session,
}

/// An entry is valid while the session's head is the same.
#[derive(Default)]
struct Cache {
    /// The store's count of derivations that the entries are from.
    derivation: u64,
    /// By the session's name.
    chains: HashMap<String, (SessionHead, Vec<ChainHead>)>,
    /// The one that was opened last is first.
    whole: VecDeque<Arc<WholeSession>>,
}

impl Sessions {
    pub fn new(store: SharedStore) -> Arc<Self> {
        Arc::new(Self { store, cache: Mutex::default(), is_catching_up: AtomicBool::new(false) })
    }

    /// Returns a page of the list, with the state of each session's chains.
    pub async fn page(&self, before: Option<u64>) -> Result<SessionsPage, StoreError> {
        let derivation = self.derivation().await?;
        let list = self.store.sessions(before).await?;
        let mut sessions = Vec::with_capacity(list.sessions.len());
        for head in list.sessions {
            let known = self.cache().chains_of(&head).map(<[_]>::to_vec);
            let chains = match known {
                Some(chains) => chains,
                None => chain_heads(&self.fold(head.clone(), derivation).await?.state),
            };
            sessions.push((head, chains));
        }
        let mut quarantined = self.store.quarantines(clock::now_ms(), MOST_LISTED).await?.active;
        quarantined.retain(|found| {
            sessions.iter().any(|(head, chains)| {
                let is_chain = |chain: &ChainHead| found.is_of_chain(&chain.id, chain.title.as_deref());
                found.is_of_session(&head.name) || chains.iter().any(is_chain)
            })
        });
        Ok(SessionsPage { sessions, next: list.next, quarantined })
    }

    /// Returns a session, or `None` where no document of that session mentions a chain.
    pub async fn open(&self, name: &str) -> Result<Option<Arc<WholeSession>>, StoreError> {
        let derivation = self.derivation().await?;
        let Some(head) = self.store.session(name.to_owned()).await? else { return Ok(None) };
        let known = self.cache().whole_of(&head);
        let session = match known {
            Some(session) => session,
            None => Arc::new(self.fold(head, derivation).await?),
        };
        if session.mentions.is_empty() {
            return Ok(None);
        }
        self.cache().keep_whole(&session, derivation);
        Ok(Some(session))
    }

    /// Returns the chains that wait for a person, over all sessions. After a start most sessions aren't folded yet:
    /// `unread` counts those that the answer leaves out.
    pub async fn attention(self: &Arc<Self>) -> Result<Attention, StoreError> {
        let derivation = self.derivation().await?;
        let sessions = self.store.sessions_with_chains().await?;
        let mut due = self.cache().due(&sessions);
        let later = due.split_off(due.len().min(FOLDED_AT_ONCE));
        for head in due {
            self.fold(head, derivation).await?;
        }
        if !later.is_empty() {
            self.catch_up(later, derivation);
        }
        Ok(self.cache().attention(&sessions))
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the store's count of derivations, after dropping what is cached from an earlier one.
    async fn derivation(&self) -> Result<u64, StoreError> {
        let derivation = self.store.derivation().await?;
        let mut cache = self.cache();
        if cache.derivation != derivation {
            *cache = Cache { derivation, ..Cache::default() };
        }
        Ok(derivation)
    }

    async fn fold(&self, head: SessionHead, derivation: u64) -> Result<WholeSession, StoreError> {
        let mentions = self.store.mentions(head.name.clone(), None).await?;
        let state = Session::of(&head.name, &mentions);
        let mut cache = self.cache();
        if cache.derivation == derivation {
            cache.chains.insert(head.name.clone(), (head.clone(), chain_heads(&state)));
        }
        Ok(WholeSession { head, mentions, state })
    }

    fn catch_up(self: &Arc<Self>, due: Vec<SessionHead>, derivation: u64) {
        if self.is_catching_up.swap(true, Ordering::AcqRel) {
            return;
        }
        let sessions = Arc::clone(self);
        tokio::spawn(async move {
            for head in due {
                if let Err(error) = sessions.fold(head, derivation).await {
                    tracing::warn!(%error, "could not read all sessions; will try again");
                    break;
                }
            }
            sessions.is_catching_up.store(false, Ordering::Release);
        });
    }
}

impl Cache {
    fn chains_of(&self, head: &SessionHead) -> Option<&[ChainHead]> {
        let (known, chains) = self.chains.get(&head.name)?;
        (known == head).then_some(chains)
    }

    fn whole_of(&self, head: &SessionHead) -> Option<Arc<WholeSession>> {
        self.whole.iter().find(|session| session.head == *head).cloned()
    }

    fn keep_whole(&mut self, session: &Arc<WholeSession>, derivation: u64) {
        self.whole.retain(|other| other.head.name != session.head.name);
        if self.derivation == derivation && session.mentions.len() <= MOST_MENTIONS {
            self.whole.push_front(Arc::clone(session));
            self.whole.truncate(KEPT_WHOLE);
        }
    }

    /// Returns the sessions that aren't cached in their present state. Drops those that are gone.
    fn due(&mut self, sessions: &[SessionHead]) -> Vec<SessionHead> {
        if self.chains.len() > sessions.len() {
            let names: HashSet<&str> = sessions.iter().map(|head| head.name.as_str()).collect();
            self.chains.retain(|name, _| names.contains(name.as_str()));
        }
        sessions.iter().filter(|head| self.chains_of(head).is_none()).cloned().collect()
    }

    /// A session that changed since it was folded counts in its former state.
    fn attention(&self, sessions: &[SessionHead]) -> Attention {
        let mut attention = Attention::default();
        for head in sessions {
            let Some((_, chains)) = self.chains.get(&head.name) else {
                attention.unread += 1;
                continue;
            };
            for chain in chains.iter().rev().filter(|chain| chain.waits_for_a_person()) {
                attention.waiting += 1;
                if attention.chains.len() < Attention::LISTED {
                    attention.chains.push((head.name.clone(), chain.clone()));
                }
            }
        }
        attention
    }
}

/// In the order in which the chains were first mentioned.
fn chain_heads(session: &Session) -> Vec<ChainHead> {
    session.chains.iter().map(Chain::head).collect()
}
