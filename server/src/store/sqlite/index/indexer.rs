use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::document::DocumentHead;
use app::event::Cursor;
use app::text::Text;
use rusqlite::{Connection, params};
use tokio::sync::{Notify, watch};
use tokio::time::sleep;
use tracing::warn;

use super::segment::{self, IndexedText, Origin, Segment};
use crate::store::announce::announce_at_least;
use crate::store::index_pace::{AFTER_FAILURE, until_due};
use crate::store::sqlite::{derivation, queries};
use crate::store::{StoreError, body};

/// The most documents and bytes of a batch, whichever is reached first.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 8 * 1024 * 1024;

/// About a tenth of a processor that others want, too.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// The thread that indexes documents, in their order.
pub(super) struct Indexer {
    folder: PathBuf,
    store: Connection,
    head: watch::Sender<Cursor>,
    announce: watch::Sender<u64>,
    /// Notified by a search that waits for documents to be indexed.
    searched: Arc<Notify>,
    stopped: watch::Receiver<bool>,
    /// `None` before the first round.
    origin: Option<Origin>,
    /// The file for new documents, kept open between rounds.
    newest: Option<Segment>,
    /// Documents whose removal has an event up to this one are out of the index.
    removed: u64,
}

impl Indexer {
    pub fn new(
        folder: PathBuf,
        store: Connection,
        head: watch::Sender<Cursor>,
        announce: watch::Sender<u64>,
        searched: Arc<Notify>,
        stopped: watch::Receiver<bool>,
    ) -> Self {
        Self { folder, store, head, announce, searched, stopped, origin: None, newest: None, removed: 0 }
    }

    pub fn run(mut self) {
        let_others_go_first();
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_time().build() else {
            warn!("could not start the search index; new documents will not be found");
            return;
        };
        let mut head = self.head.subscribe();
        while !self.is_stopped() {
            head.mark_unchanged();
            let done = self.catch_up();
            if let Err(error) = &done {
                warn!(%error, "could not update the search index; will try again");
                self.newest = None;
            }
            let goes_on = runtime.block_on(self.until_there_is_more(&mut head, done.is_err()));
            if !goes_on {
                return;
            }
        }
    }

    /// Waits for new documents, for the next look at the store, or for the next try after a failure. Returns whether the
    /// store is still open.
    async fn until_there_is_more(&mut self, head: &mut watch::Receiver<Cursor>, has_failed: bool) -> bool {
        let Self { searched, stopped, .. } = self;
        let burst = async {
            if has_failed {
                sleep(AFTER_FAILURE).await;
                return true;
            }
            until_due(head, searched).await
        };
        tokio::select! {
            _ = stopped.changed() => false,
            goes_on = burst => goes_on,
        }
    }

    /// The sender is dropped when the store is closed.
    fn is_stopped(&self) -> bool {
        self.stopped.has_changed().is_err()
    }

    /// Removes and adds documents according to the store; the head only wakes this thread.
    fn catch_up(&mut self) -> Result<(), StoreError> {
        let seq = queries::newest_seq(&self.store)?;
        announce_at_least(&self.head, seq);
        let origin = Origin { epoch: self.head.borrow().epoch, derivation: derivation::count(&self.store)? };
        if self.origin != Some(origin) {
            // All files are checked again, and those of another origin rebuilt.
            (self.origin, self.newest, self.removed) = (Some(origin), None, 0);
            self.announce.send_replace(0);
        }
        if *self.announce.borrow() == seq && self.removed == seq {
            return Ok(());
        }
        self.take_out(seq, origin)?;
        // Files that are complete aren't opened again.
        let first = self.first_number(seq)?;
        let from = first.max(segment::number_of(*self.announce.borrow()));
        for number in from..=segment::number_of(seq) {
            match self.fill(number, seq, origin) {
                Err(StoreError::Corrupt(reason)) => {
                    warn!(%reason, "a file of the search index is damaged; rebuilding it");
                    self.newest = None;
                    remove(&segment::file_of(&self.folder, number));
                    self.fill(number, seq, origin)?;
                }
                done => done?,
            }
        }
        self.announce.send_replace(seq);
        Ok(())
    }

    /// Removes the words of removed documents. A file without documents is deleted.
    fn take_out(&mut self, up_to: u64, origin: Origin) -> Result<(), StoreError> {
        let touched = self.numbers_of_removed()?;
        let is_first_round = self.removed == 0;
        if !touched.is_empty() || is_first_round {
            let first = self.first_number(up_to)?;
            for gone in segment::numbers(&self.folder).into_iter().filter(|number| *number < first) {
                remove(&segment::file_of(&self.folder, gone));
            }
        }
        for number in touched {
            let path = segment::file_of(&self.folder, number);
            if !path.exists() {
                continue;
            }
            match self.take_out_of(number, up_to, origin) {
                Err(StoreError::Corrupt(reason)) => {
                    warn!(%reason, "a file of the search index is damaged; checking all files");
                    self.origin = None;
                    remove(&path);
                    return Err(StoreError::Corrupt(reason));
                }
                done => done?,
            }
        }
        self.removed = up_to;
        Ok(())
    }

