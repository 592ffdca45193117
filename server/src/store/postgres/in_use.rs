//! Whoever uses the database shares a lock, which a copy into the database holds alone.

use std::time::Duration;

use tokio::time::sleep;

use super::sql::Sql;
use crate::store::StoreError;

/// Calls a function of the lock, of which each schema has its own.
macro_rules! of_lock {
    ($function:literal) => {
        concat!("SELECT ", $function, "(1668247673, 'shard'::regclass::oid::int4)")
    };
}

/// Until the connection is closed.
pub(super) const SHARE: &str = of_lock!("pg_try_advisory_lock_shared");
/// Until the end of the transaction.
pub(super) const SHARE_FOR_NOW: &str = of_lock!("pg_try_advisory_xact_lock_shared");
/// Until it is released, or the connection is closed.
pub(in crate::store) const HOLD_ALONE: &str = of_lock!("pg_try_advisory_lock");
pub(in crate::store) const RELEASE: &str = of_lock!("pg_advisory_unlock");

const TRIED_EVERY: Duration = Duration::from_millis(100);
const TRIES: u32 = 30;

/// Takes the lock. Tries for a while, since the database may notice a little later that a connection is closed.
pub(in crate::store) async fn take(sql: &Sql, lock: &str) -> Result<bool, StoreError> {
    for _ in 0..TRIES {
        if sql.one(lock, &[]).await?.try_get(0)? {
            return Ok(true);
        }
        sleep(TRIED_EVERY).await;
    }
    Ok(false)
}
