//! The sessions, folded from what documents say about chains: for the list of sessions and for the page of one.
//!
//! Folding reads every mention in a session, so the result is kept until the session changes or all documents are
//! parsed again.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::api::{SessionHead, SessionsPage, SessionsQuery};
use app::moves::StepNumber;
use app::quarantine::Targeted;
use app::track::{Chain, ChainHead, Mention, Session};

use crate::clock;
use crate::quarantine::MOST_LISTED;
use crate::store::{SharedStore, StoreError};

/// Sessions kept whole, and the most mentions that one of them may have.
const KEPT_WHOLE: usize = 8;
const MOST_MENTIONS: usize = 50_000;
/// Sessions whose chains are compared with a chain, the newest of the server, and the most documents that one may have.
const COMPARED: usize = 50;
const MOST_COMPARED_DOCUMENTS: u64 = 500;
/// Sessions of which the heads of chains are kept.
const KEPT_HEADS: usize = 2_000;

pub struct Sessions {
    store: SharedStore,
    cache: Mutex<Cache>,
}

/// A session with everything it was folded from. Going through a long chain step by step asks for it again and again,
/// and reading ten thousand mentions takes longer than showing them.
pub struct WholeSession {
    head: SessionHead,
    pub mentions: Vec<Mention>,
    /// The state after all mentions.
    pub state: Session,
}

/// What is kept of a chain.
#[derive(Clone)]
struct Run {
    head: ChainHead,
    /// The actions of its steps: chains with the same ones are runs of one flow.
    flow: Vec<Option<String>>,
    /// How long its steps took, of those whose times were announced.
    took: BTreeMap<StepNumber, i64>,
}

impl Run {
    fn of(chain: &Chain) -> Self {
        let took = chain.steps.iter().filter(|step| !step.is_untimed && !step.is_end_unannounced);
        Self {
            head: chain.head(),
            flow: flow(chain),
            took: took.filter_map(|step| Some((step.number, step.ended_ms? - step.started_ms?))).collect(),
        }
    }
}

fn flow(chain: &Chain) -> Vec<Option<String>> {
    chain.steps.iter().map(|step| step.action.clone()).collect()
}

/// An entry is valid while the session's head is the same.
#[derive(Default)]
struct Cache {
    /// The store's count of derivations that the entries are from.
    derivation: u64,
    /// By the session's name.
    chains: HashMap<String, (SessionHead, Vec<Run>)>,
    /// The one that was opened last is first.
    whole: VecDeque<Arc<WholeSession>>,
}

impl Sessions {
    pub fn new(store: SharedStore) -> Arc<Self> {
        Arc::new(Self { store, cache: Mutex::default() })
    }

    /// Returns a page of the list, with the state of each session's chains.
    pub async fn page(&self, query: SessionsQuery) -> Result<SessionsPage, StoreError> {
        let derivation = self.derivation().await?;
        let list = self.store.sessions(query).await?;
        let mut sessions = Vec::with_capacity(list.sessions.len());
        for head in list.sessions {
            let runs = self.runs_of(&head, derivation).await?;
            let chains: Vec<ChainHead> = runs.into_iter().map(|run| run.head).collect();
            sessions.push((head, chains));
        }
        let mut quarantined = self.store.quarantines(clock::now_ms(), MOST_LISTED).await?.active;
        quarantined.retain(|found| {
            sessions.iter().any(|(head, chains)| {
                let is_chain = |chain: &ChainHead| found.is_of_chain(&chain.id, chain.title.as_deref());
                found.is_of_session(&head.name) || chains.iter().any(is_chain)
            })
        });
        Ok(SessionsPage { sessions, counts: list.counts, next: list.next, quarantined })
    }

    /// Returns a chain, with the name of its session; `None` if there is no chain of that id.
    pub async fn chain(&self, id: &str) -> Result<Option<(String, ChainHead)>, StoreError> {
        let derivation = self.derivation().await?;
        let Some(name) = session_of(&self.store, id).await? else { return Ok(None) };
        let Some(head) = self.store.session(name.clone()).await? else { return Ok(None) };
        let mut runs = self.runs_of(&head, derivation).await?.into_iter();
        Ok(runs.find(|run| run.head.id == id).map(|run| (name, run.head)))
    }

    /// Returns how long each step of a chain usually takes: the median of the other runs of the same flow.
    pub async fn usual(&self, chain: &Chain) -> Result<BTreeMap<StepNumber, i64>, StoreError> {
        let derivation = self.derivation().await?;
        let flow = flow(chain);
        let mut times: BTreeMap<StepNumber, Vec<i64>> = BTreeMap::new();
        if flow.iter().all(Option::is_none) {
            return Ok(BTreeMap::new());
        }
        let newest = self.store.sessions(SessionsQuery::default()).await?.sessions;
        for head in newest.into_iter().filter(|head| head.documents <= MOST_COMPARED_DOCUMENTS).take(COMPARED)
        {
            let runs = self.runs_of(&head, derivation).await?;
            for run in runs.into_iter().filter(|run| run.flow == flow && run.head.id != chain.id) {
                for (step, took) in run.took {
                    times.entry(step).or_default().push(took);
                }
            }
        }
        let median = |(step, mut times): (StepNumber, Vec<i64>)| {
            times.sort_unstable();
            Some((step, *times.get(times.len() / 2)?))
        };
        Ok(times.into_iter().filter_map(median).collect())
    }

    async fn runs_of(&self, head: &SessionHead, derivation: u64) -> Result<Vec<Run>, StoreError> {
        let known = self.cache().runs_of(head).map(<[_]>::to_vec);
        Ok(match known {
            Some(runs) => runs,
            None => runs(&self.fold(head.clone(), derivation).await?.state),
        })
    }

    /// Returns a session of up to so many documents.
    pub async fn open_short(&self, name: &str, most: u64) -> Result<Option<Arc<WholeSession>>, StoreError> {
        let head = self.store.session(name.to_owned()).await?;
        let is_short = head.is_some_and(|head| head.documents <= most);
        if is_short { self.open(name).await } else { Ok(None) }
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
            if cache.chains.len() >= KEPT_HEADS {
                cache.chains.clear();
            }
            cache.chains.insert(head.name.clone(), (head.clone(), runs(&state)));
        }
        Ok(WholeSession { head, mentions, state })
    }
}

impl Cache {
    fn runs_of(&self, head: &SessionHead) -> Option<&[Run]> {
        let (known, runs) = self.chains.get(&head.name)?;
        (known == head).then_some(runs)
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
}

/// Returns the name of the session that a chain of that id would be in.
pub(super) async fn session_of(store: &SharedStore, id: &str) -> Result<Option<String>, StoreError> {
    // A chain is named after the place of its first mention.
    match id.split('-').next().and_then(|seq| seq.parse().ok()) {
        Some(first) => store.session_at(first).await,
        None => Ok(None),
    }
}

/// In the order in which the chains were first mentioned.
fn runs(session: &Session) -> Vec<Run> {
    session.chains.iter().map(Run::of).collect()
}
