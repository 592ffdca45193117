//! Quarantines that people and programs ask for, and the release of those that end by themselves. The store keeps them,
//! together with those that documents state.

mod answer;
mod names;
mod request;

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::store::SharedStore;

pub use answer::{ActiveQuarantine, QuarantineList};
pub use names::{add, find, quarantined_formats, release};
pub use request::{BadQuarantine, NewQuarantine, check_format, masked};

/// The most active quarantines that are listed for programs.
pub const MOST_LISTED: u32 = 10_000;

const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Releases what ends by itself, until `shutdown`. `now_ms` returns the time.
pub async fn keep_released(store: SharedStore, now_ms: fn() -> i64, shutdown: CancellationToken) {
    let mut look = tokio::time::interval(LOOK_EVERY);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while shutdown.run_until_cancelled(look.tick()).await.is_some() {
        match shutdown.run_until_cancelled(store.release_due(now_ms())).await {
            Some(Ok(0)) | None => {}
            Some(Ok(released)) => tracing::info!(released, "released quarantines whose time is over"),
            Some(Err(error)) => {
                tracing::warn!(%error, "could not release quarantines whose time is over; will try again");
            }
        }
    }
}
