use std::collections::VecDeque;

use super::Message;

const MOST_MESSAGES: usize = 4096;
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// The newest messages, bounded in number and in bytes.
pub(super) struct Ring {
    messages: VecDeque<Message>,
    bytes: usize,
    /// The position just before the first message.
    before: u64,
}

impl Ring {
    pub fn new(before: u64) -> Self {
        Self { messages: VecDeque::new(), bytes: 0, before }
    }

    pub fn extend(&mut self, messages: impl Iterator<Item = Message>) {
        for message in messages {
            self.bytes += message.json.len();
            self.messages.push_back(message);
        }
        while self.messages.len() > MOST_MESSAGES || self.bytes > MOST_BYTES {
            let Some(oldest) = self.messages.pop_front() else { return };
            self.bytes -= oldest.json.len();
            self.before = oldest.cursor.seq;
        }
    }

    /// Returns up to `limit` messages after a position, or `None` where the ring doesn't reach back that far.
    pub fn after(&self, seq: u64, limit: usize) -> Option<Vec<Message>> {
        if seq < self.before {
            return None;
        }
        let start = self.messages.partition_point(|message| message.cursor.seq <= seq);
        Some(self.messages.range(start..).take(limit).cloned().collect())
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
        let messages = ring.after(seq, limit)?;
        Some(messages.iter().map(|message| message.cursor.seq).collect())
    }

    #[test]
    fn a_position_within_the_ring_is_resumed() {
        let mut ring = Ring::new(10);
        ring.extend((11..=14).map(|seq| message(seq, 1)));
        assert_eq!(positions(&ring, 10, 9), Some(vec![11, 12, 13, 14]));
        assert_eq!(positions(&ring, 12, 1), Some(vec![13]));
        assert_eq!(positions(&ring, 14, 9), Some(vec![]));
        assert_eq!(positions(&ring, 9, 9), None);
    }

    #[test]
    fn it_is_bounded_in_number_and_in_bytes() {
        let mut ring = Ring::new(0);
        ring.extend((1..=5000).map(|seq| message(seq, 1)));
        assert_eq!(positions(&ring, 5000 - 4096 - 1, 1), None);
        assert_eq!(positions(&ring, 5000 - 4096, 1), Some(vec![905]));
        ring.extend((5001..=5004).map(|seq| message(seq, MOST_BYTES / 2)));
        assert_eq!(positions(&ring, 5002, 9), Some(vec![5003, 5004]));
        assert_eq!(positions(&ring, 5001, 9), None);
    }
}
