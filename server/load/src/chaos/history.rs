//! What clients saw of one store, all in one place: there is one order, whoever looks and whenever.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use memchr::memmem;

use super::writer::Written;

/// What clients saw, and in how many cases it can't be.
#[derive(Default)]
pub struct History {
    order: Mutex<Order>,
    hasher: RandomState,
    /// Another event at a place, a document at two places, or an earlier text at a later place.
    pub reordered: AtomicU64,
    /// Events whose document could not be read.
    pub early: AtomicU64,
    /// Reads that lacked what was acknowledged before they began.
    pub stale: AtomicU64,
}

#[derive(Default)]
struct Order {
    /// The digest of the event at each place.
    events: HashMap<u64, u64>,
    places: HashMap<String, u64>,
    /// The document that was seen last for the first time.
    latest: Option<String>,
}

impl History {
    /// Adds an event that a viewer saw.
    pub fn see(&self, place: u64, event: &[u8]) {
        let digest = self.hasher.hash_one(event);
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(other) = order.events.insert(place, digest) {
            if other != digest {
                self.reordered.fetch_add(1, Ordering::Relaxed);
            }
            return;
        }
        let Some(id) = document(event) else { return };
        if order.places.insert(id.to_owned(), place).is_some() {
            self.reordered.fetch_add(1, Ordering::Relaxed);
        }
        order.latest = Some(id.to_owned());
    }

    pub fn latest(&self) -> Option<String> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner).latest.clone()
    }

    /// Compares the order with what was acknowledged. Returns how many of these nobody saw.
    pub fn unseen(&self, acknowledged: &[Written]) -> u64 {
        let order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let mut unseen = 0;
        let mut newest = HashMap::new();
        for written in acknowledged {
            let Some(place) = order.places.get(&written.id) else {
                unseen += 1;
                continue;
            };
            // A writer sends a text once the one before is acknowledged.
            if newest.insert(written.writer, *place).is_some_and(|before| before > *place) {
                self.reordered.fetch_add(1, Ordering::Relaxed);
            }
        }
        unseen
    }
}

/// Returns the id of the document that an event is about.
fn document(event: &[u8]) -> Option<&str> {
    let start = br#""document":{"id":""#;
    let rest = event.get(memmem::find(event, start)? + start.len()..)?;
    str::from_utf8(rest.get(..memchr::memchr(b'"', rest)?)?).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::History;
    use crate::chaos::writer::Written;

    fn event(id: &str) -> Vec<u8> {
        format!(r#"{{"event":{{"type":"DocumentEvent","document":{{"id":"{id}"}}}}}}"#).into_bytes()
    }

    #[test]
    fn an_order_is_the_same_for_all() {
        let check = |seen: &[(u64, &str)], expected: u64| {
            let history = History::default();
            for (place, id) in seen {
                history.see(*place, &event(id));
            }
            assert_eq!(history.reordered.load(Ordering::Relaxed), expected, "{seen:?}");
        };
        check(&[(1, "a"), (2, "b"), (1, "a")], 0);
        check(&[(1, "a"), (1, "b")], 1);
        check(&[(1, "a"), (2, "a")], 1);
    }

    #[test]
    fn what_was_acknowledged_is_in_the_order_in_which_it_was_written() {
        let check = |acknowledged: &[&str], unseen: u64, reordered: u64| {
            let history = History::default();
            history.see(1, &event("a"));
            history.see(2, &event("b"));
            let written: Vec<Written> = acknowledged
                .iter()
                .zip(0..)
                .map(|(id, number)| Written { writer: 0, number, id: (*id).to_owned() })
                .collect();
            assert_eq!(history.unseen(&written), unseen);
            assert_eq!(history.reordered.load(Ordering::Relaxed), reordered);
        };
        check(&["a", "b"], 0, 0);
        check(&["b", "a"], 0, 1);
        check(&["a", "c"], 1, 0);
    }
}
