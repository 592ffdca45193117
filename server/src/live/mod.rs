//! The stream of events for viewers. One task follows the store's order and keeps the newest events in a ring, in
//! which each viewer has a position. A slow viewer holds up nobody, and learns when it missed something.

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

/// A message for viewers: serialized once, shared by all.
#[derive(Clone, Debug)]
pub struct Message {
    pub cursor: Cursor,
    pub json: Utf8Bytes,
}

/// The most events read from the store at once.
const PAGE: u32 = 256;
/// Other processes may write to the same store, and their commits wake nobody here.
const LOOK_EVERY: Duration = Duration::from_secs(1);

pub struct Live {
    store: SharedStore,
    ring: RwLock<Ring>,
    /// The newest cursor in the ring.
    newest: watch::Sender<Cursor>,
    /// See [`Store::is_cut_off`](crate::store::Store::is_cut_off).
    is_cut_off: watch::Sender<bool>,
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
            is_cut_off: watch::Sender::new(false),
            seats: Arc::new(Semaphore::new(limits.viewers)),
            limits,
            shutdown,
        });
        tokio::spawn(Arc::clone(&live).follow_store());
        tokio::spawn(Arc::clone(&live).watch_store());
        live
    }

    /// Returns the number of connected viewers.
    pub fn viewers(&self) -> usize {
        self.limits.viewers.saturating_sub(self.seats.available_permits())
    }

    async fn follow_store(self: Arc<Self>) {
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
                self.skip_to_head();
            } else {
                // Cut off, it may wait for long.
                let mut is_cut_off = self.is_cut_off.subscribe();
                tokio::select! {
                    () = self.catch_up() => {}
                    _ = is_cut_off.wait_for(|is_cut_off| *is_cut_off) => {}
                }
            }
        }
    }

    /// Says whether the store is cut off, until `shutdown`.
    async fn watch_store(self: Arc<Self>) {
        let mut look = tokio::time::interval(LOOK_EVERY / 4);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while self.shutdown.run_until_cancelled(look.tick()).await.is_some() {
            let now = self.store.is_cut_off();
            self.is_cut_off.send_if_modified(|before| std::mem::replace(before, now) != now);
        }
    }

    /// Skips events while nobody is connected. A viewer that asks for them later gets them from the store.
    fn skip_to_head(&self) {
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
                    // The store was replaced: viewers start over at its present end.
                    self.skip_to_head();
                    return;
                }
                Err(error) => {
                    tracing::warn!(%error, "could not read new events for viewers");
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
    /// Makes a message that is not part of the log.
    fn aside(cursor: Cursor, event: Event) -> Self {
        // An envelope consists of strings and numbers, which always serialize.
        let json = serde_json::to_string(&Envelope { cursor, event }).unwrap_or_default();
        Self { cursor, json: Utf8Bytes::from(json) }
    }
}

impl From<Frame> for Message {
    fn from(frame: Frame) -> Self {
        Self { cursor: frame.cursor, json: frame.json.into() }
    }
}
