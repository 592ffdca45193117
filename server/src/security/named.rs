//! Tokens that the store knows.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use app::access::Token;

use crate::clock;
use crate::store::{AccessChange, Digest, SharedStore, StoreError};

/// How long a token is believed without asking the store: a token that another server revokes works for that long.
pub(super) const BELIEVED_FOR: Duration = Duration::from_secs(2);
/// The most secrets that are remembered, wrong ones included.
const MOST_REMEMBERED: usize = 10_000;
/// How exactly it is known when a token was used last.
const USED_EVERY_MS: i64 = 5 * 60 * 1000;

pub(super) struct NamedTokens {
    store: SharedStore,
    remembered: Mutex<HashMap<Digest, Remembered>>,
    /// Whether there are any. Once there are, there always will be.
    exist: Mutex<Option<(Instant, bool)>>,
}

struct Remembered {
    token: Option<Token>,
    read: Instant,
}

impl NamedTokens {
    pub fn of(store: SharedStore) -> Self {
        Self { store, remembered: Mutex::default(), exist: Mutex::default() }
    }

    /// Returns whether a token was ever created, from which on requests need one.
    pub async fn exist(&self) -> Result<bool, StoreError> {
        let known = *self.exist.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((read, exist)) = known
            && (exist || read.elapsed() < BELIEVED_FOR)
        {
            return Ok(exist);
        }
        let exist = match (self.store.has_tokens().await, known) {
            (Ok(exist), _) => exist,
            // While the store can't be read, nothing of it can be read or changed by others either.
            (Err(_), Some((_, exist))) => return Ok(exist),
            (Err(error), None) => return Err(error),
        };
        *self.exist.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), exist));
        Ok(exist)
    }

    /// Returns the token whose secret has that digest, which may have ended.
    pub async fn find(&self, digest: Digest) -> Result<Option<Token>, StoreError> {
        let known = self
            .remembered()
            .get(&digest)
            .filter(|known| known.read.elapsed() < BELIEVED_FOR)
            .map(|known| known.token.clone());
        let token = match known {
            Some(token) => token,
            None => self.read(digest).await?,
        };
        if let Some(token) = &token {
            self.note_use(digest, token);
        }
        Ok(token)
    }

    /// Forgets what it knows, so that a change by this server counts at once.
    pub fn forget(&self) {
        self.remembered().clear();
        *self.exist.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    async fn read(&self, digest: Digest) -> Result<Option<Token>, StoreError> {
        let token = self.store.token_of(digest).await?;
        let mut remembered = self.remembered();
        if remembered.len() >= MOST_REMEMBERED {
            remembered.clear();
        }
        remembered.insert(digest, Remembered { token: token.clone(), read: Instant::now() });
        Ok(token)
    }

    /// Records that a token was used, unless that is known well enough. Nobody waits for it.
    fn note_use(&self, digest: Digest, token: &Token) {
        let at_ms = clock::now_ms();
        if token.used_ms.is_some_and(|used_ms| at_ms - used_ms < USED_EVERY_MS) || !token.is_active(at_ms) {
            return;
        }
        if let Some(Remembered { token: Some(token), .. }) = self.remembered().get_mut(&digest) {
            token.used_ms = Some(at_ms);
        }
        let (store, id) = (self.store.clone(), token.id);
        tokio::spawn(async move {
            if let Err(error) = store.change_access(AccessChange::Used { id, at_ms }).await {
                tracing::debug!(%error, "could not record that a token was used");
            }
        });
    }

    fn remembered(&self) -> MutexGuard<'_, HashMap<Digest, Remembered>> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
