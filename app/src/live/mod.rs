//! The browser's end of the stream: what arrived, how true the page is, and the fold into a page's feed.
//!
//! Islands wake one by one, so what they share is not a context but one value for the whole page.

mod ring;

#[cfg(test)]
mod cuts;

#[cfg(feature = "hydrate")]
mod connection;

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::ring::Ring;
use crate::event::{Applied, Cursor, Feed};

/// A load that came too late to lead on is tried again, but not at once: the server may be of another epoch than the
/// connection, which then ends soon.
const LOAD_AGAIN_AFTER: Duration = Duration::from_secs(1);

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
    /// Documents that came while the page is open; one for what came while it could not hear.
    pub new_documents: ArcRwSignal<u64>,
    /// Documents that went while the page is open, the last of them.
    pub removed: ArcRwSignal<Vec<String>>,
    ring: ArcStoredValue<Ring>,
}

impl Live {
    fn new() -> Self {
        Self {
            state: ArcRwSignal::new(LiveState::default()),
            arrived: ArcRwSignal::new(0),
            new_documents: ArcRwSignal::new(0),
            removed: ArcRwSignal::new(Vec::new()),
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
                    set_timeout(move || connection::keep(opened), Duration::from_millis(1));
                    live
                };
            }
            OF_PAGE.with(Clone::clone)
        }
        #[cfg(not(feature = "hydrate"))]
        Self::new()
    }

    /// Says where the page stands, before the stream is opened.
    pub fn begin_at(&self, start: Option<Cursor>) {
        if let Some(start) = start {
            self.ring.update_value(|ring| ring.begin_at(start));
        }
    }

    /// Keeps a feed up to date, from the place at which it was made. Where the stream can't lead on from there it is
    /// loaded anew; none where it could not be.
    pub fn follow<L>(&self, feed: RwSignal<Feed>, load: impl Fn() -> L + Clone + 'static)
    where
        L: Future<Output = Option<Feed>> + 'static,
    {
        self.begin_at(Some(feed.with_untracked(|feed| feed.cursor)));
        let live = self.clone();
        let is_loading = StoredValue::new(false);
        Effect::new(move || {
            live.arrived.track();
            let applied = feed.try_update(|feed| live.ring.with_value(|ring| ring.fold_into(feed)));
            if applied != Some(Applied::Reload) || is_loading.get_value() {
                return;
            }
            is_loading.set_value(true);
            let (load, live) = (load.clone(), live.clone());
            spawn_local(async move {
                let loaded = load().await;
                is_loading.set_value(false);
                let Some(mut loaded) = loaded else { return };
                // What arrived while it was loaded is not in it.
                let applied = live.ring.with_value(|ring| ring.fold_into(&mut loaded));
                feed.set(loaded);
                if applied == Applied::Reload {
                    set_timeout(move || live.arrived.notify(), LOAD_AGAIN_AFTER);
                }
            });
        });
    }
}
