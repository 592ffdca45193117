//! Watched folders: what is there when Harmony starts, and what is written while it runs. All of it waits for
//! the disk, so it has a thread of its own.

mod batch;
mod excludes;
mod files;
mod follower;
mod pending;
mod progress;
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

pub use files::{is_passed_by, is_taken, leads_out};

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
    #[error("what is to be left out can't be read: {reason}")]
    Exclude { reason: String },
}

/// A file or folder that is followed, where it really is: however it was named, its files are the same sources.
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

/// Files and folders that are followed until `shutdown`.
pub struct Watch {
    thread: JoinHandle<()>,
}

impl Watch {
    /// Takes in what is there but for what the globs of `exclude` cover, and from then on what changes. Must be called
    /// within a runtime.
    pub fn start(
        store: SharedStore,
        paths: &[PathBuf],
        exclude: &[String],
        shutdown: CancellationToken,
    ) -> Result<Self, WatchError> {
        let roots = paths.iter().map(|path| Root::of(path, exclude)).collect::<Result<Vec<_>, _>>()?;
        // When it is full the watcher waits, and beyond that the system says that events were lost.
        let (sender, events) = mpsc::sync_channel(4096);
        let watcher = notify::recommended_watcher(move |event| {
            // Nobody listens once Harmony ends.
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
            tracing::error!("watching the folders ended in a panic");
        }
    }
}
