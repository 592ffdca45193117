//! What viewers are told, as it happens. One task follows the store's order and keeps the newest frames in a
//! ring; each viewer only holds its place in it. Nobody waits for a slow viewer, and none is silently behind.

mod limits;
mod ring;
mod sse;
mod subscription;
mod websocket;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use app::event::{Cursor, Envelope, Event};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;

use crate::store::{Frame, Replay, SharedStore};
use ring::Ring;

pub use limits::Limits;
pub use sse::events;
pub use subscription::{Delivery, Subscription};
pub use websocket::websocket;

/// A message as every viewer gets it: made once, shared by all.
#[derive(Clone, Debug)]
pub struct Message {
    pub cursor: Cursor,
    pub json: Utf8Bytes,
}

/// How many events are read from the store at once.
const PAGE: u32 = 256;
/// Other processes may write to the same store; their commits wake nobody here.
const LOOK_EVERY: Duration = Duration::from_secs(1);

pub struct Live {
    store: SharedStore,
    ring: RwLock<Ring>,
    /// The newest cursor in the ring.
    newest: watch::Sender<Cursor>,
    seats: Arc<Semaphore>,
    limits: Limits,
    shutdown: CancellationToken,
}

impl Live {
    /// Follows the store until `shutdown`.
    pub fn follow(store: SharedStore, limits: Limits, shutdown: CancellationToken) -> Arc<Self> {
        let head = *store.head().borrow();
        let live = Arc::new(Self {
            store,
            ring: RwLock::new(Ring::new(head.seq)),
            newest: watch::channel(head).0,
            seats: Arc::new(Semaphore::new(limits.viewers)),
            limits,
            shutdown,
        });
        tokio::spawn(Arc::clone(&live).tail());
        live
    }

    /// How many are told at this moment.
    pub fn viewers(&self) -> usize {
        self.limits.viewers.saturating_sub(self.seats.available_permits())
    }

    async fn tail(self: Arc<Self>) {
        let mut head = self.store.head();
        let mut look = tokio::time::interval(LOOK_EVERY);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.shutdown.cancelled() => return,
                changed = head.changed() => if changed.is_err() { return },
                _ = look.tick() => {}
            }
            if self.viewers() == 0 {
                self.pass_by();
            } else {
                self.catch_up().await;
            }
        }
    }

    /// Nobody is told what happened meanwhile; who comes and asks for it is answered from the store.
    fn pass_by(&self) {
        let head = *self.store.head().borrow();
        if *self.newest.borrow() != head {
            *self.ring.write().unwrap_or_else(PoisonError::into_inner) = Ring::new(head.seq);
            self.newest.send_replace(head);
        }
    }

    async fn catch_up(&self) {
        loop {
            let after = *self.newest.borrow();
            let frames = match self.store.replay(after, PAGE).await {
                Ok(Replay::Events(frames)) => frames,
                Ok(Replay::Gone) => {
                    // The store was replaced under us: viewers begin anew at its present end.
                    self.pass_by();
                    return;
                }
                Err(error) => {
                    tracing::warn!(%error, "viewers wait: new events can't be read");
                    return;
                }
            };
            let Some(last) = frames.last() else { return };
            let newest = last.cursor;
            let messages = frames.into_iter().map(Message::from);
            self.ring.write().unwrap_or_else(PoisonError::into_inner).extend(messages);
            self.newest.send_replace(newest);
        }
    }
}

impl Message {
    /// A message that is not part of the log.
    fn aside(cursor: Cursor, event: Event) -> Self {
        // An envelope holds strings and numbers: nothing that JSON cannot say.
        let json = serde_json::to_string(&Envelope { cursor, event }).unwrap_or_default();
        Self { cursor, json: Utf8Bytes::from(json) }
    }
}

impl From<Frame> for Message {
    fn from(frame: Frame) -> Self {
        Self { cursor: frame.cursor, json: frame.json.into() }
    }
}
