use std::sync::{Arc, PoisonError};

use app::event::{Cursor, Event};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::{Live, Message, PAGE};
use crate::error::ApiError;
use crate::store::{Replay, StoreError};

/// So many messages are handed out at once.
const HANDFUL: usize = 64;
/// A viewer further behind loads the page anew: that is less than the backlog.
const FURTHEST_BEHIND: u64 = 5_000;

/// One viewer's place in the stream, whatever carries it.
pub struct Subscription {
    live: Arc<Live>,
    place: Cursor,
    newest: watch::Receiver<Cursor>,
    heartbeat: Interval,
    /// Whether the viewer was told once that all before its place was sent.
    knows_it_caught_up: bool,
    _seat: OwnedSemaphorePermit,
}

/// What a viewer is to be told next.
pub enum Delivery {
    Messages(Vec<Message>),
    /// Nothing happened for a while: a sign of life, by which a viewer knows that it missed nothing.
    Heartbeat(Message),
    /// The server is going down; the viewer comes back by itself.
    Goodbye,
}

impl Subscription {
    /// Begins after `since`, or with what happens from now on.
    pub fn begin(live: &Arc<Live>, since: Option<Cursor>) -> Result<Self, ApiError> {
        let seat = Arc::clone(&live.seats).try_acquire_owned().map_err(|_| ApiError::TooManyViewers)?;
        let newest = live.newest.subscribe();
        let place = since.unwrap_or(*newest.borrow());
        let every = live.limits.heartbeat;
        let mut heartbeat = interval_at(Instant::now() + every, every);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self { live: Arc::clone(live), place, newest, heartbeat, knows_it_caught_up: false, _seat: seat })
    }

    /// Waits until there is something to tell. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<Delivery, StoreError> {
        loop {
            let newest = *self.newest.borrow_and_update();
            let messages = self.after_place(newest).await?;
            if let Some(last) = messages.last() {
                self.place = last.cursor;
                return Ok(Delivery::Messages(messages));
            }
            if !self.knows_it_caught_up {
                self.knows_it_caught_up = true;
                return Ok(Delivery::Heartbeat(self.sign_of_life()));
            }
            tokio::select! {
                () = self.live.shutdown.cancelled() => return Ok(Delivery::Goodbye),
                changed = self.newest.changed() => if changed.is_err() { return Ok(Delivery::Goodbye) },
                _ = self.heartbeat.tick() => return Ok(Delivery::Heartbeat(self.sign_of_life())),
            }
        }
    }

    /// All before its cursor was sent.
    fn sign_of_life(&self) -> Message {
        Message::aside(self.place, Event::Heartbeat)
    }

    async fn after_place(&self, newest: Cursor) -> Result<Vec<Message>, StoreError> {
        let is_far_behind = |head: Cursor| head.seq.saturating_sub(self.place.seq) > FURTHEST_BEHIND;
        let resync = |head| Ok(vec![Message::aside(head, Event::Resync)]);
        if self.place.epoch != newest.epoch || is_far_behind(newest) {
            return resync(newest);
        }
        // A page that was read a moment ago may know more than the ring, so the ring can't judge it.
        let is_ahead = self.place.seq > newest.seq;
        if !is_ahead && let Some(messages) = self.kept() {
            return Ok(messages);
        }
        // The ring may still be filling up to what the store holds.
        let stored = *self.live.store.head().borrow();
        if stored.epoch == newest.epoch && is_far_behind(stored) {
            return resync(stored);
        }
        match self.live.store.replay(self.place, PAGE).await? {
            Replay::Events(frames) => Ok(frames.into_iter().map(Message::from).collect()),
            Replay::Gone => resync(newest),
        }
    }

    fn kept(&self) -> Option<Vec<Message>> {
        let ring = self.live.ring.read().unwrap_or_else(PoisonError::into_inner);
        ring.after(self.place.seq, HANDFUL)
    }
}
