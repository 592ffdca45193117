//! What a page makes of the messages of a server that may send anything.
//!
//! Each line of an input is a message: JSON if it begins with a brace, else three bytes, from which one is made.

#![no_main]

use app::document::DocumentHead;
use app::event::{Applied, Cursor, Envelope, Event, Feed, Replaced};
use libfuzzer_sys::fuzz_target;
use ring::Ring;

/// As `crate::event` of the file below.
mod event {
    pub use app::event::{Applied, Cursor, Envelope, Event, Feed};
}

// The page's own, which needs nothing else of a browser.
#[path = "../../app/src/live/ring.rs"]
mod ring;

/// Smaller than in production, so that the limit is reached.
const KEPT: usize = 6;

fuzz_target!(|bytes: &[u8]| {
    let mut page = Page::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        if line.starts_with(b"{") {
            let Ok(envelope) = serde_json::from_slice::<Envelope>(line) else { continue };
            check_written(&envelope);
            page.hear(envelope);
        } else if let [kind, epoch, seq, ..] = line {
            page.hear(made(*kind, *epoch, *seq));
        }
    }
    page.end();
});

fn made(kind: u8, epoch: u8, seq: u8) -> Envelope {
    let (epoch, seq) = (u32::from(epoch % 3), u64::from(seq));
    let id = (seq % 4).to_string();
    let document = DocumentHead { id: id.clone(), seq, ..DocumentHead::default() };
    let event = match kind % 10 {
        0 | 1 | 2 => Event::DocumentEvent { document, replaces: None },
        3 => Event::DocumentEvent { replaces: Some(Replaced::of(&document)), document },
        4 => Event::SessionEvent { session: id, state: None },
        5 => Event::DocumentsRemoved { ids: vec![id] },
        6 => Event::DocumentPinned { id, pinned: seq % 2 == 0 },
        7 => Event::DocumentsReread,
        8 => Event::Heartbeat,
        _ => Event::Resync,
    };
    Envelope { cursor: Cursor { epoch, seq }, event }
}

fn check_written(envelope: &Envelope) {
    let written = serde_json::to_string(envelope).expect("strings and numbers");
    let again: Envelope = serde_json::from_str(&written).expect("what was written");
    assert_eq!(again, *envelope, "{written}");
    assert_eq!(envelope.cursor.to_string().parse(), Ok(envelope.cursor));
}

/// A page whose feed is folded from the ring, beside a feed that applies each message as it comes.
struct Page {
    ring: Ring,
    feed: Feed,
    direct: Feed,
    /// The feed after each message, as a page may have loaded it.
    loads: Vec<Feed>,
    /// The page was asked to load again.
    is_behind: bool,
}

impl Page {
    fn new() -> Self {
        let mut ring = Ring::keeping(KEPT);
        let feed = Feed { cursor: Cursor { epoch: 1, seq: 0 }, ..Feed::default() };
        ring.begin_at(feed.cursor);
        Self { ring, direct: feed.clone(), loads: vec![feed.clone()], feed, is_behind: false }
    }

    fn hear(&mut self, envelope: Envelope) {
        let newest = self.ring.cursor();
        let changes = self.ring.push(envelope.clone());
        assert!(!changes || !matches!(envelope.event, Event::Heartbeat), "a heartbeat changes nothing");
        if !changes {
            assert_eq!(self.ring.cursor(), newest, "what changes nothing moves nothing");
        }
        if self.is_behind {
            return;
        }
        // A page that has everything up to a resync need not load it again.
        let is_resync = matches!(envelope.event, Event::Resync);
        if is_resync {
            // A load that was under way is judged by where the server says that it is.
            self.loads.clear();
        }
        let is_for_feeds = changes && !is_resync;
        let applied = if is_for_feeds { self.direct.apply(&envelope) } else { Applied::Nothing };
        let folded = self.ring.fold_into(&mut self.feed);
        self.is_behind = folded == Applied::Reload;
        if self.is_behind {
            return;
        }
        assert_ne!(applied, Applied::Reload, "{envelope:?}");
        assert_eq!(self.feed, self.direct, "{envelope:?}");
        assert!(self.feed.documents.len() <= Feed::KEPT);
        assert_eq!(self.ring.fold_into(&mut self.feed), Applied::Nothing, "a fold is repeated");
        self.loads.push(self.feed.clone());
    }

    /// Whichever load arrives last, the page ends the same, or is loaded again.
    fn end(self) {
        if self.is_behind {
            return;
        }
        for mut load in self.loads {
            if self.ring.fold_into(&mut load) != Applied::Reload {
                assert_eq!(load, self.feed);
            }
        }
    }
}
