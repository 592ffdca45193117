//! Takes up formats that change while the server runs.

use std::path::PathBuf;

use app::catalog::Catalog;
use tokio::task;
use tokio_util::sync::CancellationToken;

use super::reread::Rereading;
use super::watch::FolderWatch;
use super::{OwnFormats, changes, report_overlaps};
use crate::store::SharedStore;

/// Keeps reading by the formats in some folders, and has stored documents read again by those that changed.
pub struct Keeper {
    folders: Vec<PathBuf>,
    store: SharedStore,
    formats: OwnFormats,
    rereading: Rereading,
    watch: FolderWatch,
    /// Why the folders could not be read the last time.
    trouble: Option<String>,
}

impl Keeper {
    /// Reads texts by the formats in these folders from now on.
    pub async fn begin(folders: Vec<PathBuf>, store: SharedStore) -> anyhow::Result<Self> {
        let watch = FolderWatch::over(&folders);
        let formats = OwnFormats::take_up(&folders, &store).await?;
        // The command has said what is wrong with files.
        formats.report_instead();
        report_overlaps(Catalog::current());
        let rereading = Rereading::begin(&formats, &store).await;
        Ok(Self { folders, store, formats, rereading, watch, trouble: None })
    }

    /// Looks for changes until `shutdown`. A change while documents are read again is taken up at once.
    pub async fn run(mut self, shutdown: CancellationToken) {
        let keep = async {
            loop {
                match self.rereading.step().await {
                    Ok(true) => self.watch.changed().await,
                    Ok(false) if self.watch.has_changed().await => {}
                    Ok(false) => continue,
                    Err(error) => {
                        tracing::warn!(%error, "could not read documents again by changed formats; will try again");
                        self.watch.changed().await;
                    }
                }
                self.look().await;
            }
        };
        shutdown.run_until_cancelled(keep).await;
    }

    async fn look(&mut self) {
        let folders = self.folders.clone();
        let read = match task::spawn_blocking(move || OwnFormats::read(&folders)).await {
            Ok(Ok(read)) => read.after(&self.formats.stored()),
            Ok(Err(error)) => {
                let trouble = format!("{error:#}");
                if self.trouble.as_ref() != Some(&trouble) {
                    tracing::warn!("the formats stay as they were: {trouble}");
                }
                self.trouble = Some(trouble);
                return;
            }
            // Only during shutdown.
            Err(_) => return,
        };
        self.trouble = None;
        if read.is_same_as(&self.formats) {
            return;
        }
        if !read.refuses_the_same_as(&self.formats) {
            read.report();
        }
        changes::log(&self.formats, &read);
        let catalog = read.make_current(&self.store).await;
        report_overlaps(catalog);
        self.formats = read;
        self.rereading = Rereading::begin(&self.formats, &self.store).await;
    }
}
