//! Sends what is due in the background.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::Webhooks;
use crate::inbox::Inbox;
use crate::store::StoreError;

const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Where an outcome can't be recorded, the receiver would get the same again with each look.
const AFTER_A_LOST_OUTCOME: Duration = Duration::from_secs(60);
/// Health is computed for it.
const LOOK_FOR_RECOMMENDATIONS_EVERY: Duration = Duration::from_secs(30);

/// The deliveries that are being sent: one at a time of each webhook, so that none waits for the receiver of another.
#[derive(Default)]
pub(super) struct Sending {
    tasks: JoinSet<i64>,
    webhooks: BTreeSet<i64>,
}

impl Sending {
    pub async fn start_due(&mut self, webhooks: &Arc<Webhooks>, now_ms: i64) -> Result<(), StoreError> {
        for due in webhooks.store.deliveries_due(now_ms, self.webhooks.iter().copied().collect()).await? {
            let id = due.webhook;
            if self.webhooks.insert(id) {
                let webhooks = Arc::clone(webhooks);
                self.tasks.spawn(async move {
                    if let Err(error) = webhooks.deliver(due, now_ms).await {
                        tracing::warn!(%error, "could not record a delivery; it will be sent again");
                        tokio::time::sleep(AFTER_A_LOST_OUTCOME).await;
                    }
                    id
                });
            }
        }
        Ok(())
    }

    /// Waits until a delivery was sent. Returns whether one was on its way.
    pub async fn finish_one(&mut self) -> bool {
        match self.tasks.join_next().await {
            Some(finished) => {
                if let Ok(id) = finished {
                    self.webhooks.remove(&id);
                }
                true
            }
            None => false,
        }
    }
}

/// Sends what is due until `shutdown`. `now_ms` returns the time. What is on its way at the end is sent again after a start.
pub async fn keep_sent(
    webhooks: Arc<Webhooks>,
    inbox: Arc<Inbox>,
    now_ms: fn() -> i64,
    shutdown: CancellationToken,
) {
    let keep_reported = async {
        let mut look = tokio::time::interval(LOOK_FOR_RECOMMENDATIONS_EVERY);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            let reported = match inbox.open_recommendations(now_ms()).await {
                Ok(open) => webhooks.report_recommended(open).await,
                Err(error) => Err(error),
            };
            if let Err(error) = reported {
                tracing::warn!(%error, "could not look for recommendations; will try again");
            }
        }
    };
    let send = async {
        let mut sending = Sending::default();
        let mut look = tokio::time::interval(LOOK_EVERY);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = look.tick() => {}
                true = sending.finish_one() => {}
            }
            if let Err(error) = sending.start_due(&webhooks, now_ms()).await {
                tracing::warn!(%error, "could not look for deliveries; will try again");
            }
        }
    };
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = keep_reported => {}
        () = send => {}
    }
}
