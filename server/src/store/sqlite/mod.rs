//! The store in one file: one writer with group commit, a few readers, each on a thread of its own, since
//! SQLite blocks and the runtime's threads must not.

mod body;
mod bookmarks;
mod changes;
mod connection;
mod filter;
mod index;
mod queries;
mod readers;
mod search;
mod sessions;
mod versions;
mod writer;

use std::path::Path;

use app::api::{DocumentList, ListQuery, SessionList};
use app::event::{Cursor, Feed};
use app::track::Mention;
use tempfile::TempDir;
use tokio::sync::watch;

use super::{Answer, Arrival, Bookmark, OpenError, Receipt, Replay, Store, StoredDocument};
use filter::asked;
use index::Index;
use readers::Readers;
use writer::Writer;

pub struct SqliteStore {
    epoch: u32,
    head: watch::Receiver<Cursor>,
    writer: Writer,
    readers: Readers,
    index: Index,
    /// Declared last: the folder of a temporary store goes after the connections into it.
    _folder: Option<TempDir>,
}

impl SqliteStore {
    /// Opens the store in `path`, and makes it where there is none. A new store's order is of `new_epoch`.
    pub fn open(path: &Path, new_epoch: u32) -> Result<Self, OpenError> {
        Self::open_in(path, new_epoch, None)
    }

    /// A store that is gone when it is closed.
    pub fn temporary(new_epoch: u32) -> Result<Self, OpenError> {
        let folder = TempDir::with_prefix("harmony-")
            .map_err(|error| OpenError::Folder { path: std::env::temp_dir(), error })?;
        Self::open_in(&folder.path().join("harmony.sqlite"), new_epoch, Some(folder))
    }

    fn open_in(path: &Path, new_epoch: u32, folder: Option<TempDir>) -> Result<Self, OpenError> {
        let connection::Opened { connection, epoch, seq } = connection::open_writer(path, new_epoch)?;
        let unusable = |reason: String| OpenError::Unusable { path: path.to_owned(), reason };
        let (announce, head) = watch::channel(Cursor { epoch, seq });
        let readers = Readers::start(path).map_err(unusable)?;
        let writer = Writer::start(connection, announce).map_err(|error| unusable(error.to_string()))?;
        let store = connection::open_reader(path).map_err(|error| unusable(error.to_string()))?;
        let index = Index::start(path, store, head.clone()).map_err(|error| unusable(error.to_string()))?;
        Ok(Self { epoch, head, writer, readers, index, _folder: folder })
    }
}

impl Store for SqliteStore {
    fn append(&self, batch: Vec<Arrival>) -> Answer<'_, Vec<Receipt>> {
        Box::pin(self.writer.append(batch))
    }

    fn remove_samples(&self) -> Answer<'_, u32> {
        Box::pin(self.writer.remove_samples())
    }

    fn feed(&self) -> Answer<'_, Feed> {
        let epoch = self.epoch;
        Box::pin(self.readers.ask(move |connection| queries::feed(connection, epoch)))
    }

    fn list(&self, query: ListQuery) -> Answer<'_, DocumentList> {
        if asked(&query.text).is_none() {
            return Box::pin(self.readers.ask(move |connection| queries::list(connection, &query)));
        }
        Box::pin(async move {
            let newest = self.head.borrow().seq;
            let searched = self.index.caught_up(newest).await;
            let files = self.index.files();
            let found =
                self.readers.ask(move |connection| search::search(connection, &files, &query)).await?;
            Ok(DocumentList { not_searched: newest.saturating_sub(searched), ..found })
        })
    }

    fn get(&self, id: String) -> Answer<'_, Option<StoredDocument>> {
        Box::pin(self.readers.ask(move |connection| queries::get(connection, &id)))
    }

    fn sessions(&self, before: Option<u64>) -> Answer<'_, SessionList> {
        Box::pin(self.readers.ask(move |connection| sessions::list(connection, before)))
    }

    fn said(&self, session: String, up_to: Option<u64>) -> Answer<'_, Vec<Mention>> {
        Box::pin(self.readers.ask(move |connection| sessions::said(connection, &session, up_to)))
    }

    fn bookmark(&self, file: String) -> Answer<'_, Option<Bookmark>> {
        Box::pin(self.readers.ask(move |connection| bookmarks::find(connection, &file)))
    }

    fn mark(&self, file: String, bookmark: Bookmark) -> Answer<'_, ()> {
        Box::pin(self.writer.mark(file, bookmark))
    }

    fn replay(&self, after: Cursor, limit: u32) -> Answer<'_, Replay> {
        let epoch = self.epoch;
        Box::pin(self.readers.ask(move |connection| queries::replay(connection, epoch, after, limit)))
    }

    fn head(&self) -> watch::Receiver<Cursor> {
        self.head.clone()
    }
}
