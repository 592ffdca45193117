//! Texts of a burst are stored as received and compressed later: compressing a text takes as long as everything else that
//! is done to store it, and senders come first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params, params_from_iter};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::disk_space::{DiskSpace, TRIED_EVERY};
use crate::store::{StoreError, body};

/// The time without a write after which a burst is over.
const QUIET: Duration = Duration::from_millis(50);
/// A longer burst is compressed while it lasts, a little at a time.
const LONGEST_BURST: Duration = Duration::from_secs(2);
const NEXT_IN_BURST: Duration = Duration::from_millis(100);
/// The most rows and bytes of one transaction, whichever is reached first: senders wait for it.
const AT_ONCE: usize = 64;
const AT_ONCE_BYTES: usize = 8 * 1024 * 1024;
/// The row of `meta` with the place in the order from which on texts may be uncompressed.
const WAITING: &str = "unpacked";

/// Whether a burst is under way: from the first uncompressed text until all are compressed.
#[derive(Clone, Default)]
pub(super) struct Burst(Arc<AtomicBool>);

impl Burst {
    pub fn is_under_way(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Compresses texts between the jobs of the writer thread.
pub(super) struct Packer {
    timer: Runtime,
    burst: Burst,
    /// When to compress during a burst; `None` if there is nothing to compress.
    due: Option<Instant>,
}

impl Packer {
    /// Texts may be uncompressed since an earlier run.
    pub fn new(burst: Burst) -> std::io::Result<Self> {
        let timer = Builder::new_current_thread().enable_time().build()?;
        Ok(Self { timer, burst, due: Some(Instant::now() + LONGEST_BURST) })
    }

    /// Records that uncompressed texts are written.
    pub fn more_waits(&mut self) {
        self.due.get_or_insert_with(|| Instant::now() + LONGEST_BURST);
        self.burst.0.store(true, Ordering::Relaxed);
    }

    /// Returns the next job, or `None` once the queue is closed. Compresses texts while it waits, and tries a full disk
    /// again.
    pub fn next<T>(
        &mut self,
        connection: &mut Connection,
        queue: &mut mpsc::Receiver<T>,
        disk_space: &DiskSpace,
    ) -> Option<T> {
        while let Some(due) = self.due {
            let left = due.saturating_duration_since(Instant::now());
            if let Ok(job) = self.timer.block_on(async { timeout(QUIET.min(left), queue.recv()).await }) {
                return job;
            }
            let is_quiet = left > QUIET;
            while self.pack(connection) && is_quiet && queue.is_empty() && !queue.is_closed() {}
        }
        while disk_space.is_missing() {
            match self.timer.block_on(async { timeout(TRIED_EVERY, queue.recv()).await }) {
                Ok(job) => return job,
                Err(_) => disk_space.try_again(connection),
            }
        }
        queue.blocking_recv()
    }

    /// Compresses some texts. Returns whether there are more.
    fn pack(&mut self, connection: &mut Connection) -> bool {
        let others_wait = pack_some(connection).unwrap_or_else(|error| {
            tracing::warn!(%error, "could not compress texts; will try again after the next burst");
            false
        });
        self.due = others_wait.then(|| Instant::now() + NEXT_IN_BURST);
        self.burst.0.store(others_wait, Ordering::Relaxed);
        others_wait
    }
}

/// Saves that texts from this place on are uncompressed.
pub(super) fn remember(connection: &Connection, seq: u64) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO meta (name, value) VALUES (?1, ?2)")?
        .execute(params![WAITING, seq])?;
    Ok(())
}

/// Compresses some texts. Returns whether there are more.
fn pack_some(connection: &mut Connection) -> Result<bool, StoreError> {
    let Some(from) = waits_from(connection)? else { return Ok(false) };
    // Nothing that belongs to a document is removed while its row is taken out. It can't be set within a transaction.
    connection.pragma_update(None, "foreign_keys", false)?;
    let packed = pack_from(connection, from);
    connection.pragma_update(None, "foreign_keys", true)?;
    packed
}

fn waits_from(connection: &Connection) -> rusqlite::Result<Option<u64>> {
    let mut statement = connection.prepare_cached("SELECT value FROM meta WHERE name = ?1")?;
    statement.query_row([WAITING], |row| row.get(0)).optional()
}

/// Takes rows out and puts them in again with compressed texts. Rows that shrank where they are would leave their pages
/// half empty: SQLite joins pages only when it removes rows from them, and only if all are out before one is put in.
fn pack_from(connection: &mut Connection, from: u64) -> Result<bool, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let Packed { insert, rows, reached } = packed(&transaction, from)?;
    for (seq, _) in &rows {
        transaction.prepare_cached("DELETE FROM document WHERE seq = ?1")?.execute([seq])?;
    }
    for (_, columns) in rows {
        transaction.prepare_cached(&insert)?.execute(params_from_iter(columns))?;
    }
    if let Some(reached) = reached {
        transaction.execute("UPDATE meta SET value = ?2 WHERE name = ?1", params![WAITING, reached])?;
    } else {
        transaction.execute("DELETE FROM meta WHERE name = ?1", [WAITING])?;
    }
    transaction.commit()?;
    Ok(reached.is_some())
}

