//! The browser's end of the stream: what arrived, how true the page is, and the fold into a page's feed.
//!
//! Islands wake one by one, so what they share is not a context but one value for the whole page.

mod ring;

#[cfg(feature = "hydrate")]
mod connection;

use leptos::prelude::*;

use self::ring::Ring;
use crate::event::{Applied, Feed};

/// How true the page is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LiveState {
    #[default]
    Connecting,
    /// All that the server had before its last message is here.
    Live,
    /// Connected again; what was missed is on its way.
    CatchingUp,
    /// Cut off since this time (UTC).
    Stale { since: String },
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

/// The page's one stream; clones are handles.
#[derive(Clone)]
pub struct Live {
    pub state: ArcRwSignal<LiveState>,
    /// Grows with each message that changed something.
    pub arrived: ArcRwSignal<u64>,
    ring: ArcStoredValue<Ring>,
}

impl Live {
    fn new() -> Self {
        Self {
            state: ArcRwSignal::new(LiveState::default()),
            arrived: ArcRwSignal::new(0),
            ring: ArcStoredValue::new(Ring::default()),
        }
    }

    /// In a browser the page's stream, which opens at its first use, once every island has said where it
    /// stands. On the server a stream that is never opened.
    pub fn of_page() -> Self {
        #[cfg(feature = "hydrate")]
        {
            thread_local! {
                static OF_PAGE: Live = {
                    let live = Live::new();
                    let opened = live.clone();
                    set_timeout(move || connection::keep(opened), std::time::Duration::from_millis(1));
                    live
                };
            }
            OF_PAGE.with(Clone::clone)
        }
        #[cfg(not(feature = "hydrate"))]
        Self::new()
    }

    /// Keeps a feed up to date, from the place at which it was made. `reload` is called where the stream
    /// can't lead on from there.
    pub fn follow(&self, feed: RwSignal<Feed>, reload: impl Fn() + 'static) {
        let start = feed.with_untracked(|feed| feed.cursor);
        self.ring.update_value(|ring| ring.begin_at(start));
        let live = self.clone();
        Effect::new(move || {
            live.arrived.track();
            let applied = feed.try_update(|feed| live.ring.with_value(|ring| ring.fold_into(feed)));
            if applied == Some(Applied::Reload) {
                reload();
            }
        });
    }
}
