//! The side of a copy that is a database.

use futures_util::TryStreamExt;
use tokio::sync::mpsc;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};

use super::parts::{PARTS, Part};
use super::value::{Sum, Value};
use super::{Batch, CopyError, Progress};
use crate::store::postgres::sql::{Database, Pool, Sql, Transaction, as_key, as_name, connect};
use crate::store::postgres::{in_use, migrations, partitions, queries};
use crate::store::{OpenError, StoreError};

const ROWS_OF_BATCH: usize = 500;
/// The row of `meta` with the progress of a copy into the database, which nobody opens meanwhile.
pub(in crate::store) const COPYING: &str = "copying";

pub(super) async fn open(address: &str, new_epoch: Option<u32>) -> Result<Pool, OpenError> {
    let database = Database::named(address).map_err(|reason| OpenError::Database { reason })?;
    let pool = database.pool().map_err(|reason| OpenError::Database { reason })?;
    migrations::run(&pool, new_epoch).await?;
    Ok(pool)
}

/// Returns a connection that keeps everybody else out of the database until it is closed.
pub(super) async fn hold_alone(pool: &Pool) -> Result<Sql, CopyError> {
    let sql = connect(pool).await?;
    // It reads whole tables.
    sql.run("SET statement_timeout = 0").await?;
    if in_use::take(&sql, in_use::HOLD_ALONE).await? { Ok(sql) } else { Err(CopyError::InUse) }
}

/// Returns a store whose rows all are of the same moment.
pub(super) async fn open_source(address: &str) -> Result<(Transaction, String), OpenError> {
    let failed = |error: StoreError| OpenError::Database { reason: error.to_string() };
    let pool = open(address, None).await?;
    let moment = Transaction::moment(&pool).await.map_err(failed)?;
    moment
        .run("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
        .await
        .map_err(failed)?;
    if queries::has_meta(&moment, COPYING).await.map_err(failed)? {
        return Err(OpenError::UnfinishedCopy);
    }
    let cursor = queries::cursor(&moment).await.map_err(failed)?;
    Ok((moment, format!("{}.{}", cursor.epoch, cursor.seq)))
}

async fn progress(sql: &Sql) -> Result<Option<Progress>, StoreError> {
    let row = sql.row("SELECT value FROM meta WHERE name = $1", &[&COPYING]).await?;
    row.map(|row| Progress::read(row.try_get(0)?)).transpose()
}

async fn set_progress(sql: &Sql, progress: &Progress) -> Result<(), StoreError> {
    sql.execute(
        "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        &[&COPYING, &progress.written()?],
    )
    .await?;
    Ok(())
}

/// Begins a copy into an empty store, or goes on with an earlier one.
pub(super) async fn start(pool: &Pool, source: String, restarts: bool) -> Result<Progress, CopyError> {
    let transaction = begin(pool).await?;
    // Waits for whoever changes the store: all who do lock the order, and find none afterwards.
    transaction.run("LOCK TABLE shard").await?;
    let progress = match progress(&transaction).await? {
        None if !is_empty(&transaction).await? => {
            return Err(CopyError::NotEmpty { to: "the database".to_owned() });
        }
        Some(earlier) if !restarts && earlier.source == source => return Ok(earlier),
        Some(_) if !restarts => return Err(CopyError::Changed),
        _ => Progress::of(source),
    };
    clear(&transaction).await?;
    set_progress(&transaction, &progress).await?;
    transaction.commit().await?;
    Ok(progress)
}

/// Returns whether the store has nothing that anybody would miss: a server that starts writes the formats of its team.
async fn is_empty(sql: &Sql) -> Result<bool, StoreError> {
    let missed = PARTS.iter().filter(|part| !["catalog", "meta", "shard"].contains(&part.table));
    let found: Vec<String> = missed.map(|part| format!("EXISTS (SELECT 1 FROM {})", part.table)).collect();
    let statement =
        format!("SELECT NOT (EXISTS (SELECT 1 FROM shard WHERE seq > 0) OR {})", found.join(" OR "));
    Ok(sql.one(&statement, &[]).await?.try_get(0)?)
}

/// Removes what an earlier copy wrote, and the order.
async fn clear(sql: &Sql) -> Result<(), StoreError> {
    let tables: Vec<&str> = PARTS.iter().map(|part| part.table).collect();
    sql.run(&format!("TRUNCATE {}, word; UPDATE indexed SET seq = 0", tables.join(", "))).await
}

/// Begins a transaction that may take long.
async fn begin(pool: &Pool) -> Result<Transaction, StoreError> {
    let transaction = Transaction::begin(pool).await?;
    transaction
        .run("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
        .await?;
    Ok(transaction)
}

/// Reads the rows of a part, until nobody wants more. An empty batch is the end of them.
pub(super) async fn read(sql: &Sql, part: &Part, batches: mpsc::Sender<Batch>) -> Result<(), StoreError> {
    let rows = sql.stream(&part.select_of_postgres()).await?;
    tokio::pin!(rows);
    let mut batch = Batch::new();
    while let Some(row) = rows.try_next().await? {
        let mut values = Vec::with_capacity(part.columns.len());
        for column in 0..part.columns.len() {
            values.push(Value::of_postgres(&row, column)?);
        }
        batch.push(values);
        if batch.len() == ROWS_OF_BATCH && batches.send(std::mem::take(&mut batch)).await.is_err() {
            return Ok(());
        }
    }
    for last in [batch, Batch::new()] {
        let _ = batches.send(last).await;
    }
    Ok(())
}

/// Writes the rows of a part, and the progress with them.
pub(super) async fn write(
    pool: &Pool,
    part: &Part,
    batches: &mut mpsc::Receiver<Batch>,
    progress: &mut Progress,
) -> Result<Sum, StoreError> {
    let transaction = begin(pool).await?;
    let table = part.table;
    if table == "text" {
        for row in transaction.rows("SELECT DISTINCT day FROM document", &[]).await? {
            partitions::create(&transaction, row.try_get(0)?).await?;
        }
    }
    // What triggers would write is copied.
    transaction.run(&format!("ALTER TABLE {table} DISABLE TRIGGER USER")).await?;
    let types = transaction.types(&part.select_of_postgres()).await?;
    let sum = copy_in(&transaction, part, &types, batches).await?;
    transaction.run(&format!("ALTER TABLE {table} ENABLE TRIGGER USER")).await?;
    if let Some(column) = part.numbered {
        let next = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), coalesce(max({column}), 0) + 1, false) FROM {table}"
        );
        transaction.rows(&next, &[]).await?;
    }
    progress.done.insert(table.to_owned(), sum);
    set_progress(&transaction, progress).await?;
    transaction.commit().await?;
    Ok(sum)
}

