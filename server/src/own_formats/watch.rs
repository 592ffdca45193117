//! Notices changes in folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

/// How often to look without a notice: some file systems send none, and a folder may have been replaced.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// A change is over once there has been none for so long.
const SETTLED: Duration = Duration::from_millis(100);
/// Something that changes longer is looked at while it does.
const LONGEST: Duration = Duration::from_secs(2);

pub(super) struct FolderWatch {
    folders: Vec<PathBuf>,
    changed: Arc<Notify>,
    /// `None` where the system has no notices.
    watcher: Option<RecommendedWatcher>,
}

impl FolderWatch {
    pub fn over(paths: &[PathBuf]) -> Self {
        let changed = Arc::new(Notify::new());
        let notified = Arc::clone(&changed);
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| is_change(event.kind)) {
                notified.notify_one();
            }
        });
        let watcher = watcher
            .inspect_err(|error| tracing::warn!(%error, "changed formats are noticed a few seconds later"))
            .ok();
        // Editors replace a file by a new one, which only a watch on its folder notices.
        let folder = |path: &PathBuf| match path.parent() {
            Some(parent) if path.is_file() => parent.to_owned(),
            _ => path.clone(),
        };
        let mut watch = Self { folders: paths.iter().map(folder).collect(), changed, watcher };
        watch.enter();
        watch
    }

    /// Waits until something may have changed.
    pub async fn changed(&mut self) {
        if timeout(LOOK_EVERY, self.changed.notified()).await.is_err() {
            self.enter();
            return;
        }
        self.settle().await;
    }

    /// Returns whether something changed, without waiting for it.
    pub async fn has_changed(&self) -> bool {
        let has_changed = timeout(Duration::ZERO, self.changed.notified()).await.is_ok();
        if has_changed {
            self.settle().await;
        }
        has_changed
    }

    async fn settle(&self) {
        let start = Instant::now();
        while start.elapsed() < LONGEST && timeout(SETTLED, self.changed.notified()).await.is_ok() {}
    }

    fn enter(&mut self) {
        let Some(watcher) = &mut self.watcher else { return };
        for folder in &self.folders {
            // An empty path is the current folder.
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            if let Err(error) = watcher.watch(folder, RecursiveMode::NonRecursive) {
                tracing::debug!(folder = %folder.display(), %error, "could not watch a folder");
            }
        }
    }
}

/// Returns whether something was written: the server itself opens the files.
fn is_change(kind: EventKind) -> bool {
    !matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
}
