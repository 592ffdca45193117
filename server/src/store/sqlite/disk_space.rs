//! Room on the disk. Whether there is some is told by writing alone: that none was left is remembered until something
//! could be written again, which is tried from time to time. Some is kept in reserve, so that what is here can be deleted
//! from a full disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::connection::{JOURNAL_PAGES, PAGE_BYTES};

/// Tests don't wait so long.
pub(super) const TRIED_EVERY: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 5_000 });
/// Room for a text of usual length many times over.
const TRIED_BYTES: u32 = 256 * 1024;
/// So much the store grows at the most when its journal is folded in, which a deletion needs where the store itself has
/// taken all of the disk; the journal's own room is free then.
pub(super) const RESERVE_BYTES: u64 = 32 * 1024 * 1024;
const _: () = assert!(RESERVE_BYTES > JOURNAL_PAGES as u64 * PAGE_BYTES as u64);
/// A reader that looks at an earlier moment holds the journal, but never for long.
const JOURNAL_HELD_FOR: Duration = Duration::from_millis(250);

/// Whether none was left when something was written last.
#[derive(Clone, Default)]
pub(super) struct DiskSpace(Arc<AtomicBool>);

impl DiskSpace {
    pub fn is_missing(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub fn set_missing(&self, is_missing: bool) {
        self.0.store(is_missing, Ordering::Release);
    }

    /// Takes room and gives it back to the store, which has it for what comes next. The reserve comes first: room that
    /// would be taken for it is none.
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

/// As much of it as there is room for.
pub(super) fn keep_reserve(connection: &Connection) {
    let Some(path) = reserve_of(connection) else { return };
    let taken = File::options().create(true).append(true).open(path).and_then(|mut reserve| {
        let missing = RESERVE_BYTES.saturating_sub(reserve.metadata()?.len());
        // Written, for a file that only says how long it is takes no room.
        io::copy(&mut io::repeat(0).take(missing), &mut reserve)
    });
    if let Err(error) = taken {
        tracing::debug!(%error, "there is no room for a whole reserve");
    }
}

pub(super) fn take_reserve(connection: &Connection) {
    if let Some(path) = reserve_of(connection) {
        // Where it was taken before, there is none.
        let _ = std::fs::remove_file(path);
    }
}

/// Some of the pages that are free within the store go back to the disk.
pub(super) fn give_back(connection: &Connection, pages: u32) -> rusqlite::Result<()> {
    connection.pragma(None, "incremental_vacuum", pages, |_| Ok(()))
}

fn reserve_of(connection: &Connection) -> Option<PathBuf> {
    let store = connection.path().filter(|path| !path.is_empty())?;
    Some(format!("{store}-reserve").into())
}

/// What was overwritten in the store stays in its journal until that is used again; emptied, it is gone from there too,
/// and its room is free. Says whether it is empty.
pub(super) fn empty_journal(connection: &Connection) -> rusqlite::Result<bool> {
    let patience: u32 = connection.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    connection.busy_timeout(JOURNAL_HELD_FOR)?;
    let is_held = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    connection.busy_timeout(Duration::from_millis(patience.into()))?;
    is_held.map(|is_held: bool| !is_held)
}
