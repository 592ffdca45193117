//! One file of the index: the words of a range of documents.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};

use crate::store::words;

/// The documents per file. Old documents are removed by the file, since deleting rows is the slowest operation of such
/// an index.
pub(super) const DOCUMENTS: u64 = 1 << 16;

/// The version of the files' layout; files of another one are rebuilt.
const LAYOUT: u32 = 4;

/// Up to so many documents, as a person deletes them, a file is rewritten at once, which takes seconds. After larger
/// deletions SQLite rewrites it in parts, as more is written.
const HANDFUL: usize = 16;

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

/// Returns the numbers of all files, newest first.
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

/// A document to index.
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
    /// Opens a file for writing. Creates it if it doesn't exist or is of another layout or epoch; its documents
    /// are then added as they are after the last change of words.
    pub fn open(folder: &Path, number: u64, epoch: u32, reworded: u64) -> rusqlite::Result<Self> {
        let path = file_of(folder, number);
        let mut connection = Connection::open(&path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // Derived data: what a power cut loses is indexed again.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "secure_delete", true)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let layout = layout_of(&transaction)?;
        if layout != LAYOUT || epoch_of(&transaction)? != Some(epoch) {
            begin(&transaction, epoch, reworded)?;
        }
        transaction.commit()?;
        Ok(Self { number, connection })
    }

    /// Empties the file, whose documents are then added as they are after the last change of words.
    pub fn begin_again(&mut self, epoch: u32, reworded: u64) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        begin(&transaction, epoch, reworded)?;
        transaction.commit()
    }

    /// Up to where the documents of the file are in it.
    pub fn progress(&self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT seq FROM progress", [], |row| row.get(0))
    }

    /// The newest event whose documents were taken out.
    pub fn removed(&self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT removed FROM progress", [], |row| row.get(0))
    }

    /// The last change of words that is in the file.
    pub fn reworded(&self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT reworded FROM progress", [], |row| row.get(0))
    }

    /// Takes out the words of documents that went with events up to `up_to`.
    pub fn remove(&mut self, gone: &[u64], up_to: u64) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        delete(&transaction, gone.iter().copied())?;
        transaction.execute("UPDATE progress SET removed = max(removed, ?1)", [up_to])?;
        let is_handful = (1..=HANDFUL).contains(&gone.len());
        if is_handful {
            transaction.execute("INSERT INTO word (word) VALUES ('optimize')", [])?;
        }
        transaction.commit()?;
        if is_handful {
            // Removes them from the file's journal, too; if a reader uses it, the next removal does.
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        }
        Ok(())
    }

    /// Indexes documents up to a place in the order. Those that are indexed already are skipped.
    pub fn add(&mut self, entries: &[IndexedText], up_to: u64) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done: u64 = transaction.query_row("SELECT seq FROM progress", [], |row| row.get(0))?;
        insert(&transaction, entries.iter().filter(|entry| entry.seq > done))?;
        transaction.execute("UPDATE progress SET seq = max(seq, ?1)", [up_to])?;
        transaction.commit()
    }

    /// Replaces the words of documents that are indexed already, up to a change of words.
    pub fn replace(&mut self, entries: &[IndexedText], up_to: u64) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        delete(&transaction, entries.iter().map(|entry| entry.seq))?;
        insert(&transaction, entries.iter())?;
        transaction.execute("UPDATE progress SET reworded = max(reworded, ?1)", [up_to])?;
        transaction.commit()
    }
}

fn begin(transaction: &Transaction<'_>, epoch: u32, reworded: u64) -> rusqlite::Result<()> {
    transaction.execute_batch(include_str!("segment.sql"))?;
    transaction.execute(
        "INSERT INTO progress (epoch, seq, removed, reworded) VALUES (?1, 0, 0, ?2)",
        params![epoch, reworded],
    )?;
    transaction.pragma_update(None, "user_version", LAYOUT)
}

fn delete(transaction: &Transaction<'_>, mut seqs: impl Iterator<Item = u64>) -> rusqlite::Result<()> {
    let mut delete = transaction.prepare_cached("DELETE FROM word WHERE rowid = ?1")?;
    seqs.try_for_each(|seq| delete.execute([seq]).map(drop))
}

fn insert<'e>(
    transaction: &Transaction<'_>,
    entries: impl Iterator<Item = &'e IndexedText>,
) -> rusqlite::Result<()> {
    let mut insert =
        transaction.prepare_cached("INSERT INTO word (rowid, title, body) VALUES (?1, ?2, ?3)")?;
    for entry in entries {
        let (title, body) = (words::for_index(&entry.title), words::for_index(&entry.body));
        insert.execute(params![entry.seq, title, body])?;
    }
    Ok(())
}

/// Returns the documents in a file that match a query, newest first. A missing file has none.
pub(super) fn find(
    folder: &Path,
    number: u64,
    query: &str,
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
    // The indexer has not initialized it yet.
    if layout_of(&connection)? != LAYOUT {
        return Ok(Vec::new());
    }
    let mut statement = connection
        .prepare("SELECT rowid FROM word WHERE word MATCH ?1 AND rowid < ?2 ORDER BY rowid DESC LIMIT ?3")?;
    let found = statement.query_map(params![query, before, limit], |row| row.get(0))?;
    found.collect()
}

fn layout_of(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn epoch_of(connection: &Connection) -> rusqlite::Result<Option<u32>> {
    connection.query_row("SELECT epoch FROM progress", [], |row| row.get(0)).optional()
}
