//! The full-text index, in files beside the store: commits of documents don't wait for it, and a lost file is rebuilt.

pub(in crate::store) mod indexer;
mod segment;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use app::event::Cursor;
use rusqlite::Connection;
use tokio::sync::{Notify, watch};

use super::connection::make_private_folder;
use crate::cores;
use crate::store::index_pace;

pub(super) struct Index {
    folder: PathBuf,
    /// The place in the order up to which documents are indexed.
    progress: watch::Receiver<u64>,
    searched: Arc<Notify>,
    stop: Option<watch::Sender<bool>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Index {
    /// `store` is the indexer's own connection. `head` is updated with what other processes write.
    pub fn start(path: &Path, store: Connection, head: watch::Sender<Cursor>) -> std::io::Result<Self> {
        let folder = folder_of(path);
        make_private_folder(&folder)?;
        let (announce, progress) = watch::channel(0);
        let (stop, stopped) = watch::channel(false);
        let searched = Arc::new(Notify::new());
        let indexer =
            indexer::Indexer::new(folder.clone(), store, head, announce, Arc::clone(&searched), stopped);
        let thread = thread::Builder::new().name("store-indexer".to_owned()).spawn(move || {
            cores::give_way();
            indexer.run();
        })?;
        Ok(Self { folder, progress, searched, stop: Some(stop), thread: Some(thread) })
    }

    /// Returns the index as its files are, which nothing is added to.
    pub fn as_it_is(path: &Path) -> Self {
        let (_, progress) = watch::channel(0);
        Self { folder: folder_of(path), progress, searched: Arc::default(), stop: None, thread: None }
    }

    /// Waits for a short time until documents up to `seq` are indexed. Returns how far the index is.
    pub async fn caught_up(&self, seq: u64) -> u64 {
        index_pace::catch_up(&self.progress, &self.searched, seq).await;
        *self.progress.borrow()
    }

    pub fn files(&self) -> Files {
        Files { folder: self.folder.clone() }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The next start indexes the rest.
            let _ = thread.join();
        }
    }
}

/// The files of the index, for readers.
#[derive(Clone)]
pub(super) struct Files {
    folder: PathBuf,
}

impl Files {
    /// Returns the files that may contain documents before `seq`, newest first.
    pub fn before(&self, seq: u64) -> Vec<u64> {
        let newest = segment::number_of(seq.saturating_sub(1));
        segment::numbers(&self.folder).into_iter().filter(|number| *number <= newest).collect()
    }

    pub fn find(&self, file: u64, query: &str, before: u64, limit: usize) -> rusqlite::Result<Vec<u64>> {
        segment::find(&self.folder, file, query, before, limit)
    }
}

fn folder_of(store: &Path) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push("-search");
    store.with_file_name(name)
}
