//! The partitions of texts: one for each day on which documents were received.

use app::reading::DAY_MS;

use super::sql::Sql;
use crate::store::StoreError;

/// Returns the days since 1970.
pub(in crate::store) fn day_of(ms: i64) -> i64 {
    ms.div_euclid(DAY_MS)
}

/// Creates the partition of a day if it doesn't exist.
pub(in crate::store) async fn create(sql: &Sql, day: i64) -> Result<(), StoreError> {
    if sql.one("SELECT to_regclass($1) IS NOT NULL", &[&name_of(day)]).await?.try_get(0)? {
        return Ok(());
    }
    let (name, next) = (name_of(day), day + 1);
    // Texts are compressed already, and are read one at a time: most have room in their row.
    // Attached afterwards, since that waits for nobody who reads, such as a backup.
    sql.run(&format!(
        "CREATE TABLE {name} (LIKE text, CHECK (day >= {day} AND day < {next})) WITH (toast_tuple_target = 8160);
         ALTER TABLE {name} ALTER COLUMN raw SET STORAGE EXTERNAL;
         ALTER TABLE text ATTACH PARTITION {name} FOR VALUES FROM ({day}) TO ({next})"
    ))
    .await
}

/// Drops the texts of days that are over and of which no document is left, and deletes the texts of removed documents beside
/// pinned ones.
pub(in crate::store) async fn drop_before(sql: &Sql, before_ms: i64) -> Result<(), StoreError> {
    let first_kept = day_of(before_ms);
    for day in days(sql).await?.into_iter().filter(|day| *day < first_kept) {
        if sql.exists("SELECT 1 FROM document WHERE day = $1 LIMIT 1", &[&day]).await? {
            sql.execute(
                "DELETE FROM text WHERE day = $1 AND seq NOT IN (SELECT seq FROM document WHERE day = $1)",
                &[&day],
            )
            .await?;
        } else if !drop_table(sql, &name_of(day)).await? {
            break;
        }
    }
    Ok(())
}

/// Drops a table unless somebody reads it, such as a backup: everybody else would wait with this. Returns whether it is gone.
async fn drop_table(sql: &Sql, name: &str) -> Result<bool, StoreError> {
    sql.run("SAVEPOINT dropping; SET LOCAL lock_timeout = '200ms'").await?;
    match sql.run(&format!("DROP TABLE {name}")).await {
        Err(StoreError::Busy) => {
            sql.run("ROLLBACK TO dropping").await?;
            Ok(false)
        }
        dropped => {
            dropped?;
            sql.run("SET LOCAL lock_timeout = 0; RELEASE dropping").await?;
            Ok(true)
        }
    }
}

async fn days(sql: &Sql) -> Result<Vec<i64>, StoreError> {
    let rows = sql
        .rows(
            "SELECT relname::text FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
             WHERE inhparent = 'text'::regclass",
            &[],
        )
        .await?;
    let mut days = Vec::with_capacity(rows.len());
    for row in rows {
        let name: String = row.try_get(0)?;
        days.extend(name.strip_prefix(PREFIX).and_then(|day| day.parse::<i64>().ok()));
    }
    days.sort_unstable();
    Ok(days)
}

const PREFIX: &str = "text_of_day_";

fn name_of(day: i64) -> String {
    // A clock before 1970 has negative days, which have a name of their own.
    if day < 0 { format!("{PREFIX}before_1970_{}", day.unsigned_abs()) } else { format!("{PREFIX}{day}") }
}
