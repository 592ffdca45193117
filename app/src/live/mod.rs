//! The browser's end of the stream: what arrived, how current the page is, and the page's feed.
//!
//! Islands are hydrated one by one, so they share a value of the whole page instead of a context.

mod ring;

#[cfg(test)]
mod cuts;

#[cfg(feature = "hydrate")]
mod connection;
#[cfg(feature = "hydrate")]
pub mod held;

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::ring::Ring;
use crate::event::{Applied, Cursor, Feed, Quarantine};

/// The delay before a load that didn't fit the stream is repeated: the server may have another epoch than the connection,
/// which then ends soon.
const LOAD_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Messages that arrive within a frame are drawn at once: to draw a feed takes longer than to receive hundreds of them.
const FRAME: Duration = Duration::from_millis(16);

/// How current the page is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LiveState {
    #[default]
    Connecting,
    /// The page has everything up to the server's last message.
    Live,
    /// Reconnected; missed events are arriving.
    CatchingUp,
    /// Disconnected since this time (UTC).
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

/// The stream of the page; clones are handles.
#[derive(Clone)]
pub struct Live {
    pub state: ArcRwSignal<LiveState>,
    /// Grows with each message that changes something.
    arrived: ArcRwSignal<u64>,
    /// Documents that arrived since the page was opened; those that were missed count as one.
    pub new_documents: ArcRwSignal<u64>,
    /// The last documents that were removed since the page was opened.
    pub removed: ArcRwSignal<Vec<String>>,
    /// Changes of quarantines that nobody has taken yet. It also notifies when some may have been missed.
    pub quarantines: ArcRwSignal<Vec<Quarantine>>,
    /// Grows when stored documents were read again, or may have been.
    pub reread: ArcRwSignal<u64>,
    ring: ArcStoredValue<Ring>,
}

impl Live {
    fn new() -> Self {
        Self {
            state: ArcRwSignal::new(LiveState::default()),
            arrived: ArcRwSignal::new(0),
            new_documents: ArcRwSignal::new(0),
            removed: ArcRwSignal::new(Vec::new()),
            quarantines: ArcRwSignal::new(Vec::new()),
            reread: ArcRwSignal::new(0),
            ring: ArcStoredValue::new(Ring::default()),
        }
    }

    /// Returns the stream of the page. In a browser it opens after its first use, once every island has set its start; on
    /// the server it never opens.
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

    /// Sets where the stream starts, before it opens.
    pub fn begin_at(&self, start: Option<Cursor>) {
        if let Some(start) = start {
            self.ring.update_value(|ring| ring.begin_at(start));
        }
    }

    /// Keeps a feed up to date. If the stream doesn't continue it, the feed is loaded again; `load` returns `None` on
    /// failure.
    pub fn follow<L>(&self, feed: RwSignal<Feed>, load: impl Fn() -> L + Clone + 'static)
    where
        L: Future<Output = Option<Feed>> + 'static,
    {
        self.begin_at(Some(feed.with_untracked(|feed| feed.cursor)));
        let live = self.clone();
        let is_loading = StoredValue::new(false);
        let update = move || {
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
                // Applies what arrived while it was loading.
                let applied = live.ring.with_value(|ring| ring.fold_into(&mut loaded));
                feed.set(loaded);
                if applied == Applied::Reload {
                    set_timeout(move || live.arrived.notify(), LOAD_AGAIN_AFTER);
                }
            });
        };
        self.after_arrivals(|_| Some(FRAME), update);
    }

    /// Acts after each arrival, once for all that arrive while it waits. How long is decided by how many have arrived since
    /// the page was opened; without a time, it doesn't act. It also waits while the reader holds something down.
    pub fn after_arrivals(
        &self,
        wait: impl Fn(u64) -> Option<Duration> + 'static,
        act: impl Fn() + Clone + 'static,
    ) {
        let arrived = self.arrived.clone();
        let is_due = StoredValue::new(false);
        Effect::new(move || {
            let Some(wait) = wait(arrived.get()).filter(|_| !is_due.get_value()) else { return };
            is_due.set_value(true);
            let act = act.clone();
            let due = async move {
                #[cfg(feature = "hydrate")]
                held::wait_while(held::is_pressed).await;
                is_due.set_value(false);
                act();
            };
            set_timeout(move || spawn_local(due), wait);
        });
    }
}
