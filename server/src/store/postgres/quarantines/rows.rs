//! The rows of changes, and which of them is active.

use app::quarantine::QuarantineChange;

use crate::store::StoreError;
use crate::store::postgres::inbox;
use crate::store::postgres::sql::{Sql, Unsigned, as_name, clean};
use crate::store::sqlite::quarantines::rows::{ActiveRow, NewRow, Target, read_record, record_of};

/// Returns a target as rows name it.
pub(super) fn stored((target_type, target_id): (&str, &str)) -> Target {
    (as_name(target_type).into_owned(), as_name(target_id).into_owned())
}

pub(super) async fn insert(sql: &Sql, row: &NewRow<'_>) -> Result<(), StoreError> {
    let (target_type, target_id) = row.change.target();
    let (at_ms, ends_ms) = row.times();
    sql.execute(
        "INSERT INTO quarantine
           (target_type, target_id, place, number, record, at, at_ms, ends_ms, origin, document, is_active)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false)",
        &[
            &as_name(target_type).as_ref(),
            &as_name(target_id).as_ref(),
            &row.place.cast_signed(),
            &(row.number as i64),
            &record_of(row.change)?,
            &clean(row.change.at()).as_ref(),
            &at_ms,
            &ends_ms,
            &row.origin.as_str(),
            &row.document.map(u64::cast_signed),
        ],
    )
    .await?;
    Ok(())
}

/// Returns where an earlier version of the same source stated the same, which is not said again.
pub(super) async fn first_stated(
    sql: &Sql,
    series: &str,
    before: u64,
    change: &QuarantineChange,
) -> Result<Option<u64>, StoreError> {
    let (target_type, target_id) = change.target();
    let row = sql
        .one(
            "SELECT min(place) FROM quarantine JOIN document ON document.seq = quarantine.document
             WHERE target_type = $1 AND target_id = $2 AND record IS NOT DISTINCT FROM $3 AND at = $4 AND series = $5
               AND quarantine.document < $6",
            &[
                &as_name(target_type).as_ref(),
                &as_name(target_id).as_ref(),
                &record_of(change)?,
                &clean(change.at()).as_ref(),
                &series,
                &before.cast_signed(),
            ],
        )
        .await?;
    Ok(row.try_get::<_, Option<i64>>(0)?.map(i64::cast_unsigned))
}

pub(in crate::store::postgres) async fn active(
    sql: &Sql,
    (target_type, target_id): (&str, &str),
) -> Result<Option<ActiveRow>, StoreError> {
    let row = sql
        .row(
            "SELECT id, record, place, at_ms, ends_ms FROM quarantine
             WHERE target_type = $1 AND target_id = $2 AND is_active",
            &[&as_name(target_type).as_ref(), &as_name(target_id).as_ref()],
        )
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(ActiveRow {
        id: row.try_get(0)?,
        record: read_record(row.try_get(1)?)?,
        place: row.unsigned(2)?,
        at_ms: row.try_get(3)?,
        ends_ms: row.try_get(4)?,
    }))
}

/// Makes the newest change of a target decide.
pub(super) async fn settle(sql: &Sql, target: (&str, &str)) -> Result<(), StoreError> {
    let (target_type, target_id) = stored(target);
    sql.execute(
        "UPDATE quarantine SET is_active = record IS NOT NULL AND id = (
           SELECT id FROM quarantine WHERE target_type = $1 AND target_id = $2
           ORDER BY place DESC, number DESC, id DESC LIMIT 1)
         WHERE target_type = $1 AND target_id = $2",
        &[&target_type, &target_id],
    )
    .await?;
    inbox::settle_quarantine_item(sql, (&target_type, &target_id)).await
}
