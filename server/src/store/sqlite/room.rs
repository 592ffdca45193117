//! Room on the disk. Whether there is some is told by writing alone: that none was left is remembered until something
//! could be written again, which is tried from time to time. A little is kept in reserve, so that what is here can be
//! deleted from a full disk.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

/// Tests don't wait so long.
pub(super) const TRIED_EVERY: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 5_000 });
/// Room for a text of usual length many times over.
const TRIED_BYTES: u32 = 256 * 1024;
/// What a few deletions write.
const RESERVE_BYTES: usize = 2 * 1024 * 1024;
/// A reader that looks at an earlier moment holds the journal, but never for long.
const JOURNAL_HELD_FOR: Duration = Duration::from_millis(250);

/// Whether none was left when something was written last.
#[derive(Clone, Default)]
pub(super) struct Room(Arc<AtomicBool>);

impl Room {
    pub fn is_missing(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub fn set_missing(&self, is_missing: bool) {
        self.0.store(is_missing, Ordering::Release);
    }

    /// Takes room and gives it back to the store, which has it for what comes next.
    pub fn try_again(&self, connection: &mut Connection) {
        let tried = (|| -> rusqlite::Result<()> {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let take = "INSERT OR REPLACE INTO meta (name, value) VALUES ('room', zeroblob(?1))";
            transaction.execute(take, [TRIED_BYTES])?;
            transaction.execute("DELETE FROM meta WHERE name = 'room'", [])?;
            transaction.commit()
        })();
        self.set_missing(tried.is_err());
        if tried.is_ok() {
            keep_reserve(connection);
        }
    }
}

/// As much of it as there is room for.
pub(super) fn keep_reserve(connection: &Connection) {
    let Some(path) = reserve_of(connection) else { return };
    let is_whole = path.metadata().is_ok_and(|file| file.len() >= RESERVE_BYTES as u64);
    if !is_whole {
        // Written, for a file that only says how long it is takes no room.
        let written = File::create(&path).and_then(|mut file| file.write_all(&vec![0; RESERVE_BYTES]));
        if let Err(error) = written {
            tracing::debug!(%error, "there is no room for a whole reserve");
        }
    }
}

pub(super) fn take_reserve(connection: &Connection) {
    if let Some(path) = reserve_of(connection) {
        // Where it was taken before, there is none.
        let _ = std::fs::remove_file(path);
    }
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
