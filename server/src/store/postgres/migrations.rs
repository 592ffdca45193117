//! The schema of the database, and how it is brought up to date.

use super::sql::{Pool, Transaction, Unsigned};
use crate::store::{OpenError, StoreError};

/// Each is a version of the schema; a version that was released is never changed.
const MIGRATIONS: [&str; 8] = [
    include_str!("migrations/1_documents.sql"),
    include_str!("migrations/2_sessions.sql"),
    include_str!("migrations/3_quarantines.sql"),
    include_str!("migrations/4_health.sql"),
    include_str!("migrations/5_decisions.sql"),
    include_str!("migrations/6_access.sql"),
    include_str!("migrations/7_speed.sql"),
    include_str!("migrations/8_index.sql"),
];

/// Held while the schema changes, so that servers that start together don't do it twice.
const LOCK: i64 = 0x0068_6172_6d6f_6e79;

/// Brings the schema up to date. Creates it for a new order with `new_epoch`.
pub(in crate::store) async fn run(pool: &Pool, new_epoch: Option<u32>) -> Result<(), OpenError> {
    let known = MIGRATIONS.len() as u64;
    match migrate(pool, new_epoch).await {
        Ok(None) => Err(OpenError::EmptyDatabase),
        Ok(Some(found)) if found > known => Err(OpenError::NewerDatabase { found, known }),
        Ok(Some(_)) => Ok(()),
        Err(error) => Err(OpenError::Database { reason: error.to_string() }),
    }
}

/// Returns the version that was found; `None` if there is no schema, and none is to be created.
async fn migrate(pool: &Pool, new_epoch: Option<u32>) -> Result<Option<u64>, StoreError> {
    let transaction = Transaction::begin(pool).await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let is_there =
        transaction.one("SELECT to_regclass('schema_version') IS NOT NULL", &[]).await?.try_get(0)?;
    let done = match (is_there, new_epoch) {
        (true, _) => transaction.one("SELECT version FROM schema_version", &[]).await?.unsigned(0)?,
        (false, Some(_)) => 0,
        (false, None) => return Ok(None),
    };
    let missing = MIGRATIONS.get(usize::try_from(done).unwrap_or(usize::MAX)..).unwrap_or_default();
    for migration in missing {
        transaction.run(migration).await?;
    }
    if let Some(new_epoch) = new_epoch.filter(|_| !is_there) {
        let begin = "INSERT INTO shard (number, epoch, seq, totals) VALUES (0, $1, 0, NULL)";
        transaction.execute(begin, &[&i64::from(new_epoch)]).await?;
        transaction
            .run("CREATE TABLE schema_version (version BIGINT); INSERT INTO schema_version VALUES (0)")
            .await?;
    }
    if !missing.is_empty() {
        transaction.execute("UPDATE schema_version SET version = $1", &[&(MIGRATIONS.len() as i64)]).await?;
    }
    transaction.commit().await?;
    Ok(Some(done))
}
