use std::collections::VecDeque;
use std::sync::Arc;

use super::batch::{Batch, Message};

const MOST_MESSAGES: usize = 4096;
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// The newest messages, bounded in number and in bytes.
pub(super) struct Ring {
    messages: VecDeque<Message>,
    bytes: usize,
    /// The position just before the first message.
    before: u64,
    /// What was added last, which most viewers ask for.
    newest: Arc<Batch>,
    /// The position just before that.
    before_newest: u64,
}

impl Ring {
    pub fn new(before: u64) -> Self {
        Self { messages: VecDeque::new(), bytes: 0, before, newest: Arc::default(), before_newest: before }
    }

    pub fn extend(&mut self, batch: Batch) {
        self.before_newest = self.messages.back().map_or(self.before, |last| last.cursor.seq);
        for message in &batch.messages {
            self.bytes += message.json.len();
            self.messages.push_back(message.clone());
        }
        self.newest = Arc::new(batch);
        while self.messages.len() > MOST_MESSAGES || self.bytes > MOST_BYTES {
            let Some(oldest) = self.messages.pop_front() else { return };
            self.bytes -= oldest.json.len();
            self.before = oldest.cursor.seq;
        }
    }

    /// Returns what was added last, or else up to `limit` messages after a position. There are none where the ring doesn't reach
    /// back that far.
    pub fn after(&self, seq: u64, limit: usize) -> Option<Arc<Batch>> {
        if seq == self.before_newest {
            return Some(Arc::clone(&self.newest));
        }
        if seq < self.before {
            return None;
        }
        let start = self.messages.partition_point(|message| message.cursor.seq <= seq);
        Some(Arc::new(self.messages.range(start..).take(limit).cloned().collect()))
    }
}

#[cfg(test)]
mod tests {
    use app::event::Cursor;

    use super::*;

    fn message(seq: u64, length: usize) -> Message {
        Message { cursor: Cursor { epoch: 1, seq }, json: "x".repeat(length).into() }
    }

    fn positions(ring: &Ring, seq: u64, limit: usize) -> Option<Vec<u64>> {
        let batch = ring.after(seq, limit)?;
        Some(batch.messages.iter().map(|message| message.cursor.seq).collect())
    }

    #[test]
    fn a_position_within_the_ring_is_resumed() {
        let mut ring = Ring::new(10);
        assert_eq!(positions(&ring, 10, 9), Some(vec![]));
        ring.extend((11..=12).map(|seq| message(seq, 1)).collect());
        ring.extend((13..=14).map(|seq| message(seq, 1)).collect());
        assert_eq!(positions(&ring, 10, 9), Some(vec![11, 12, 13, 14]));
        assert_eq!(positions(&ring, 11, 1), Some(vec![12]));
        assert_eq!(positions(&ring, 14, 9), Some(vec![]));
        assert_eq!(positions(&ring, 9, 9), None);
    }

    #[test]
    fn what_was_added_last_is_shared() {
        let mut ring = Ring::new(10);
        ring.extend((11..=12).map(|seq| message(seq, 1)).collect());
        ring.extend((13..=14).map(|seq| message(seq, 2)).collect());
        let (one, other) = (ring.after(12, 1).unwrap(), ring.after(12, 9).unwrap());
        assert!(Arc::ptr_eq(&one, &other));
        assert_eq!(one.frames(), b"\x81\x02xx\x81\x02xx");
    }

    #[test]
    fn it_is_bounded_in_number_and_in_bytes() {
        let mut ring = Ring::new(0);
        ring.extend((1..=5000).map(|seq| message(seq, 1)).collect());
        assert_eq!(positions(&ring, 5000 - 4096 - 1, 1), None);
        assert_eq!(positions(&ring, 5000 - 4096, 1), Some(vec![905]));
        ring.extend((5001..=5004).map(|seq| message(seq, MOST_BYTES / 2)).collect());
        assert_eq!(positions(&ring, 5002, 9), Some(vec![5003, 5004]));
        assert_eq!(positions(&ring, 5001, 9), None);
    }
}
