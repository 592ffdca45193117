//! The browser's end of the stream: what arrived, how true the page is, and the fold into a page's feed.

use std::collections::VecDeque;

use leptos::prelude::*;

use crate::event::{Applied, Cursor, Envelope, Event, Feed};

#[cfg(feature = "hydrate")]
mod connection;

/// How true the page is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveState {
    Connecting,
    /// All that the server had before its last message is here.
    Live,
    /// Connected again; what was missed is on its way.
    CatchingUp,
    /// Cut off since this time (UTC).
    Stale {
        since: String,
    },
}

impl LiveState {
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Connecting => "connecting",
            Self::Live => "live",
            Self::CatchingUp => "catching-up",
            Self::Stale { .. } => "stale",
        }
    }
}

/// Messages kept for pages that load after they came.
const KEPT: usize = 512;

#[derive(Default)]
struct Ring {
    /// Every message after this place is in `messages`.
    covers_after: Option<Cursor>,
    messages: VecDeque<Envelope>,
}

/// One stream for the whole page; a handle that can be copied.
#[derive(Copy, Clone)]
pub struct Live {
    pub state: RwSignal<LiveState>,
    /// Grows with each message that changed something.
    pub arrived: RwSignal<u64>,
    ring: StoredValue<Ring>,
}

impl Live {
    /// Made once, by the app. The connection opens in the browser, after the first page has said where it stands.
    pub fn provide() -> Self {
        let live = Self {
            state: RwSignal::new(LiveState::Connecting),
            arrived: RwSignal::new(0),
            ring: StoredValue::new(Ring::default()),
        };
        provide_context(live);
        #[cfg(feature = "hydrate")]
        Effect::new(move || set_timeout(move || connection::keep(live), std::time::Duration::ZERO));
        live
    }

    pub fn expect() -> Self {
        expect_context()
    }

    /// Keeps a feed up to date, from the place at which it was made.
    pub fn follow(self, feed: RwSignal<Feed>, reload: impl Fn() + 'static) {
        let start = feed.with_untracked(|feed| feed.cursor);
        self.ring.update_value(|ring| ring.covers_after = ring.covers_after.or(Some(start)));
        Effect::new(move || {
            self.arrived.track();
            let applied = self.ring.with_value(|ring| ring.fold_into(feed));
            if applied == Applied::Reload {
                reload();
            }
        });
    }

    /// Where a connection resumes.
    #[cfg(feature = "hydrate")]
    fn cursor(self) -> Option<Cursor> {
        self.ring.with_value(|ring| ring.messages.back().map(|last| last.cursor).or(ring.covers_after))
    }

    #[cfg(feature = "hydrate")]
    fn receive(self, envelope: Envelope) {
        let changes = !matches!(envelope.event, Event::Heartbeat);
        self.ring.update_value(|ring| ring.push(envelope));
        if changes {
            self.arrived.update(|count| *count += 1);
        }
    }
}

impl Ring {
    #[cfg_attr(not(feature = "hydrate"), expect(dead_code, reason = "messages arrive in browsers only"))]
    fn push(&mut self, envelope: Envelope) {
        let cursor = envelope.cursor;
        match envelope.event {
            Event::Resync => {
                // Nothing kept before it leads to what comes after it.
                self.messages.clear();
                self.covers_after = Some(cursor);
            }
            Event::Heartbeat => self.covers_after = self.covers_after.or(Some(cursor)),
            Event::DocumentEvent { .. } | Event::DocumentsRemoved { .. } => {
                let before = Cursor { epoch: cursor.epoch, seq: cursor.seq.saturating_sub(1) };
                self.covers_after = self.covers_after.or(Some(before));
                self.messages.push_back(envelope);
                if self.messages.len() > KEPT {
                    self.covers_after = self.messages.pop_front().map(|oldest| oldest.cursor);
                }
            }
        }
    }

    fn fold_into(&self, feed: RwSignal<Feed>) -> Applied {
        let stands_at = feed.with_untracked(|feed| feed.cursor);
        if self.covers_after.is_some_and(|start| start.epoch != stands_at.epoch || start > stands_at) {
            return Applied::Reload;
        }
        if self.messages.back().is_none_or(|last| last.cursor <= stands_at) {
            return Applied::Nothing;
        }
        feed.try_update(|feed| {
            let applied = self.messages.iter().map(|envelope| feed.apply(envelope));
            applied.fold(Applied::Nothing, |worst, one| if worst == Applied::Reload { worst } else { one })
        })
        .unwrap_or(Applied::Nothing)
    }
}
