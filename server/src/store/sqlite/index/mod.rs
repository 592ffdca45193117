//! Full text: derived from the documents, in files of its own beside the store, so that a commit of documents does
//! not wait for it and a lost file is made again.

mod indexer;
mod segment;
mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use app::event::Cursor;
use rusqlite::Connection;
use tokio::sync::{Notify, watch};

pub(super) use words::{composed, for_question, words};

/// So long a question waits for documents that were acknowledged before it was asked.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) struct Index {
    folder: PathBuf,
    /// Up to where documents can be found.
    progress: watch::Receiver<u64>,
    searched: Arc<Notify>,
    stop: Option<watch::Sender<bool>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Index {
    /// `store` is a connection of the indexer's own; `head` is told of what other processes write.
    pub fn start(path: &Path, store: Connection, head: watch::Sender<Cursor>) -> std::io::Result<Self> {
        let folder = folder_of(path);
        std::fs::create_dir_all(&folder)?;
        let (announce, progress) = watch::channel(0);
        let (stop, stopped) = watch::channel(false);
        let searched = Arc::new(Notify::new());
        let indexer =
            indexer::Indexer::new(folder.clone(), store, head, announce, Arc::clone(&searched), stopped);
        let thread = thread::Builder::new().name("store-indexer".to_owned()).spawn(move || indexer.run())?;
        Ok(Self { folder, progress, searched, stop: Some(stop), thread: Some(thread) })
    }

    /// Waits until documents up to `seq` can be found, but not for long; says how far it is then.
    pub async fn caught_up(&self, seq: u64) -> u64 {
        let mut progress = self.progress.clone();
        self.searched.notify_one();
        let reached = progress.wait_for(|reached| *reached >= seq);
        let _ = tokio::time::timeout(PATIENCE, reached).await;
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
            // What it has not indexed yet, the next start will.
            let _ = thread.join();
        }
    }
}

/// Where a reader finds the index.
#[derive(Clone)]
pub(super) struct Files {
    folder: PathBuf,
}

impl Files {
    /// The files that may hold documents before `seq`, newest first.
    pub fn before(&self, seq: u64) -> Vec<u64> {
        let newest = segment::number_of(seq.saturating_sub(1));
        segment::numbers(&self.folder).into_iter().filter(|number| *number <= newest).collect()
    }

    pub fn find(&self, file: u64, question: &str, before: u64, limit: usize) -> rusqlite::Result<Vec<u64>> {
        segment::find(&self.folder, file, question, before, limit)
    }
}

fn folder_of(store: &Path) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push("-search");
    store.with_file_name(name)
}
