//! Watched folders: reads their files at the start and whenever they change, on its own thread, since it waits for the
//! disk.

mod batch;
mod excludes;
mod files;
mod follower;
mod pending;
mod progress;
mod scope;
mod tail;

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use thiserror::Error;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::store::SharedStore;
use excludes::Excludes;
use follower::Follower;

pub use files::{is_folder, is_passed_by, is_taken, leads_out, walker};

#[derive(Debug, Error)]
pub enum WatchError {
    #[error("{path} can't be watched: {error}")]
    Missing { path: PathBuf, error: std::io::Error },
    #[error(
        "{path} can't be watched: this system's limit of watched folders is reached; on Linux raise it with \
         `sudo sysctl fs.inotify.max_user_watches=524288`, or watch a smaller folder"
    )]
    TooManyFolders { path: PathBuf },
    #[error("{path} can't be watched: {reason}")]
    System { path: PathBuf, reason: String },
    #[error("the patterns to exclude can't be parsed: {reason}")]
    Exclude { reason: String },
}

/// A file or folder to follow, by its real path: its files are the same sources however it was named.
#[derive(Clone, Debug)]
struct Root {
    real: PathBuf,
    excludes: Excludes,
}

impl Root {
    fn of(path: &Path, exclude: &[String]) -> Result<Self, WatchError> {
        let real =
            path.canonicalize().map_err(|error| WatchError::Missing { path: path.to_owned(), error })?;
        let excludes = Excludes::of(&real, exclude)?;
        Ok(Self { real, excludes })
    }
}

/// A watch over files and folders, until `shutdown`.
pub struct Watch {
    thread: JoinHandle<()>,
}

impl Watch {
    /// Reads all files that the globs in `exclude` don't cover, and then those that change. Must be called within a
    /// runtime.
    pub fn start(
        store: SharedStore,
        paths: &[PathBuf],
        exclude: &[String],
        shutdown: CancellationToken,
    ) -> Result<Self, WatchError> {
        let roots = paths.iter().map(|path| Root::of(path, exclude)).collect::<Result<Vec<_>, _>>()?;
        // If it is full, the watcher waits, and the system may report lost events.
        let (sender, events) = mpsc::sync_channel(4096);
        let watcher = notify::recommended_watcher(move |event| {
            // Fails only during shutdown.
            let _ = sender.send(event);
        })
        .map_err(|error| follower::refusal(Path::new("the folder"), &error))?;
        let mut follower = Follower::new(store, roots, watcher, Handle::current());
        follower.enter_roots()?;
        let thread = thread::Builder::new()
            .name("folder-watch".to_owned())
            .spawn(move || follower.run(&events, &shutdown))
            .map_err(|error| WatchError::System {
                path: PathBuf::from("the folder"),
                reason: error.to_string(),
            })?;
        Ok(Self { thread })
    }

    /// Waits for the thread, after `shutdown`.
    pub fn join(self) {
        if self.thread.join().is_err() {
            tracing::error!("the thread that watches folders panicked");
        }
    }
}
