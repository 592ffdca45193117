use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::document::DocumentHead;
use app::event::Cursor;
use app::text::Text;
use rusqlite::{Connection, Params, params};
use tokio::sync::{Notify, watch};
use tokio::time::sleep;
use tracing::warn;

use super::segment::{self, IndexedText, Segment};
use crate::store::announce::announce_at_least;
use crate::store::index_pace::{AFTER_FAILURE, until_due};
use crate::store::sqlite::queries;
use crate::store::{StoreError, body};

/// The most documents and bytes of a batch, whichever is reached first.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 8 * 1024 * 1024;

/// About a tenth of a processor that others want, too.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// A file is rebuilt if the words of more than one of so many of its documents changed: words are taken out much more slowly than
/// they are added.
const REBUILT_FROM: u64 = 8;

/// What the store has at the beginning of a round.
#[derive(Copy, Clone)]
struct Moment {
    epoch: u32,
    seq: u64,
    reworded: u64,
}

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
    epoch: Option<u32>,
    /// The file for new documents, kept open between rounds.
    newest: Option<Segment>,
    /// Documents whose removal has an event up to this one are out of the index.
    removed: u64,
    /// Words that changed up to this change are as they are now.
    reworded: u64,
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
        Self {
            folder,
            store,
            head,
            announce,
            searched,
            stopped,
            epoch: None,
            newest: None,
            removed: 0,
            reworded: 0,
        }
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
        let epoch = self.head.borrow().epoch;
        if self.epoch != Some(epoch) {
            // All files are checked again, and those of another epoch rebuilt.
            (self.epoch, self.newest, self.removed, self.reworded) = (Some(epoch), None, 0, 0);
            self.announce.send_replace(0);
        }
        let moment = Moment { epoch, seq, reworded: self.newest_reworded()? };
        if *self.announce.borrow() == seq && self.removed == seq && self.reworded == moment.reworded {
            return Ok(());
        }
        self.take_out(moment)?;
        self.reword(moment)?;
        // Files that are complete aren't opened again.
        let first = self.first_number(seq)?;
        let from = first.max(segment::number_of(*self.announce.borrow()));
        for number in from..=segment::number_of(seq) {
            match self.fill(number, moment) {
                Err(StoreError::Corrupt(reason)) => {
                    warn!(%reason, "a file of the search index is damaged; rebuilding it");
                    self.newest = None;
                    remove(&segment::file_of(&self.folder, number));
                    self.fill(number, moment)?;
                }
                done => done?,
            }
        }
        self.announce.send_replace(seq);
        Ok(())
    }

    /// Removes the words of removed documents. A file without documents is deleted.
    fn take_out(&mut self, moment: Moment) -> Result<(), StoreError> {
        let touched = self.numbers("SELECT DISTINCT seq / ?2 FROM removal WHERE at > ?1", self.removed)?;
        let is_first_round = self.removed == 0;
        if !touched.is_empty() || is_first_round {
            let first = self.first_number(moment.seq)?;
            for gone in segment::numbers(&self.folder).into_iter().filter(|number| *number < first) {
                remove(&segment::file_of(&self.folder, gone));
            }
        }
        self.change(touched, moment, Self::take_out_of)?;
        self.removed = moment.seq;
        Ok(())
    }

    fn take_out_of(&mut self, file: &mut Segment, moment: Moment) -> Result<(), StoreError> {
        let since = self.removed.min(file.removed()?);
        let gone = self.removed_in(file.number, since)?;
        Ok(file.remove(&gone, moment.seq)?)
    }

    /// Replaces the words of documents that were derived again.
    fn reword(&mut self, moment: Moment) -> Result<(), StoreError> {
        let touched =
            self.numbers("SELECT DISTINCT seq / ?2 FROM reworded WHERE number > ?1", self.reworded)?;
        self.change(touched, moment, Self::reword_in)?;
        self.reworded = moment.reworded;
        Ok(())
    }

    /// Those that aren't indexed yet will be as they are then.
    fn reword_in(&mut self, file: &mut Segment, moment: Moment) -> Result<(), StoreError> {
        let since = file.reworded()?;
        let (mut at, last) = (segment::first_of(file.number).saturating_sub(1), file.progress()?);
        let count: u64 = self
            .store
            .prepare_cached("SELECT count(*) FROM reworded WHERE seq > ?1 AND seq <= ?2 AND number > ?3")?
            .query_row([at, last, since], |row| row.get(0))?;
        if count > last.saturating_sub(at) / REBUILT_FROM {
            file.begin_again(moment.epoch, moment.reworded)?;
            self.announce.send_modify(|reached| *reached = at.min(*reached));
            return Ok(());
        }
        while at < last && !self.is_stopped() {
            let texts = "SELECT seq, head, codec, raw FROM reworded JOIN document USING (seq)
                 WHERE seq > ?1 AND seq <= ?2 AND number > ?4 ORDER BY seq LIMIT ?3";
            let (entries, reached) = self.texts(texts, params![at, last, BATCH, since], last)?;
            file.replace(&entries, if reached < last { since } else { moment.reworded })?;
            at = reached;
        }
        Ok(())
    }

    /// Changes the files with these numbers that exist.
    fn change(
        &mut self,
        numbers: Vec<u64>,
        moment: Moment,
        change: impl Fn(&mut Self, &mut Segment, Moment) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        for number in numbers {
            let path = segment::file_of(&self.folder, number);
            if !path.exists() {
                continue;
            }
            let changed = self.open(number, moment).and_then(|mut file| {
                change(self, &mut file, moment)?;
                self.keep(file, moment);
                Ok(())
            });
            if let Err(StoreError::Corrupt(reason)) = &changed {
                warn!(%reason, "a file of the search index is damaged; checking all files");
                self.epoch = None;
                remove(&path);
            }
            changed?;
        }
        Ok(())
    }

    fn newest_reworded(&self) -> Result<u64, StoreError> {
        let newest: u64 = self
            .store
            .prepare_cached("SELECT coalesce(max(number), 0) FROM reworded")?
            .query_row([], |row| row.get(0))?;
        // The documents of later changes may have gone.
        Ok(newest.max(self.reworded))
    }

    /// Returns the numbers of the files that a query finds.
    fn numbers(&self, query: &str, since: u64) -> Result<Vec<u64>, StoreError> {
        let mut statement = self.store.prepare_cached(query)?;
        let numbers = statement.query_map([since, segment::DOCUMENTS], |row| row.get(0))?;
        Ok(numbers.collect::<Result<_, _>>()?)
    }

    /// Returns the number of the oldest document's file.
    fn first_number(&self, seq: u64) -> Result<u64, StoreError> {
        let oldest: Option<u64> =
            self.store.query_row("SELECT min(seq) FROM document", [], |row| row.get(0))?;
        Ok(segment::number_of(oldest.unwrap_or(seq)))
    }

    fn removed_in(&self, number: u64, since: u64) -> Result<Vec<u64>, StoreError> {
        let mut statement =
            self.store.prepare_cached("SELECT seq FROM removal WHERE seq BETWEEN ?1 AND ?2 AND at > ?3")?;
        let range = [segment::first_of(number), segment::last_of(number), since];
        let gone = statement.query_map(range, |row| row.get(0))?;
        Ok(gone.collect::<Result<_, _>>()?)
    }

    fn fill(&mut self, number: u64, moment: Moment) -> Result<(), StoreError> {
        let mut file = self.open(number, moment)?;
        let mut at = file.progress()?;
        let last = segment::last_of(number).min(moment.seq);
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
        self.keep(file, moment);
        Ok(())
    }

    /// Returns the file that is open already, or opens one.
    fn open(&mut self, number: u64, moment: Moment) -> Result<Segment, StoreError> {
        match self.newest.take_if(|newest| newest.number == number) {
            Some(newest) => Ok(newest),
            None => Ok(Segment::open(&self.folder, number, moment.epoch, moment.reworded)?),
        }
    }

    fn keep(&mut self, file: Segment, moment: Moment) {
        if file.number == segment::number_of(moment.seq) {
            self.newest = Some(file);
        }
    }

    /// Returns documents after `at`, and the place up to which they are complete.
    fn next(&self, at: u64, last: u64) -> Result<(Vec<IndexedText>, u64), StoreError> {
        let texts =
            "SELECT seq, head, codec, raw FROM document WHERE seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3";
        self.texts(texts, params![at, last, BATCH], last)
    }

    /// Returns the documents of a batch that a query finds, and the place up to which they are complete.
    fn texts(
        &self,
        query: &str,
        values: impl Params,
        last: u64,
    ) -> Result<(Vec<IndexedText>, u64), StoreError> {
        let mut statement = self.store.prepare_cached(query)?;
        let mut rows = statement.query(values)?;
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