async fn copy_in(
    sql: &Sql,
    part: &Part,
    types: &[Type],
    batches: &mut mpsc::Receiver<Batch>,
) -> Result<Sum, StoreError> {
    let sink = sql.copy_in(&part.copy_into_postgres()).await?;
    let writer = BinaryCopyInWriter::new(sink, types);
    tokio::pin!(writer);
    let mut sum = Sum::default();
    loop {
        // Without an end, they are not all.
        let batch = batches.recv().await.ok_or(StoreError::Stopped)?;
        if batch.is_empty() {
            break;
        }
        for mut row in batch {
            shorten(part, &mut row);
            let values: Vec<&(dyn ToSql + Sync)> =
                row.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
            writer.as_mut().write(&values).await?;
            sum.add(&row);
        }
    }
    writer.finish().await?;
    Ok(sum)
}

/// Shortens the names of a row that an index has no room for, as the store does.
fn shorten(part: &Part, row: &mut [Value]) {
    for (column, value) in part.columns.iter().zip(row) {
        let Value::Text(text) = value else { continue };
        let stored = match (part.table, *column) {
            ("inbox_item" | "inbox_choice", "key" | "topic") | ("document", "series") => as_key(text),
            (_, "session" | "name" | "agent" | "model" | "file" | "key" | "target_type" | "target_id") => {
                as_name(text)
            }
            _ => continue,
        };
        *text = stored.into_owned();
    }
}

/// The copy is complete, and everybody may use the database.
pub(super) async fn finish(sql: &Sql) -> Result<(), StoreError> {
    sql.run("ANALYZE").await?;
    sql.execute("DELETE FROM meta WHERE name = $1", &[&COPYING]).await?;
    // Otherwise, the end of the connection does it.
    let _ = sql.rows(in_use::RELEASE, &[]).await;
    Ok(())
}
