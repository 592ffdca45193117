//! Removes documents and traces that have expired, a few at a time, so that no sender waits long.

use std::time::{Duration, Instant};

use app::api::Retention;
use tokio_util::sync::CancellationToken;

use crate::store::{Due, Expired, PreviewChange, SharedStore, StoreError};

const LOOK_EVERY: Duration = Duration::from_secs(10 * 60);
/// Pauses this many times as long as a step took: at most a tenth of the time is spent sweeping.
const REST: u32 = 9;

/// Sweeps at intervals until `shutdown`. `now_ms` returns the time.
pub async fn keep_swept(
    store: SharedStore,
    retention: Retention,
    now_ms: fn() -> i64,
    shutdown: CancellationToken,
) {
    let mut look = tokio::time::interval(LOOK_EVERY);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while shutdown.run_until_cancelled(look.tick()).await.is_some() {
        match shutdown.run_until_cancelled(sweep(&store, retention, now_ms())).await {
            Some(Ok(Swept { documents: 0, traces: 0 })) | None => {}
            Some(Ok(Swept { documents, traces })) => {
                tracing::info!(documents, traces, "removed expired documents and traces");
            }
            Some(Err(error)) => tracing::warn!(%error, "could not remove expired documents; will try again"),
        }
        match store.change_previews(PreviewChange::Expire { now_ms: now_ms() }).await {
            Ok(Some(documents)) => tracing::info!(documents, "removed expired previews"),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "could not remove expired previews; will try again"),
        }
    }
}

/// How much was removed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    pub documents: u64,
    pub traces: u64,
}

/// Removes everything that has expired.
pub async fn sweep(store: &SharedStore, retention: Retention, now_ms: i64) -> Result<Swept, StoreError> {
    let Retention { documents_ms, traces_ms } = retention;
    let due = Due {
        documents_before_ms: documents_ms.map_or(i64::MIN, |kept_ms| now_ms.saturating_sub(kept_ms)),
        traces_before_ms: now_ms.saturating_sub(traces_ms),
    };
    let mut swept = Swept::default();
    loop {
        let start = Instant::now();
        let Expired { documents, traces, there_is_more } = store.expire(due).await?;
        swept.documents += u64::from(documents);
        swept.traces += u64::from(traces);
        if !there_is_more {
            return Ok(swept);
        }
        tokio::time::sleep(start.elapsed() * REST).await;
    }
}
