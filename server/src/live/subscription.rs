use std::sync::{Arc, PoisonError};

use app::event::{Cursor, Event};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::{Batch, Flow, Live, Message, PAGE, Tip};
use crate::error::ApiError;
use crate::metrics;
use crate::security::Stay;
use crate::store::{Replay, StoreError};

/// The most messages delivered at once to a viewer that is behind.
const HANDFUL: usize = 64;
/// A viewer further behind reloads the page, which costs less than sending the backlog.
const FURTHEST_BEHIND: u64 = 5_000;

/// One viewer's position in the stream, over whichever transport.
pub struct Subscription {
    live: Arc<Live>,
    position: Cursor,
    tip: watch::Receiver<Tip>,
    heartbeat: Interval,
    /// Whether the viewer got a first heartbeat, which shows that it has caught up.
    knows_it_caught_up: bool,
    stay: Stay,
    _seat: OwnedSemaphorePermit,
}

/// What to send to a viewer next.
pub enum Delivery {
    Messages(Arc<Batch>),
    /// Nothing happened for a while. Tells the viewer that it missed nothing.
    Heartbeat(Message),
    /// The server shuts down or doesn't hear of new events, or the viewer's access is over; it reconnects by itself.
    Goodbye,
}

impl Subscription {
    /// Starts after `since`, or with the next event.
    pub fn begin(live: &Arc<Live>, since: Option<Cursor>) -> Result<Self, ApiError> {
        let tip = live.tip.subscribe();
        let Tip { newest, flow } = *tip.borrow();
        if flow == Flow::CutOff {
            return Err(StoreError::Unreachable("this server hears of no events".to_owned()).into());
        }
        let seat = Arc::clone(&live.seats).try_acquire_owned().map_err(|_| ApiError::TooManyViewers)?;
        let position = since.unwrap_or(newest);
        let every = live.limits.heartbeat;
        let mut heartbeat = interval_at(Instant::now() + every, every);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let live = Arc::clone(live);
        let stay = Stay::default();
        Ok(Self { live, position, tip, heartbeat, knows_it_caught_up: false, stay, _seat: seat })
    }

    /// Ends with the access of whoever opened the connection.
    pub fn during(self, stay: Stay) -> Self {
        Self { stay, ..self }
    }

    /// Waits for the next delivery. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<Delivery, StoreError> {
        loop {
            let Tip { newest, flow } = *self.tip.borrow_and_update();
            if flow != Flow::Open || self.stay.is_over() {
                return Ok(Delivery::Goodbye);
            }
            let batch = if self.position == newest {
                None
            } else if let Some(batch) = self.kept(newest) {
                Some(batch)
            } else {
                tokio::select! {
                    batch = from_store(&self.live, self.position, newest) => Some(batch?),
                    _ = self.tip.wait_for(|tip| tip.flow != Flow::Open) => return Ok(Delivery::Goodbye),
                }
            };
            if let Some(batch) = batch
                && let Some(last) = batch.messages.last()
            {
                self.position = last.cursor;
                return Ok(Delivery::Messages(batch));
            }
            if !self.knows_it_caught_up {
                self.knows_it_caught_up = true;
                return Ok(Delivery::Heartbeat(self.heartbeat_message()));
            }
            tokio::select! {
                changed = self.tip.changed() => if changed.is_err() { return Ok(Delivery::Goodbye) },
                _ = self.heartbeat.tick() => {
                    if !self.stay.is_over() {
                        return Ok(Delivery::Heartbeat(self.heartbeat_message()));
                    }
                }
            }
        }
    }

    /// Everything up to its cursor was sent.
    fn heartbeat_message(&self) -> Message {
        Message::aside(self.position, Event::Heartbeat)
    }

    /// Returns what the ring has after the position.
    fn kept(&self, newest: Cursor) -> Option<Arc<Batch>> {
        // A page that was loaded a moment ago may be ahead of the ring.
        let is_ahead = self.position.seq > newest.seq;
        if self.position.epoch != newest.epoch || is_far_behind(self.position, newest) || is_ahead {
            return None;
        }
        let ring = self.live.ring.read().unwrap_or_else(PoisonError::into_inner);
        ring.after(self.position.seq, HANDFUL)
    }
}

fn is_far_behind(position: Cursor, head: Cursor) -> bool {
    head.seq.saturating_sub(position.seq) > FURTHEST_BEHIND
}

/// Returns what is in the store after a position, or that the viewer has to load the page again.
async fn from_store(live: &Live, position: Cursor, newest: Cursor) -> Result<Arc<Batch>, StoreError> {
    let resync = |head| {
        metrics::resynced();
        Ok(Arc::new(Batch::from_iter([Message::aside(head, Event::Resync)])))
    };
    if position.epoch != newest.epoch || is_far_behind(position, newest) {
        return resync(newest);
    }
    // The ring may not have caught up with the store yet.
    let stored = *live.store.head().borrow();
    if stored.epoch == newest.epoch && is_far_behind(position, stored) {
        return resync(stored);
    }
    match live.store.replay(position, PAGE).await? {
        Replay::Events(frames) => Ok(Arc::new(frames.into_iter().map(Message::from).collect())),
        Replay::Gone => resync(newest),
    }
}
