//! Disk space. Only a failed write shows that the disk is full, so this is remembered until a write succeeds, which is
//! tried from time to time. A reserve makes it possible to delete documents from a full disk.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::connection::{JOURNAL_PAGES, PAGE_BYTES, private};

/// Shorter in tests.
pub(super) const TRIED_EVERY: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 5_000 });
/// Many times the usual length of a text.
const TRIED_BYTES: u32 = 256 * 1024;
/// The most by which the store grows when its journal is written back. A deletion needs that much room where the store
/// itself fills the disk.
pub(super) const RESERVE_BYTES: u64 = 32 * 1024 * 1024;
const _: () = assert!(RESERVE_BYTES > JOURNAL_PAGES as u64 * PAGE_BYTES as u64);
/// How long to wait for readers that use the journal.
const JOURNAL_HELD_FOR: Duration = Duration::from_millis(250);

/// Whether the disk was full at the last write.
#[derive(Clone, Default)]
pub(super) struct DiskSpace(Arc<AtomicBool>);

impl DiskSpace {
    pub fn is_missing(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub fn set_missing(&self, is_missing: bool) {
        self.0.store(is_missing, Ordering::Release);
    }

    /// Tries to allocate room within the store. The reserve is restored first, since its room can't be used otherwise.
    pub fn try_again(&self, connection: &mut Connection) {
        keep_reserve(connection);
        let tried = (|| -> rusqlite::Result<()> {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let take = "INSERT OR REPLACE INTO meta (name, value) VALUES ('room', zeroblob(?1))";
            transaction.execute(take, [TRIED_BYTES])?;
            transaction.execute("DELETE FROM meta WHERE name = 'room'", [])?;
            transaction.commit()
        })();
        self.set_missing(tried.is_err());
    }
}

/// Restores the reserve as far as there is room.
pub(super) fn keep_reserve(connection: &Connection) {
    let Some(path) = reserve_of(connection) else { return };
    let taken = private().create(true).append(true).open(path).and_then(|mut reserve| {
        let missing = RESERVE_BYTES.saturating_sub(reserve.metadata()?.len());
        // Written, since a sparse file takes no room.
        io::copy(&mut io::repeat(0).take(missing), &mut reserve)
    });
    if let Err(error) = taken {
        tracing::debug!(%error, "no room for the whole reserve");
    }
}

pub(super) fn take_reserve(connection: &Connection) {
    if let Some(path) = reserve_of(connection) {
        // It may have been taken already.
        let _ = std::fs::remove_file(path);
    }
}

/// Returns some of the store's free pages to the disk.
pub(super) fn give_back(connection: &Connection, pages: u32) -> rusqlite::Result<()> {
    connection.pragma(None, "incremental_vacuum", pages, |_| Ok(()))
}

fn reserve_of(connection: &Connection) -> Option<PathBuf> {
    let store = connection.path().filter(|path| !path.is_empty())?;
    Some(format!("{store}-reserve").into())
}

/// Empties the journal, which otherwise keeps what was overwritten in the store until it is reused. Returns whether it is
/// empty.
pub(super) fn empty_journal(connection: &Connection) -> rusqlite::Result<bool> {
    let patience: u32 = connection.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    connection.busy_timeout(JOURNAL_HELD_FOR)?;
    let is_held = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    connection.busy_timeout(Duration::from_millis(patience.into()))?;
    is_held.map(|is_held: bool| !is_held)
}
