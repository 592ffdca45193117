//! What is quarantined, was released, or was quarantined before.

use app::quarantine::{Period, Quarantined, Quarantines, Released};
use tokio_postgres::Row;

use crate::store::StoreError;
use crate::store::postgres::sql::{Sql, Unsigned, Values, as_name};
use crate::store::sqlite::quarantines::queries::{CHANGES, PeriodRow, RELEASES, origin, periods_of};
use crate::store::sqlite::quarantines::rows::read_record;

const COLUMNS: &str = "quarantine.record, quarantine.origin, at_ms, ends_ms, document.id
    FROM quarantine LEFT JOIN document ON document.seq = quarantine.document";

/// Returns up to `most` active quarantines, newest first, and the last releases.
pub(in crate::store::postgres) async fn active(
    sql: &Sql,
    now_ms: i64,
    most: u32,
) -> Result<Quarantines, StoreError> {
    let statement = format!(
        "SELECT {COLUMNS} WHERE is_active AND (ends_ms IS NULL OR ends_ms > $1)
         ORDER BY place DESC, quarantine.number DESC, quarantine.id DESC LIMIT $2"
    );
    let active = quarantined(sql, &statement, &[&now_ms, &i64::from(most)]).await?;
    let count = "SELECT count(*) FROM quarantine WHERE is_active AND (ends_ms IS NULL OR ends_ms > $1)";
    let count = sql.one(count, &[&now_ms]).await?.unsigned(0)?;
    let rows = sql
        .rows(
            "SELECT target_type, target_id, at, quarantine.origin, document.id, at_ms
             FROM quarantine LEFT JOIN document ON document.seq = quarantine.document
             WHERE record IS NULL ORDER BY place DESC, quarantine.number DESC, quarantine.id DESC LIMIT $1",
            &[&i64::from(most.min(RELEASES))],
        )
        .await?;
    let mut released = Vec::with_capacity(rows.len());
    for row in rows {
        released.push(Released {
            target_type: row.try_get(0)?,
            target_id: row.try_get(1)?,
            released_at: row.try_get(2)?,
            origin: origin(row.try_get(3)?),
            document: row.try_get(4)?,
            at_ms: row.try_get(5)?,
        });
    }
    Ok(Quarantines { active, count, released, ..Quarantines::default() })
}

/// Returns up to `most` active quarantines of a type of target, newest first.
pub(in crate::store::postgres) async fn of_type(
    sql: &Sql,
    target_type: &str,
    now_ms: i64,
    most: u32,
) -> Result<Vec<Quarantined>, StoreError> {
    let statement = format!(
        "SELECT {COLUMNS} WHERE target_type = $1 AND is_active AND (ends_ms IS NULL OR ends_ms > $2)
         ORDER BY place DESC, quarantine.number DESC, quarantine.id DESC LIMIT $3"
    );
    quarantined(sql, &statement, &[&target_type, &now_ms, &i64::from(most)]).await
}

pub(in crate::store::postgres) async fn find(
    sql: &Sql,
    (target_type, target_id): (&str, &str),
    now_ms: i64,
) -> Result<Option<Quarantined>, StoreError> {
    let statement = format!(
        "SELECT {COLUMNS} WHERE target_type = $1 AND target_id = $2 AND is_active
           AND (ends_ms IS NULL OR ends_ms > $3)"
    );
    let (target_type, target_id) = (as_name(target_type), as_name(target_id));
    let found = quarantined(sql, &statement, &[&target_type.as_ref(), &target_id.as_ref(), &now_ms]).await?;
    Ok(found.into_iter().next())
}

/// Returns whether the time of an active quarantine is over.
pub(in crate::store::postgres) async fn due(sql: &Sql, now_ms: i64) -> Result<bool, StoreError> {
    sql.exists("SELECT 1 FROM quarantine WHERE is_active AND ends_ms <= $1 LIMIT 1", &[&now_ms]).await
}

/// Returns the times during which targets of a type were quarantined.
pub(in crate::store::postgres) async fn periods(
    sql: &Sql,
    target_type: &str,
    names: &[String],
) -> Result<Vec<Period>, StoreError> {
    let mut periods = Vec::new();
    for target_id in names {
        let rows = sql
            .rows(
                "SELECT record, at_ms, ends_ms FROM quarantine WHERE target_type = $1 AND target_id = $2
                 ORDER BY place, number, id LIMIT $3",
                &[&target_type, &as_name(target_id).as_ref(), &i64::from(CHANGES)],
            )
            .await?;
        let change = |row: &Row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
        let changes = rows.iter().map(change).collect::<Result<Vec<PeriodRow>, StoreError>>()?;
        periods.extend(periods_of((target_type, target_id), changes)?);
    }
    Ok(periods)
}

/// Returns what is known of the records in Redis.
pub(in crate::store::postgres) async fn mirror(sql: &Sql) -> Result<Option<String>, StoreError> {
    let row = sql.row("SELECT value FROM meta WHERE name = 'mirror'", &[]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

async fn quarantined(sql: &Sql, statement: &str, values: Values<'_>) -> Result<Vec<Quarantined>, StoreError> {
    let quarantined = |row: &Row| {
        Ok(Quarantined {
            record: read_record(row.try_get(0)?)?,
            origin: origin(row.try_get(1)?),
            document: row.try_get(4)?,
            from_ms: row.try_get(2)?,
            ends_ms: row.try_get(3)?,
        })
    };
    sql.rows(statement, values).await?.iter().map(quarantined).collect()
}
