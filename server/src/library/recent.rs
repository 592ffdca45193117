//! What was said in the sessions that were asked for last. Who looks through a long chain asks for the same session with
//! each step, and reading ten thousand statements again takes longer than showing them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::api::SessionHead;
use app::track::{Mention, Session};

use crate::store::{SharedStore, StoreError};

/// Sessions that are kept, and how much may have been said in one of them.
const KEPT: usize = 8;
const MOST_SAID: usize = 50_000;

pub(super) struct Recent {
    store: SharedStore,
    /// The one that was asked for last stands first.
    kept: Mutex<VecDeque<Arc<Said>>>,
}

pub(super) struct Said {
    /// What the session's head was, and the count of derivations.
    head: SessionHead,
    derivation: u64,
    pub mentions: Vec<Mention>,
    /// As it stands after all of them.
    pub now: Session,
}

impl Recent {
    pub fn new(store: SharedStore) -> Self {
        Self { store, kept: Mutex::default() }
    }

    /// None where nothing was ever said in a session of that name.
    pub async fn said(&self, name: &str) -> Result<Option<Arc<Said>>, StoreError> {
        let derivation = self.store.derivation().await?;
        let Some(head) = self.store.session(name.to_owned()).await? else { return Ok(None) };
        if let Some(said) = self.found(&head, derivation) {
            return Ok(Some(said));
        }
        let mentions = self.store.said(name.to_owned(), None).await?;
        if mentions.is_empty() {
            return Ok(None);
        }
        let now = Session::of(name, &mentions);
        let said = Arc::new(Said { head, derivation, mentions, now });
        if said.mentions.len() <= MOST_SAID {
            self.keep(Arc::clone(&said));
        }
        Ok(Some(said))
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<Said>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self, head: &SessionHead, derivation: u64) -> Option<Arc<Said>> {
        let mut kept = self.kept();
        let at = kept.iter().position(|said| said.head == *head && said.derivation == derivation)?;
        let said = kept.remove(at)?;
        kept.push_front(Arc::clone(&said));
        Some(said)
    }

    fn keep(&self, said: Arc<Said>) {
        let mut kept = self.kept();
        kept.retain(|other| other.head.name != said.head.name);
        kept.push_front(said);
        kept.truncate(KEPT);
    }
}
