//! Removes documents and traces that have expired, a few at a time, so that no sender waits long.

use std::time::{Duration, Instant};

use app::api::Retention;
use tokio_util::sync::CancellationToken;

use crate::store::{Due, Expired, PreviewChange, SharedStore, StoreError};

const LOOK_EVERY: Duration = Duration::from_secs(10 * 60);
/// By then, a clock that was wrong when the machine started is usually set.
const FIRST_LOOK_AFTER: Duration = Duration::from_secs(60);
/// By how much a clock may be set between two looks, which is more than one is ever adjusted in small steps.
const MOST_SET: Duration = Duration::from_secs(30);
/// Pauses this many times as long as a step took: at most a tenth of the time is spent sweeping.
const REST: u32 = 9;

/// Sweeps at intervals until `shutdown`. `now_ms` returns the time. What was deleted doesn't return when a clock that was ahead is
/// set right, so nothing is removed by a clock that did not go on since the last look as fast as time does.
pub async fn keep_swept(
    store: SharedStore,
    retention: Retention,
    now_ms: fn() -> i64,
    shutdown: CancellationToken,
) {
    let mut last = Look { clock_ms: now_ms(), at: Instant::now() };
    let mut wait = FIRST_LOOK_AFTER;
    while shutdown.run_until_cancelled(tokio::time::sleep(wait)).await.is_some() {
        wait = LOOK_EVERY;
        let look = Look { clock_ms: now_ms(), at: Instant::now() };
        let was_set = look.was_set_since(last);
        last = look;
        if was_set {
            tracing::warn!("the clock was set: nothing that has expired is removed until the next look");
            continue;
        }
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

/// When a look was, by the clock and by the time that really went by.
#[derive(Copy, Clone)]
struct Look {
    clock_ms: i64,
    at: Instant,
}

impl Look {
    fn was_set_since(self, before: Self) -> bool {
        let went_by = self.at.duration_since(before.at).as_millis();
        let by_clock = i128::from(self.clock_ms) - i128::from(before.clock_ms);
        by_clock.abs_diff(went_by.cast_signed()) > MOST_SET.as_millis()
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Look;

    #[test]
    fn a_clock_that_jumps_was_set() {
        let check = |went_by_s: u64, by_clock_s: i64, expected: bool| {
            let before = Look { clock_ms: 1_795_000_000_000, at: Instant::now() };
            let after = Look {
                clock_ms: before.clock_ms + by_clock_s * 1000,
                at: before.at + Duration::from_secs(went_by_s),
            };
            assert_eq!(after.was_set_since(before), expected, "{by_clock_s} s in {went_by_s} s");
        };
        check(600, 600, false);
        check(600, 602, false);
        check(600, 599, false);
        let day = 24 * 60 * 60;
        check(600, day, true);
        check(600, 600 - day, true);
        check(60, 3650 * day, true);
    }
}
