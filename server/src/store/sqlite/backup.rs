//! Backups: copies of the store, made while it is in use.

use std::fs::File;
use std::path::Path;

use app::event::{Cursor, Envelope, Event};
use rusqlite::{Connection, params};
use tempfile::NamedTempFile;

use super::{connection, queries};
use crate::store::BackUpError;

/// The size of a backup.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BackedUp {
    pub documents: u64,
    pub bytes: u64,
}

/// Copies the store in `from` to a new file, which appears once it is complete, checked and on disk.
pub fn back_up(from: &Path, to: &Path) -> Result<BackedUp, BackUpError> {
    let store = connection::open_as_it_is(from)?;
    if to.exists() {
        return Err(BackUpError::Exists { path: to.to_owned() });
    }
    let target = |reason: String| BackUpError::Target { path: to.to_owned(), reason };
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let copy = NamedTempFile::with_prefix_in(".harmony-backup-", folder)
        .map_err(|error| target(error.to_string()))?;
    let name = copy.path().to_str().ok_or_else(|| target("its name is not UTF-8".to_owned()))?;
    // A snapshot, whoever writes meanwhile. SQLite's online backup would start over at each commit.
    store.execute("VACUUM INTO ?1", [name]).map_err(|error| target(error.to_string()))?;
    let documents = close(copy.path())?;
    let finished = || -> std::io::Result<u64> {
        copy.as_file().sync_all()?;
        Ok(copy.as_file().metadata()?.len())
    };
    let bytes = finished().map_err(|error| target(error.to_string()))?;
    copy.persist_noclobber(to).map_err(|error| target(error.error.to_string()))?;
    // Syncing the folder puts the name on disk, too.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| target(error.to_string()))?;
    }
    Ok(BackedUp { documents, bytes })
}

/// Checks the copy and marks it as one. Returns how many documents it has.
fn close(copy: &Path) -> Result<u64, BackUpError> {
    let damaged = |reason: String| BackUpError::Damaged { reason };
    let failed = |error: rusqlite::Error| damaged(error.to_string());
    let copy = Connection::open(copy).map_err(failed)?;
    copy.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('restored', 1)", []).map_err(failed)?;
    let checked: String =
        copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if checked != "ok" {
        return Err(damaged(checked));
    }
    copy.query_row("SELECT count(*) FROM document", [], |row| row.get(0)).map_err(failed)
}

/// Returns whether this is a backup that is opened for the first time.
pub(super) fn is_restored(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(connection.execute("DELETE FROM meta WHERE name = 'restored'", [])? > 0)
}

/// Starts a new epoch. The order continues from the backup, but viewers may have seen later events of the original; with
/// an epoch of its own nobody resumes in the wrong order.
pub(super) fn begin_epoch(connection: &Connection, new_epoch: u32) -> rusqlite::Result<()> {
    connection.execute("UPDATE meta SET value = max(?1, value + 1) WHERE name = 'epoch'", [new_epoch])?;
    let epoch = connection.query_row("SELECT value FROM meta WHERE name = 'epoch'", [], |row| row.get(0))?;
    let cursor = Cursor { epoch, seq: queries::newest_seq(connection)? };
    // Numbers and constants, which always serialize.
    let frame =
        serde_json::to_string(&Envelope { cursor, event: Event::DocumentsReread }).unwrap_or_default();
    connection.execute("DELETE FROM event WHERE seq < ?1", [cursor.seq])?;
    connection.execute("UPDATE event SET frame = ?2 WHERE seq = ?1", params![cursor.seq, frame])?;
    Ok(())
}
