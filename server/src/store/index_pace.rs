//! When words are indexed: after the documents they are of, since that takes many times as long as storing them, and senders
//! come first.

use std::time::Duration;

use app::event::Cursor;
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};

/// How long a search waits for documents that were stored before it.
pub(in crate::store) const PATIENCE: Duration = Duration::from_secs(1);
/// How long to wait before trying again.
pub(in crate::store) const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// Other processes may write to the same store, and their commits may wake nobody here.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The time without a commit after which a burst is over.
const QUIET: Duration = Duration::from_millis(100);
const LONGEST_BURST: Duration = Duration::from_secs(2);

/// Waits for new documents, and until their burst is over or somebody searches. Returns whether there may be more: `false` once
/// the store is closed.
pub(in crate::store) async fn until_due(head: &mut watch::Receiver<Cursor>, searched: &Notify) -> bool {
    match timeout(LOOK_EVERY, head.changed()).await {
        Ok(Ok(())) => {}
        Ok(Err(_)) => return false,
        Err(_) => return true,
    }
    // Polled: waking for each commit would slow the commits down.
    let quiet = async {
        loop {
            sleep(QUIET).await;
            if !head.has_changed().unwrap_or(false) {
                return;
            }
            head.mark_unchanged();
        }
    };
    tokio::select! {
        _ = timeout(LONGEST_BURST, quiet) => {}
        () = searched.notified() => {}
    }
    true
}

/// Waits for a short time until documents up to `seq` are indexed.
pub(in crate::store) async fn catch_up(progress: &watch::Receiver<u64>, searched: &Notify, seq: u64) {
    let mut progress = progress.clone();
    searched.notify_one();
    let reached = progress.wait_for(|reached| *reached >= seq);
    // Whoever asks says how much is not searched.
    let _ = timeout(PATIENCE, reached).await;
}
