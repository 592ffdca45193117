use std::collections::VecDeque;

use crate::event::{Applied, Cursor, Envelope, Event, Feed};

/// The messages kept for feeds that are loaded later.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code, reason = "messages arrive in browsers and in tests"))]
const KEPT: usize = 512;

/// The last messages of the stream, which are complete after `covers_after`.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code, reason = "messages arrive in browsers and in tests"))]
#[derive(Debug)]
pub(super) struct Ring {
    covers_after: Option<Cursor>,
    messages: VecDeque<Envelope>,
    kept: usize,
}

impl Default for Ring {
    fn default() -> Self {
        Self::keeping(KEPT)
    }
}

#[cfg_attr(not(feature = "hydrate"), allow(dead_code, reason = "messages arrive in browsers and in tests"))]
impl Ring {
    pub(super) const fn keeping(kept: usize) -> Self {
        Self { covers_after: None, messages: VecDeque::new(), kept }
    }

    /// Sets where the stream starts, before the first connection.
    pub(super) fn begin_at(&mut self, cursor: Cursor) {
        self.covers_after = self.covers_after.or(Some(cursor));
    }

    /// Returns where a connection resumes.
    pub(super) fn cursor(&self) -> Option<Cursor> {
        self.messages.back().map(|last| last.cursor).or(self.covers_after)
    }

    /// Adds a message. Returns whether it changes anything that a page shows.
    pub(super) fn push(&mut self, envelope: Envelope) -> bool {
        match envelope.event {
            Event::Heartbeat => {
                self.begin_at(envelope.cursor);
                false
            }
            Event::Resync => {
                self.restart_at(envelope.cursor);
                true
            }
            Event::DocumentEvent { .. }
            | Event::DocumentsRemoved { .. }
            | Event::DocumentPinned { .. }
            | Event::ChoiceMade
            | Event::SessionEvent { .. }
            | Event::DocumentsReread
            | Event::QuarantineEvent(_) => self.take(envelope),
        }
    }

    /// Drops all messages, since they don't continue to what comes next.
    fn restart_at(&mut self, cursor: Cursor) {
        self.messages.clear();
        self.covers_after = Some(cursor);
    }

    /// Adds a message of the log. Returns whether it is new.
    fn take(&mut self, envelope: Envelope) -> bool {
        let Cursor { epoch, seq } = envelope.cursor;
        let before = Cursor { epoch, seq: seq.saturating_sub(1) };
        match self.cursor() {
            None => self.begin_at(before),
            Some(newest) if newest == before => {}
            Some(newest) if newest.epoch == epoch && newest.seq >= seq => return false,
            Some(_) => self.restart_at(before),
        }
        self.messages.push_back(envelope);
        if self.messages.len() > self.kept {
            self.covers_after = self.messages.pop_front().map(|oldest| oldest.cursor);
        }
        true
    }

    pub(super) fn fold_into(&self, feed: &mut Feed) -> Applied {
        let starts_too_late =
            self.covers_after.is_some_and(|start| start.epoch != feed.cursor.epoch || start > feed.cursor);
        if starts_too_late {
            return Applied::Reload;
        }
        let mut result = Applied::Nothing;
        for envelope in &self.messages {
            match feed.apply(envelope) {
                Applied::Reload => return Applied::Reload,
                Applied::Changed => result = Applied::Changed,
                Applied::Nothing => {}
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Ring};
    use crate::document::DocumentHead;
    use crate::event::{Applied, Cursor, Envelope, Event, Feed};

    fn at(seq: u64) -> Cursor {
        Cursor { epoch: 1, seq }
    }

    fn document(seq: u64) -> Envelope {
        let document = DocumentHead { id: seq.to_string(), seq, ..DocumentHead::default() };
        Envelope { cursor: at(seq), event: Event::DocumentEvent { document, replaces: None } }
    }

    fn feed(seq: u64) -> Feed {
        Feed { cursor: at(seq), ..Feed::default() }
    }

    #[test]
    fn a_feed_gets_what_came_after_it() {
        let mut ring = Ring::default();
        ring.begin_at(at(3));
        (4..=6).for_each(|seq| assert!(ring.push(document(seq))));
        let mut late = feed(5);
        assert_eq!(ring.fold_into(&mut late), Applied::Changed);
        assert_eq!((late.cursor, late.documents.len()), (at(6), 1));
        assert_eq!(ring.fold_into(&mut late), Applied::Nothing);
    }

    #[test]
    fn a_gap_asks_for_a_reload() {
        let mut ring = Ring::default();
        ring.push(Envelope { cursor: at(9), event: Event::Heartbeat });
        assert_eq!(ring.fold_into(&mut feed(8)), Applied::Reload);
        assert_eq!(ring.fold_into(&mut feed(9)), Applied::Nothing);
    }

    #[test]
    fn repeated_messages_are_ignored_and_gaps_are_noticed() {
        let mut ring = Ring::default();
        ring.begin_at(at(3));
        assert!(ring.push(document(4)));
        assert!(!ring.push(document(4)) && !ring.push(document(2)));
        assert_eq!(ring.cursor(), Some(at(4)), "it resumes where it was");
        assert!(ring.push(document(9)));
        assert_eq!(ring.fold_into(&mut feed(4)), Applied::Reload);
        assert_eq!(ring.fold_into(&mut feed(8)), Applied::Changed);
    }

    #[test]
    fn another_epoch_and_a_resync_ask_for_a_reload() {
        let mut ring = Ring::default();
        ring.begin_at(at(3));
        ring.push(Envelope { cursor: Cursor { epoch: 2, seq: 1 }, event: Event::Resync });
        assert_eq!(ring.fold_into(&mut feed(3)), Applied::Reload);
        assert_eq!(ring.cursor(), Some(Cursor { epoch: 2, seq: 1 }));
    }

    #[test]
    fn memory_is_bounded_and_lost_messages_are_noticed() {
        let mut ring = Ring::default();
        ring.begin_at(at(0));
        (1..=KEPT as u64 + 10).for_each(|seq| assert!(ring.push(document(seq))));
        assert_eq!(ring.fold_into(&mut feed(0)), Applied::Reload);
        assert_eq!(ring.fold_into(&mut feed(10)), Applied::Changed);
    }
}
