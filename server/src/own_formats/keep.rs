//! Takes up formats that change while the server runs.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use app::catalog::Catalog;
use tokio_util::sync::CancellationToken;

use super::{OwnFormats, files, report_overlaps};
use crate::ingest::{Reparsed, reparse};
use crate::store::SharedStore;

const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Reads by the formats in these folders, and looks for changes until `shutdown`. After a change all stored documents are
/// parsed again.
pub async fn keep_formats(folders: Vec<PathBuf>, store: SharedStore, shutdown: CancellationToken) {
    report_overlaps(&Catalog::current());
    let mut known = stamps(&folders);
    let mut look = tokio::time::interval(LOOK_EVERY);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while shutdown.run_until_cancelled(look.tick()).await.is_some() {
        let now = stamps(&folders);
        if now == known {
            continue;
        }
        known = now;
        match OwnFormats::read(&folders) {
            Ok(read) => {
                read.report();
                read.catalog().make_current();
                report_overlaps(&Catalog::current());
            }
            Err(error) => {
                tracing::warn!("the formats stay as they were: {error:#}");
                continue;
            }
        }
        match shutdown.run_until_cancelled(reparse(&store, 0, |_| ())).await {
            Some(Ok(Reparsed { documents, changed })) => {
                tracing::info!(documents, changed, "parsed all documents again by the changed formats");
            }
            Some(Err(error)) => {
                tracing::warn!(%error, "could not parse the documents again; `harmony reparse` does");
            }
            None => return,
        }
    }
}

/// The files, and when each was changed.
fn stamps(folders: &[PathBuf]) -> Vec<(PathBuf, Option<SystemTime>, u64)> {
    let files = folders.iter().filter_map(|folder| files(folder).ok()).flatten();
    let stamp = |file: PathBuf| {
        let metadata = file.metadata().ok();
        let changed = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
        (file, changed, metadata.map_or(0, |metadata| metadata.len()))
    };
    files.map(stamp).collect()
}
