//! The side of a copy that is a file.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, params_from_iter};
use tokio::sync::mpsc;

use super::parts::Part;
use super::value::{Sum, Value};
use super::{Batch, Progress};
use crate::store::OpenError;
use crate::store::StoreError;
use crate::store::sqlite::connection;

/// About how many bytes of rows are handed over at a time.
const BATCH_BYTES: usize = 1024 * 1024;
/// The row of `meta` with the progress of a copy into the file.
const COPYING: &str = "copying";

/// Opens a store whose rows all are of the same moment.
pub(super) fn open_source(file: &Path) -> Result<(Connection, String), OpenError> {
    let opened = connection::open_read_only(file)?;
    let unusable =
        |error: rusqlite::Error| OpenError::Unusable { path: file.to_owned(), reason: error.to_string() };
    opened.connection.execute_batch("BEGIN").map_err(unusable)?;
    let seq: u64 = opened
        .connection
        .query_row("SELECT coalesce(max(seq), 0) FROM event", [], |row| row.get(0))
        .map_err(unusable)?;
    Ok((opened.connection, format!("{}.{seq}", opened.epoch)))
}

/// Opens a file that is not in use before the copy is complete.
pub(super) fn open_target(file: &Path, epoch: u32) -> Result<Connection, OpenError> {
    let opened = connection::open_writer(file, epoch)?;
    let unusable =
        |error: rusqlite::Error| OpenError::Unusable { path: file.to_owned(), reason: error.to_string() };
    // What triggers would write is copied.
    opened.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).map_err(unusable)?;
    Ok(opened.connection)
}

pub(super) fn progress(connection: &Connection) -> Result<Option<Progress>, StoreError> {
    let mut statement = connection.prepare("SELECT value FROM meta WHERE name = ?1")?;
    let mut rows = statement.query([COPYING])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    Progress::read(&row.get::<_, String>(0)?).map(Some)
}

pub(super) fn set_progress(connection: &Connection, progress: &Progress) -> Result<(), StoreError> {
    connection.execute(
        "INSERT OR REPLACE INTO meta (name, value) VALUES (?1, ?2)",
        [COPYING, &progress.written()?],
    )?;
    Ok(())
}

/// Writes all of the copy into its one file. The progress stays there, where nobody looks for it: without it, a copy that is
/// interrupted before the file is in its place could not go on.
pub(super) fn finish(connection: &Connection) -> Result<(), StoreError> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(())
}

/// Reads the rows of a part, until nobody wants more. An empty batch is the end of them.
pub(super) fn read(
    connection: &Connection,
    part: &Part,
    batches: mpsc::Sender<Batch>,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare(&part.select_of_sqlite())?;
    let mut rows = statement.query([])?;
    let (mut batch, mut bytes) = (Batch::new(), 0);
    while let Some(row) = rows.next()? {
        let mut values = Vec::with_capacity(part.columns.len());
        for column in 0..part.columns.len() {
            values.push(Value::of_sqlite(row.get_ref(column)?)?);
        }
        bytes += values.iter().map(Value::bytes).sum::<usize>();
        batch.push(values);
        if bytes >= BATCH_BYTES {
            bytes = 0;
            if batches.blocking_send(std::mem::take(&mut batch)).is_err() {
                return Ok(());
            }
        }
    }
    for last in [batch, Batch::new()] {
        let _ = batches.blocking_send(last);
    }
    Ok(())
}

/// Writes the rows of a part, and the progress with them.
pub(super) fn write(
    connection: &mut Connection,
    part: &Part,
    batches: &mut mpsc::Receiver<Batch>,
    progress: &mut Progress,
) -> Result<Sum, StoreError> {
    let transaction = connection.transaction()?;
    let mut sum = Sum::default();
    let writes = part.writes_to_sqlite();
    loop {
        // Without an end, they are not all.
        let batch = batches.blocking_recv().ok_or(StoreError::Stopped)?;
        if batch.is_empty() {
            break;
        }
        for row in batch {
            for (sql, columns) in &writes {
                let values = columns.iter().filter_map(|column| row.get(*column));
                transaction.prepare_cached(sql)?.execute(params_from_iter(values))?;
            }
            sum.add(&row);
        }
    }
    progress.done.insert(part.table.to_owned(), sum);
    set_progress(&transaction, progress)?;
    transaction.commit()?;
    Ok(sum)
}