/// Some rows whose texts get shorter by being compressed, with compressed texts.
struct Packed {
    /// The statement that inserts a row.
    insert: String,
    /// Each with its place in the order.
    rows: Vec<(u64, Vec<Value>)>,
    /// Where to continue; `None` at the end.
    reached: Option<u64>,
}

fn packed(connection: &Connection, from: u64) -> rusqlite::Result<Packed> {
    let mut statement =
        connection.prepare_cached("SELECT * FROM document WHERE seq >= ?1 ORDER BY seq LIMIT ?2")?;
    let names = statement.column_names();
    let count = names.len();
    let insert =
        format!("INSERT INTO document ({}) VALUES ({})", names.join(", "), vec!["?"; count].join(", "));
    let (codec, raw) = (statement.column_index("codec")?, statement.column_index("raw")?);
    let mut found = statement.query(params![from, AT_ONCE])?;
    let mut packed = Packed { insert, rows: Vec::new(), reached: None };
    let (mut bytes, mut looked_at) = (0, 0);
    while let Some(row) = found.next()? {
        let seq = row.get("seq")?;
        looked_at += 1;
        if row.get::<_, i64>(codec)? == body::PLAIN {
            let text: Vec<u8> = row.get(raw)?;
            bytes += text.len();
            let (written, text) = body::encode(text.into());
            let value = |column| match column {
                column if column == codec => Ok(written.into()),
                column if column == raw => Ok(text.to_vec().into()),
                column => row.get(column),
            };
            if written != body::PLAIN {
                packed.rows.push((seq, (0..count).map(value).collect::<rusqlite::Result<_>>()?));
            }
        }
        if looked_at == AT_ONCE || bytes > AT_ONCE_BYTES {
            packed.reached = Some(seq + 1);
            break;
        }
    }
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use app::document::{DocumentHead, Source};
    use axum::body::Bytes;
    use rusqlite::{Connection, TransactionBehavior};

    use super::{WAITING, body, pack_some};
    use crate::store::Arrival;
    use crate::store::prepared::{Packing, Prepared};
    use crate::store::sqlite::changes::Changes;
    use crate::store::sqlite::connection;

    fn text(number: u64) -> Bytes {
        match number % 3 {
            0 => format!("short {number}").into(),
            _ => format!("a long line of text {number}, again and again\n").repeat(100).into(),
        }
    }

    fn store(connection: &mut Connection, numbers: std::ops::Range<u64>, packing: Packing) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
        let mut changes = Changes::begin(&transaction, 1).unwrap();
        for number in numbers {
            let raw = text(number);
            let head = DocumentHead {
                id: format!("id{number}"),
                bytes: raw.len() as u32,
                source: Source { session: Some("a session".to_owned()), ..Source::default() },
                ..DocumentHead::default()
            };
            changes.append(Prepared::of(Arrival::of(head, raw), packing)).unwrap();
        }
        changes.finish().unwrap();
        transaction.commit().unwrap();
    }

    fn count(connection: &Connection, condition: &str) -> u64 {
        let sql = format!("SELECT count(*) FROM document WHERE {condition}");
        connection.query_row(&sql, [], |row| row.get(0)).unwrap()
    }

    /// The pages of documents.
    fn pages(connection: &Connection) -> u64 {
        let sql = "SELECT count(*) FROM dbstat WHERE name = 'document'";
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    fn waits(connection: &Connection) -> bool {
        let mut statement = connection.prepare("SELECT 1 FROM meta WHERE name = ?1").unwrap();
        statement.exists([WAITING]).unwrap()
    }

    #[test]
    fn texts_of_a_burst_are_compressed_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("harmony.sqlite");
        let mut connection = connection::open_writer(&path, 1).unwrap().connection;
        store(&mut connection, 0..30, Packing::AtOnce);
        assert!(!waits(&connection));
        store(&mut connection, 30..330, Packing::Later);
        assert_eq!(count(&connection, "codec = 0 AND length(raw) > 1024"), 200);
        let pages_before = pages(&connection);

        // Another run continues.
        assert!(pack_some(&mut connection).unwrap());
        drop(connection);
        let mut connection = connection::open_writer(&path, 2).unwrap().connection;
        assert!(waits(&connection));
        while pack_some(&mut connection).unwrap() {}
        assert!(!waits(&connection));
        assert!(!pack_some(&mut connection).unwrap());

        assert_eq!(count(&connection, "codec = 0 AND length(raw) > 1024"), 0);
        assert_eq!(count(&connection, "codec = 0"), 110);
        assert!(pages(&connection) < pages_before / 4, "{} of {pages_before} pages", pages(&connection));
        let mut rows = connection.prepare("SELECT codec, raw FROM document ORDER BY seq").unwrap();
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        for (number, row) in (0..).zip(rows) {
            let (codec, stored) = row.unwrap();
            let expected = text(number);
            assert_eq!(body::decode(codec, stored, expected.len() as u32).unwrap(), expected);
        }
        // What belongs to a document is still there, and goes when the document does.
        let in_sessions = "seq IN (SELECT seq FROM facet WHERE session IS NOT NULL)";
        assert_eq!(count(&connection, in_sessions), 330);
        connection.execute("DELETE FROM document WHERE seq > 300", []).unwrap();
        let left: u64 = connection.query_row("SELECT count(*) FROM facet", [], |row| row.get(0)).unwrap();
        assert_eq!(left, 300);
    }
}
