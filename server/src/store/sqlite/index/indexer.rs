use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use app::document::DocumentHead;
use app::event::Cursor;
use app::text::Text;
use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;
use tracing::warn;

use super::segment::{self, Entry, Segment};
use crate::store::StoreError;
use crate::store::sqlite::{body, queries};

/// A batch ends at so many documents or bytes, whichever comes first.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 8 * 1024 * 1024;
/// So long it waits before it tries again what failed.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// A burst of documents is let by before it is taken in, as long as nobody searches: taking words in costs many times
/// what storing a document does, and who waits for an answer comes first.
const QUIET: Duration = Duration::from_millis(100);
const LONGEST_BURST: Duration = Duration::from_secs(2);

/// The one thread that makes documents findable, in their order.
pub(super) struct Indexer {
    folder: PathBuf,
    store: Connection,
    head: watch::Receiver<Cursor>,
    announce: watch::Sender<u64>,
    /// Somebody searches, and waits for what is not taken in yet.
    searched: Arc<Notify>,
    stopped: watch::Receiver<bool>,
}

impl Indexer {
    pub fn new(
        folder: PathBuf,
        store: Connection,
        head: watch::Receiver<Cursor>,
        announce: watch::Sender<u64>,
        searched: Arc<Notify>,
        stopped: watch::Receiver<bool>,
    ) -> Self {
        Self { folder, store, head, announce, searched, stopped }
    }

    pub fn run(mut self) {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_time().build() else {
            warn!("the search index has no thread to run on; nothing new will be found");
            return;
        };
        while !self.is_stopped() {
            let done = self.catch_up();
            if let Err(error) = &done {
                warn!(%error, "the search index fell behind; it will be tried again");
            }
            let goes_on = runtime.block_on(self.until_there_is_more(done.is_err()));
            if !goes_on {
                return;
            }
        }
    }

    /// Waits until there is something to take in, or until what failed is worth another try; says whether the store is
    /// open still.
    async fn until_there_is_more(&mut self, has_failed: bool) -> bool {
        let Self { head, searched, stopped, .. } = self;
        let burst = async {
            if has_failed {
                tokio::time::sleep(AFTER_FAILURE).await;
                return true;
            }
            if head.changed().await.is_err() {
                return false;
            }
            let quiet = async { while let Ok(Ok(())) = timeout(QUIET, head.changed()).await {} };
            tokio::select! {
                _ = timeout(LONGEST_BURST, quiet) => {}
                () = searched.notified() => {}
            }
            true
        };
        tokio::select! {
            _ = stopped.changed() => false,
            goes_on = burst => goes_on,
        }
    }

    /// The sender goes when the store is closed.
    fn is_stopped(&self) -> bool {
        self.stopped.has_changed().is_err()
    }

    /// Takes in all documents there are, file by file.
    fn catch_up(&mut self) -> Result<(), StoreError> {
        let head = *self.head.borrow_and_update();
        let oldest: Option<u64> =
            self.store.query_row("SELECT min(seq) FROM document", [], |row| row.get(0)).optional()?.flatten();
        let first = segment::number_of(oldest.unwrap_or(head.seq));
        for gone in segment::numbers(&self.folder).into_iter().filter(|number| *number < first) {
            remove(&segment::file_of(&self.folder, gone));
        }
        // What was taken in before is not looked at again.
        let from = first.max(segment::number_of(*self.announce.borrow()));
        for number in from..=segment::number_of(head.seq) {
            match self.fill(number, head) {
                Err(StoreError::Corrupt(reason)) => {
                    warn!(%reason, "a file of the search index is damaged; it is made anew");
                    remove(&segment::file_of(&self.folder, number));
                    self.fill(number, head)?;
                }
                done => done?,
            }
        }
        self.announce.send_replace(head.seq);
        Ok(())
    }

    fn fill(&self, number: u64, head: Cursor) -> Result<(), StoreError> {
        let mut segment = Segment::open(&self.folder, number, head.epoch)?;
        let mut at = segment.progress()?;
        let last = segment::last_of(number).min(head.seq);
        while at < last && !self.is_stopped() {
            let (entries, up_to) = self.next(at.max(segment::first_of(number).saturating_sub(1)), last)?;
            segment.add(&entries, up_to)?;
            at = up_to;
            self.announce.send_if_modified(|reached| {
                let goes_on = up_to > *reached;
                *reached = up_to.max(*reached);
                goes_on
            });
        }
        Ok(())
    }

    /// Documents after `at`, and how far they reach.
    fn next(&self, at: u64, last: u64) -> Result<(Vec<Entry>, u64), StoreError> {
        let mut statement = self.store.prepare_cached(
            "SELECT seq, head, codec, raw FROM document WHERE seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3",
        )?;
        let mut rows = statement.query(params![at, last, BATCH])?;
        let mut entries = Vec::new();
        let mut bytes = 0;
        while let Some(row) = rows.next()? {
            let head = queries::read_head(&row.get::<_, String>(1)?)?;
            let raw = body::decode(row.get(2)?, row.get(3)?, head.bytes)?;
            bytes += raw.len();
            let body = Text::from_bytes(&raw).source().to_owned();
            entries.push(Entry { seq: row.get(0)?, title: title_of(&head), body });
            if bytes > BATCH_BYTES {
                break;
            }
        }
        let is_full = entries.len() == BATCH || bytes > BATCH_BYTES;
        let reached = entries.last().map(|entry| entry.seq).filter(|_| is_full).unwrap_or(last);
        Ok((entries, reached))
    }
}

/// What is said of a document beside its text.
fn title_of(head: &DocumentHead) -> String {
    let stated = head.blocks.iter().flat_map(|block| [&block.summary.title, &block.summary.verdict]);
    let named = [&head.source.path, &head.source.session, &head.source.repository, &head.source.commit];
    let parts = named.into_iter().chain(stated).flatten();
    parts.fold(head.title.clone(), |title, part| title + "\n" + part)
}

/// With what SQLite keeps beside it. A file that can't be removed is met again at the next start.
fn remove(file: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        let _ = std::fs::remove_file(name);
    }
}
