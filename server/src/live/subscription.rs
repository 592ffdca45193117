use std::sync::{Arc, PoisonError};

use app::event::{Cursor, Event};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::{Live, Message, PAGE};
use crate::error::ApiError;
use crate::metrics;
use crate::store::{Replay, StoreError};

/// The most messages delivered at once.
const HANDFUL: usize = 64;
/// A viewer further behind reloads the page, which costs less than sending the backlog.
const FURTHEST_BEHIND: u64 = 5_000;

/// One viewer's position in the stream, over whichever transport.
pub struct Subscription {
    live: Arc<Live>,
    position: Cursor,
    newest: watch::Receiver<Cursor>,
    is_cut_off: watch::Receiver<bool>,
    heartbeat: Interval,
    /// Whether the viewer got a first heartbeat, which shows that it has caught up.
    knows_it_caught_up: bool,
    _seat: OwnedSemaphorePermit,
}

/// What to send to a viewer next.
pub enum Delivery {
    Messages(Vec<Message>),
    /// Nothing happened for a while. Tells the viewer that it missed nothing.
    Heartbeat(Message),
    /// The server shuts down, or doesn't hear of new events; the viewer reconnects by itself.
    Goodbye,
}

impl Subscription {
    /// Starts after `since`, or with the next event.
    pub fn begin(live: &Arc<Live>, since: Option<Cursor>) -> Result<Self, ApiError> {
        let is_cut_off = live.is_cut_off.subscribe();
        if *is_cut_off.borrow() {
            return Err(StoreError::Unreachable("this server hears of no events".to_owned()).into());
        }
        let seat = Arc::clone(&live.seats).try_acquire_owned().map_err(|_| ApiError::TooManyViewers)?;
        let newest = live.newest.subscribe();
        let position = since.unwrap_or(*newest.borrow());
        let every = live.limits.heartbeat;
        let mut heartbeat = interval_at(Instant::now() + every, every);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            live: Arc::clone(live),
            position,
            newest,
            is_cut_off,
            heartbeat,
            knows_it_caught_up: false,
            _seat: seat,
        })
    }

    /// Waits for the next delivery. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<Delivery, StoreError> {
        loop {
            let newest = *self.newest.borrow_and_update();
            let mut is_cut_off = self.is_cut_off.clone();
            let messages = tokio::select! {
                messages = self.after_position(newest) => messages?,
                _ = is_cut_off.wait_for(|is_cut_off| *is_cut_off) => return Ok(Delivery::Goodbye),
            };
            if let Some(last) = messages.last() {
                self.position = last.cursor;
                return Ok(Delivery::Messages(messages));
            }
            if !self.knows_it_caught_up {
                self.knows_it_caught_up = true;
                return Ok(Delivery::Heartbeat(self.heartbeat_message()));
            }
            tokio::select! {
                () = self.live.shutdown.cancelled() => return Ok(Delivery::Goodbye),
                changed = self.newest.changed() => if changed.is_err() { return Ok(Delivery::Goodbye) },
                _ = is_cut_off.wait_for(|is_cut_off| *is_cut_off) => return Ok(Delivery::Goodbye),
                _ = self.heartbeat.tick() => return Ok(Delivery::Heartbeat(self.heartbeat_message())),
            }
        }
    }

    /// Everything up to its cursor was sent.
    fn heartbeat_message(&self) -> Message {
        Message::aside(self.position, Event::Heartbeat)
    }

    async fn after_position(&self, newest: Cursor) -> Result<Vec<Message>, StoreError> {
        let is_far_behind = |head: Cursor| head.seq.saturating_sub(self.position.seq) > FURTHEST_BEHIND;
        let resync = |head| {
            metrics::resynced();
            Ok(vec![Message::aside(head, Event::Resync)])
        };
        if self.position.epoch != newest.epoch || is_far_behind(newest) {
            return resync(newest);
        }
        // A page that was loaded a moment ago may be ahead of the ring.
        let is_ahead = self.position.seq > newest.seq;
        if !is_ahead && let Some(messages) = self.kept() {
            return Ok(messages);
        }
        // The ring may not have caught up with the store yet.
        let stored = *self.live.store.head().borrow();
        if stored.epoch == newest.epoch && is_far_behind(stored) {
            return resync(stored);
        }
        match self.live.store.replay(self.position, PAGE).await? {
            Replay::Events(frames) => Ok(frames.into_iter().map(Message::from).collect()),
            Replay::Gone => resync(newest),
        }
    }

    fn kept(&self) -> Option<Vec<Message>> {
        let ring = self.live.ring.read().unwrap_or_else(PoisonError::into_inner);
        ring.after(self.position.seq, HANDFUL)
    }
}
