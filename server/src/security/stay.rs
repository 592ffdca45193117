//! Connections that stay open, as of viewers: they end with the token or the login that they began with.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use app::access::Role;
use axum::http::{HeaderMap, header};
use tokio::sync::watch;
use tokio::time::timeout;

use super::Guard;
use super::caller::{By, identify};
use super::named::BELIEVED_FOR;

/// Whether whoever opened a connection may still read. Looked at before anything is sent: thousands of viewers that wait for
/// it would contend.
#[derive(Clone, Debug, Default)]
pub struct Stay(Arc<AtomicBool>);

impl Stay {
    pub fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Who has connections that are open. One task looks after all of one caller.
#[derive(Default)]
pub(super) struct Stays {
    open: Mutex<HashMap<By, Weak<AtomicBool>>>,
    changed: watch::Sender<()>,
}

impl Stays {
    /// Looks at once whether they may still read.
    pub fn look(&self) {
        self.changed.send_replace(());
    }

    fn open(&self) -> MutexGuard<'_, HashMap<By, Weak<AtomicBool>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guard {
    pub(super) fn stay(self: &Arc<Self>, by: &By, headers: &HeaderMap) -> Stay {
        let mut open = self.stays.open();
        let known = open.get(by).and_then(Weak::upgrade).map(Stay).filter(|stay| !stay.is_over());
        known.unwrap_or_else(|| {
            let stay = Stay::default();
            open.insert(by.clone(), Arc::downgrade(&stay.0));
            let named = [header::AUTHORIZATION, header::COOKIE].into_iter();
            let headers = named.filter_map(|name| Some((name.clone(), headers.get(name)?.clone()))).collect();
            let changed = self.stays.changed.subscribe();
            tokio::spawn(look_after(Arc::downgrade(self), changed, headers, Arc::downgrade(&stay.0)));
            stay
        })
    }

    /// A store that can't be read takes nothing away.
    async fn may_stay(&self, headers: &HeaderMap) -> bool {
        match identify(self, headers).await {
            Ok(Ok(caller)) => caller.role.allows(Role::Read),
            Ok(Err(_)) => !self.is_restricted().await.unwrap_or(false),
            Err(_) => true,
        }
    }
}

/// Ends a stay with its caller's right to read. Ends itself with the last of the connections.
async fn look_after(
    guard: Weak<Guard>,
    mut changed: watch::Receiver<()>,
    headers: HeaderMap,
    stay: Weak<AtomicBool>,
) {
    loop {
        // A change by another server is seen a little later.
        let _ = timeout(BELIEVED_FOR, changed.changed()).await;
        let Some(guard) = guard.upgrade() else { return };
        let Some(stay) = stay.upgrade() else {
            guard.stays.open().retain(|_, stay| stay.strong_count() > 0);
            return;
        };
        if !guard.may_stay(&headers).await {
            stay.store(true, Ordering::Relaxed);
            return;
        }
    }
}
