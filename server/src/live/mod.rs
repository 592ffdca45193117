//! The stream of events for viewers. One task follows the store's order and keeps the newest events in a ring, in
//! which each viewer has a position. A slow viewer holds up nobody, and learns when it missed something.

mod apart;
mod batch;
mod limits;
mod ring;
mod sse;
mod subscription;
mod websocket;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use app::event::Cursor;
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;
use tracing::debug_span;

use crate::store::{Replay, SharedStore};
use crate::telemetry::SPANS;
use ring::Ring;

pub use batch::{Batch, Message};
pub use limits::Limits;
pub use sse::events;
pub use subscription::{Delivery, Subscription};
pub use websocket::websocket;

/// The most events read from the store at once.
const PAGE: u32 = 256;
/// How long events are gathered for more viewers than these, and then sent together: a write costs more than its bytes.
const GATHERED: [(usize, Duration); 2] =
    [(5_000, Duration::from_millis(100)), (1_000, Duration::from_millis(50))];
/// Other processes may write to the same store, and their commits wake nobody here.
const LOOK_EVERY: Duration = Duration::from_secs(1);

pub struct Live {
    store: SharedStore,
    ring: RwLock<Ring>,
    tip: watch::Sender<Tip>,
    seats: Arc<Semaphore>,
    limits: Limits,
    shutdown: CancellationToken,
}

/// Where the stream is. One thing to wait for: with several, thousands of viewers would contend for each of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Tip {
    /// The newest cursor in the ring.
    newest: Cursor,
    flow: Flow,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Flow {
    Open,
    /// See [`Store::is_cut_off`](crate::store::Store::is_cut_off).
    CutOff,
    /// The server shuts down.
    Ended,
}

impl Live {
    /// Follows the store until `shutdown`.
    pub fn follow(store: SharedStore, limits: Limits, shutdown: CancellationToken) -> Arc<Self> {
        let newest = *store.head().borrow();
        let live = Arc::new(Self {
            store,
            ring: RwLock::new(Ring::new(newest.seq)),
            tip: watch::Sender::new(Tip { newest, flow: Flow::Open }),
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
            let viewers = self.viewers();
            if viewers == 0 {
                self.skip_to_head();
            } else {
                if let Some((_, gathered)) = GATHERED.iter().find(|(most, _)| viewers > *most) {
                    tokio::time::sleep(*gathered).await;
                }
                // Cut off, it may wait for long.
                let mut tip = self.tip.subscribe();
                tokio::select! {
                    () = self.catch_up() => {}
                    _ = tip.wait_for(|tip| tip.flow != Flow::Open) => {}
                }
            }
        }
    }

    /// Says whether the store is cut off, until `shutdown`, and then that.
    async fn watch_store(self: Arc<Self>) {
        let mut look = tokio::time::interval(LOOK_EVERY / 4);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while self.shutdown.run_until_cancelled(look.tick()).await.is_some() {
            self.set_flow(if self.store.is_cut_off() { Flow::CutOff } else { Flow::Open });
        }
        self.set_flow(Flow::Ended);
    }

    fn set_flow(&self, flow: Flow) {
        self.tip.send_if_modified(|tip| std::mem::replace(&mut tip.flow, flow) != flow);
    }

    fn set_newest(&self, newest: Cursor) {
        self.tip.send_modify(|tip| tip.newest = newest);
    }

    /// Skips events while nobody is connected. A viewer that asks for them later gets them from the store.
    fn skip_to_head(&self) {
        let head = *self.store.head().borrow();
        if self.tip.borrow().newest != head {
            *self.ring.write().unwrap_or_else(PoisonError::into_inner) = Ring::new(head.seq);
            self.set_newest(head);
        }
    }

    async fn catch_up(&self) {
        loop {
            let after = self.tip.borrow().newest;
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
            let _publish =
                debug_span!(target: SPANS, "publish", events = frames.len(), viewers = self.viewers())
                    .entered();
            let batch = frames.into_iter().map(Message::from).collect();
            self.ring.write().unwrap_or_else(PoisonError::into_inner).extend(batch);
            self.set_newest(newest);
        }
    }
}