    fn take_out_of(&mut self, number: u64, up_to: u64, origin: Origin) -> Result<(), StoreError> {
        let mut file = self.open(number, origin)?;
        let since = self.removed.min(file.removed()?);
        let gone = self.removed_in(number, since)?;
        file.remove(&gone, up_to)?;
        self.keep(file, up_to);
        Ok(())
    }

    /// Returns the number of the oldest document's file.
    fn first_number(&self, seq: u64) -> Result<u64, StoreError> {
        let oldest: Option<u64> =
            self.store.query_row("SELECT min(seq) FROM document", [], |row| row.get(0))?;
        Ok(segment::number_of(oldest.unwrap_or(seq)))
    }

    fn numbers_of_removed(&self) -> Result<Vec<u64>, StoreError> {
        let mut statement =
            self.store.prepare_cached("SELECT DISTINCT seq / ?2 FROM removal WHERE at > ?1")?;
        let numbers = statement.query_map([self.removed, segment::DOCUMENTS], |row| row.get(0))?;
        Ok(numbers.collect::<Result<_, _>>()?)
    }

    fn removed_in(&self, number: u64, since: u64) -> Result<Vec<u64>, StoreError> {
        let mut statement =
            self.store.prepare_cached("SELECT seq FROM removal WHERE seq BETWEEN ?1 AND ?2 AND at > ?3")?;
        let range = [segment::first_of(number), segment::last_of(number), since];
        let gone = statement.query_map(range, |row| row.get(0))?;
        Ok(gone.collect::<Result<_, _>>()?)
    }

    fn fill(&mut self, number: u64, seq: u64, origin: Origin) -> Result<(), StoreError> {
        let mut file = self.open(number, origin)?;
        let mut at = file.progress()?;
        let last = segment::last_of(number).min(seq);
        while at < last && !self.is_stopped() {
            let (entries, up_to) = self.next(at.max(segment::first_of(number).saturating_sub(1)), last)?;
            file.add(&entries, up_to)?;
            at = up_to;
            self.announce.send_if_modified(|reached| {
                let goes_on = up_to > *reached;
                *reached = up_to.max(*reached);
                goes_on
            });
        }
        self.keep(file, seq);
        Ok(())
    }

    /// Returns the file that is open already, or opens one.
    fn open(&mut self, number: u64, origin: Origin) -> Result<Segment, StoreError> {
        match self.newest.take_if(|newest| newest.number == number) {
            Some(newest) => Ok(newest),
            None => Ok(Segment::open(&self.folder, number, origin)?),
        }
    }

    fn keep(&mut self, file: Segment, seq: u64) {
        if file.number == segment::number_of(seq) {
            self.newest = Some(file);
        }
    }

    /// Returns documents after `at`, and the place up to which they are complete.
    fn next(&self, at: u64, last: u64) -> Result<(Vec<IndexedText>, u64), StoreError> {
        let mut statement = self.store.prepare_cached(
            "SELECT seq, head, codec, raw FROM document WHERE seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3",
        )?;
        let mut rows = statement.query(params![at, last, BATCH])?;
        let mut entries = Vec::new();
        let mut bytes = 0;
        while let Some(row) = rows.next()? {
            let head = queries::read_head(&row.get::<_, String>(1)?)?;
            let body = match body::decode(row.get(2)?, row.get(3)?, head.bytes) {
                Ok(raw) => Text::from_bytes(&raw).source().to_owned(),
                // One damaged text must not keep all later ones out of the index.
                Err(StoreError::Corrupt(reason)) => {
                    warn!(document = head.id, %reason, "a damaged text is found by its title alone");
                    String::new()
                }
                Err(error) => return Err(error),
            };
            bytes += body.len();
            entries.push(IndexedText { seq: row.get(0)?, title: title_of(&head), body });
            if bytes > BATCH_BYTES {
                break;
            }
        }
        let is_full = entries.len() == BATCH || bytes > BATCH_BYTES;
        let reached = entries.last().map(|entry| entry.seq).filter(|_| is_full).unwrap_or(last);
        Ok((entries, reached))
    }
}

/// Returns the words to index in addition to a document's text.
pub(in crate::store) fn title_of(head: &DocumentHead) -> String {
    let stated = head.blocks.iter().flat_map(|block| [&block.summary.title, &block.summary.verdict]);
    let named = [&head.source.path, &head.source.session, &head.source.repository, &head.source.commit];
    let parts = named.into_iter().chain(stated).flatten();
    parts.fold(head.title.clone(), |title, part| title + "\n" + part)
}

/// Gives this thread what senders and readers leave of the processors: without that, a burst of documents takes twice as long.
#[cfg(target_os = "linux")]
fn let_others_go_first() {
    // Where it isn't allowed, all go at once.
    let _ = rustix::process::nice(NICE);
}

#[cfg(not(target_os = "linux"))]
fn let_others_go_first() {}

/// Deletes a file and what SQLite keeps beside it. One that can't be deleted is tried again at the next start.
fn remove(file: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        let _ = std::fs::remove_file(name);
    }
}
