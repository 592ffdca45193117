//! Viewers, which follow the events from one server to the next.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::history::History;
use super::messages::{Messages, Transport};
use super::servers::Servers;
use crate::chance::Chance;
use crate::message::Message;

/// A server says something every 15 seconds; one that says nothing for longer is gone.
const SILENCE: Duration = Duration::from_secs(20);
/// A viewer that resumes may ask again for this many events that it has seen, and must see the same ones.
const AGAIN: u64 = 20;

/// What a viewer has seen.
#[derive(Default)]
pub struct Watched {
    position: Mutex<Position>,
    pub connections: AtomicU64,
    pub cuts: AtomicU64,
    pub reloads: AtomicU64,
    pub missed: AtomicU64,
    pub repeated: AtomicU64,
}

#[derive(Copy, Clone, Debug, Default)]
struct Position {
    epoch: u64,
    /// The place of the event before the next one.
    before: u64,
    /// Everything up to there was seen.
    newest: u64,
}

impl Watched {
    /// Begins at the beginning of an order.
    pub fn of(epoch: u64) -> Self {
        Self { position: Mutex::new(Position { epoch, ..Position::default() }), ..Self::default() }
    }

    pub fn newest(&self) -> u64 {
        self.position.lock().unwrap_or_else(PoisonError::into_inner).newest
    }

    /// Goes back by some events, and returns the cursor there.
    fn resume(&self, back: u64) -> String {
        let mut position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        position.before = position.newest.saturating_sub(back);
        format!("{}.{}", position.epoch, position.before)
    }

    fn hear(&self, message: &[u8], history: &History) {
        let Some(start) = Message::of(message) else { return };
        let Message { epoch, place, .. } = start;
        if start.is("Heartbeat") {
            return;
        }
        let mut position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        if start.is("Resync") {
            // The page is loaded again: it has everything up to there.
            self.reloads.fetch_add(1, Ordering::Relaxed);
            *position = Position { epoch, before: place, newest: place };
            return;
        }
        if epoch != position.epoch {
            self.missed.fetch_add(1, Ordering::Relaxed);
        } else if place > position.before + 1 {
            self.missed.fetch_add(place - position.before - 1, Ordering::Relaxed);
        } else if place <= position.before {
            self.repeated.fetch_add(1, Ordering::Relaxed);
        }
        position.before = place;
        position.newest = position.newest.max(place);
        drop(position);
        history.see(place, message);
    }
}

/// Watches from the beginning of the order until `stop`. With `cut_within`, each connection is cut within that time.
pub async fn watch(
    number: u64,
    servers: Arc<Servers>,
    (seen, history): (Arc<Watched>, Arc<History>),
    cut_within: Option<Duration>,
    stop: CancellationToken,
) {
    let mut chance = Chance(number);
    let transport = if number.is_multiple_of(2) { Transport::Events } else { Transport::WebSocket };
    // Not all at once.
    sleep(Duration::from_millis(number * 7)).await;
    while !stop.is_cancelled() {
        let since = seen.resume(chance.below(AGAIN + 1));
        let follow = follow(&servers, transport, &since, &seen, &history);
        match cut_within {
            None => drop(stop.run_until_cancelled(follow).await),
            Some(most) => {
                let most = Duration::from_micros(chance.below(most.as_micros() as u64));
                if timeout(most, follow).await.is_err() {
                    seen.cuts.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// Follows one server until it is gone.
async fn follow(
    servers: &Servers,
    transport: Transport,
    since: &str,
    seen: &Watched,
    history: &History,
) -> Result<()> {
    let mut messages = timeout(SILENCE, Messages::open(servers.any(), transport, since)).await??;
    seen.connections.fetch_add(1, Ordering::Relaxed);
    loop {
        seen.hear(&timeout(SILENCE, messages.next()).await??, history);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::Watched;
    use crate::chaos::history::History;

    #[test]
    fn a_viewer_notices_what_it_missed() {
        let check = |places: &[u64], missed: u64, repeated: u64| {
            let (seen, history) = (Watched::default(), History::default());
            for place in places {
                let message = format!(r#"{{"cursor":"0.{place}","event":{{"type":"DocumentEvent"}}}}"#);
                seen.hear(message.as_bytes(), &history);
            }
            assert_eq!(seen.missed.load(Ordering::Relaxed), missed, "{places:?}");
            assert_eq!(seen.repeated.load(Ordering::Relaxed), repeated, "{places:?}");
        };
        check(&[1, 2, 3], 0, 0);
        check(&[1, 4], 2, 0);
        check(&[1, 2, 2], 0, 1);
    }

    #[test]
    fn what_is_asked_for_again_is_no_repetition() {
        let (seen, history) = (Watched::of(7), History::default());
        for place in 1..=5 {
            seen.hear(format!(r#"{{"cursor":"7.{place}","event":{{}}}}"#).as_bytes(), &history);
        }
        assert_eq!(seen.resume(2), "7.3");
        for place in 4..=6 {
            seen.hear(format!(r#"{{"cursor":"7.{place}","event":{{}}}}"#).as_bytes(), &history);
        }
        assert_eq!((seen.newest(), seen.repeated.load(Ordering::Relaxed)), (6, 0));
    }
}
