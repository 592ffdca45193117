//! One file of the index: the words of a range of documents.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

use super::words;

/// Documents whose places in the order share a file. Old documents go by the file, for deleting single rows from
/// such an index is its slowest operation.
pub(super) const DOCUMENTS: u64 = 1 << 16;

/// A change of what stands in the files makes them anew.
const LAYOUT: u32 = 3;

/// So few a person deletes: their words leave the file at once. Where more go, the file is rewritten in parts as they
/// add up, for to rewrite it takes seconds.
const HANDFUL: usize = 16;

/// What the words in a file were taken from; a file of another origin is made anew.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub epoch: u32,
    pub derivation: u64,
}

pub(super) fn number_of(seq: u64) -> u64 {
    seq / DOCUMENTS
}

pub(super) fn first_of(number: u64) -> u64 {
    number * DOCUMENTS
}

pub(super) fn last_of(number: u64) -> u64 {
    first_of(number) + (DOCUMENTS - 1)
}

pub(super) fn file_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:08}.sqlite"))
}

/// All files, newest first.
pub(super) fn numbers(folder: &Path) -> Vec<u64> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let number = |entry: std::io::Result<std::fs::DirEntry>| {
        let name = entry.ok()?.file_name();
        name.to_str()?.strip_suffix(".sqlite")?.parse().ok()
    };
    let mut numbers: Vec<u64> = entries.filter_map(number).collect();
    numbers.sort_unstable_by(|left, right| right.cmp(left));
    numbers
}

/// A document's words on their way into the index.
pub(super) struct IndexedText {
    pub seq: u64,
    pub title: String,
    pub body: String,
}

pub(super) struct Segment {
    pub number: u64,
    connection: Connection,
}

impl Segment {
    /// Opens the file to write, and makes it where there is none, or where it is of another layout or origin.
    pub fn open(folder: &Path, number: u64, origin: Origin) -> rusqlite::Result<Self> {
        let path = file_of(folder, number);
        let mut connection = Connection::open(&path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // Derived data: what a power cut takes is made again from the documents.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "secure_delete", true)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let layout = layout_of(&transaction)?;
        let Origin { epoch, derivation } = origin;
        if layout != LAYOUT || origin_of(&transaction)? != Some(origin) {
            transaction.execute_batch(include_str!("segment.sql"))?;
            transaction.execute(
                "INSERT INTO progress (epoch, derivation, seq, removed) VALUES (?1, ?2, 0, 0)",
                params![epoch, derivation],
            )?;
            transaction.pragma_update(None, "user_version", LAYOUT)?;
        }
        transaction.commit()?;
        Ok(Self { number, connection })
    }

    /// Up to where the documents of the file are in it.
    pub fn progress(&self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT seq FROM progress", [], |row| row.get(0))
    }

    /// The newest event whose documents were taken out.
    pub fn removed(&self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT removed FROM progress", [], |row| row.get(0))
    }

    /// Takes out the words of documents that went with events up to `up_to`.
    pub fn remove(&mut self, gone: &[u64], up_to: u64) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut delete = transaction.prepare_cached("DELETE FROM word WHERE rowid = ?1")?;
            for seq in gone {
                delete.execute([seq])?;
            }
        }
        transaction.execute("UPDATE progress SET removed = max(removed, ?1)", [up_to])?;
        let is_handful = (1..=HANDFUL).contains(&gone.len());
        if is_handful {
            transaction.execute("INSERT INTO word (word) VALUES ('optimize')", [])?;
        }
        transaction.commit()?;
        if is_handful {
            // So that they leave the file's journal too; where a reader holds it, the next time does.
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        }
        Ok(())
    }

    /// Takes documents in and says how far that brought it; those that are in it already are passed by.
    pub fn add(&mut self, entries: &[IndexedText], up_to: u64) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done: u64 = transaction.query_row("SELECT seq FROM progress", [], |row| row.get(0))?;
        {
            let mut insert =
                transaction.prepare_cached("INSERT INTO word (rowid, title, body) VALUES (?1, ?2, ?3)")?;
            for entry in entries.iter().filter(|entry| entry.seq > done) {
                let (title, body) = (words::for_index(&entry.title), words::for_index(&entry.body));
                insert.execute(params![entry.seq, title, body])?;
            }
        }
        transaction.execute("UPDATE progress SET seq = max(seq, ?1)", [up_to])?;
        transaction.commit()
    }
}

/// The places of documents that hold all the words, newest first. A file that is not there holds none.
pub(super) fn find(
    folder: &Path,
    number: u64,
    question: &str,
    before: u64,
    limit: usize,
) -> rusqlite::Result<Vec<u64>> {
    let path = file_of(folder, number);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let connection = Connection::open_with_flags(
        &path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(Duration::from_secs(5))?;
    // It is there, but the indexer has not set it up yet.
    if layout_of(&connection)? != LAYOUT {
        return Ok(Vec::new());
    }
    let mut statement = connection
        .prepare("SELECT rowid FROM word WHERE word MATCH ?1 AND rowid < ?2 ORDER BY rowid DESC LIMIT ?3")?;
    let found = statement.query_map(params![question, before, limit], |row| row.get(0))?;
    found.collect()
}

fn layout_of(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn origin_of(connection: &Connection) -> rusqlite::Result<Option<Origin>> {
    let origin = |row: &rusqlite::Row<'_>| Ok(Origin { epoch: row.get(0)?, derivation: row.get(1)? });
    connection.query_row("SELECT epoch, derivation FROM progress", [], origin).optional()
}
