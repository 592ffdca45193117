//! What is quarantined, was released, or was quarantined before.

use app::quarantine::{Origin, Period, Quarantined, Quarantines, Released};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::rows::read_record;
use crate::store::StoreError;

/// The last releases that are listed.
pub(in crate::store) const RELEASES: u32 = 50;
/// The most changes of one target that are looked through.
pub(in crate::store) const CHANGES: u32 = 10_000;

const COLUMNS: &str = "quarantine.record, quarantine.origin, at_ms, ends_ms, document.id
    FROM quarantine LEFT JOIN document ON document.seq = quarantine.document";

/// Returns up to `most` active quarantines, newest first, and the last releases.
pub(crate) fn active(connection: &mut Connection, now_ms: i64, most: u32) -> Result<Quarantines, StoreError> {
    let moment = connection.transaction()?;
    let mut statement = moment.prepare_cached(&format!(
        "SELECT {COLUMNS} WHERE is_active = 1 AND (ends_ms IS NULL OR ends_ms > ?1)
         ORDER BY place DESC, number DESC, quarantine.id DESC LIMIT ?2"
    ))?;
    let rows = statement.query_map(params![now_ms, most], read)?;
    let active = rows.map(|row| quarantined(row?)).collect::<Result<Vec<_>, _>>()?;
    let count = moment
        .prepare_cached(
            "SELECT count(*) FROM quarantine WHERE is_active = 1 AND (ends_ms IS NULL OR ends_ms > ?1)",
        )?
        .query_row([now_ms], |row| row.get(0))?;
    let mut statement = moment.prepare_cached(
        "SELECT target_type, target_id, at, quarantine.origin, document.id, at_ms
         FROM quarantine LEFT JOIN document ON document.seq = quarantine.document
         WHERE record IS NULL ORDER BY place DESC, number DESC, quarantine.id DESC LIMIT ?1",
    )?;
    let released = statement.query_map([most.min(RELEASES)], |row| {
        Ok(Released {
            target_type: row.get(0)?,
            target_id: row.get(1)?,
            released_at: row.get(2)?,
            origin: origin(&row.get::<_, String>(3)?),
            document: row.get(4)?,
            at_ms: row.get(5)?,
        })
    })?;
    let released = released.collect::<Result<_, _>>()?;
    Ok(Quarantines { active, count, released, ..Quarantines::default() })
}

/// Returns up to `most` active quarantines of a type of target, newest first.
pub(crate) fn of_type(
    connection: &mut Connection,
    target_type: &str,
    now_ms: i64,
    most: u32,
) -> Result<Vec<Quarantined>, StoreError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} WHERE target_type = ?1 AND is_active = 1 AND (ends_ms IS NULL OR ends_ms > ?2)
         ORDER BY place DESC, number DESC, quarantine.id DESC LIMIT ?3"
    ))?;
    let rows = statement.query_map(params![target_type, now_ms, most], read)?;
    rows.map(|row| quarantined(row?)).collect()
}

pub(crate) fn find(
    connection: &mut Connection,
    (target_type, target_id): (&str, &str),
    now_ms: i64,
) -> Result<Option<Quarantined>, StoreError> {
    let found = connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} WHERE target_type = ?1 AND target_id = ?2 AND is_active = 1
               AND (ends_ms IS NULL OR ends_ms > ?3)"
        ))?
        .query_row(params![target_type, target_id, now_ms], read)
        .optional()?;
    found.map(quarantined).transpose()
}

/// Returns whether the time of an active quarantine is over.
pub(crate) fn due(connection: &Connection, now_ms: i64) -> Result<bool, StoreError> {
    Ok(connection
        .prepare_cached("SELECT 1 FROM quarantine WHERE is_active = 1 AND ends_ms <= ?1")?
        .exists([now_ms])?)
}

/// Returns the times during which targets of a type were quarantined.
pub(crate) fn periods(
    connection: &Connection,
    target_type: &str,
    names: &[String],
) -> Result<Vec<Period>, StoreError> {
    let mut periods = Vec::new();
    let mut statement = connection.prepare_cached(
        "SELECT record, at_ms, ends_ms FROM quarantine WHERE target_type = ?1 AND target_id = ?2
         ORDER BY place, number, id LIMIT ?3",
    )?;
    for target_id in names {
        let changes = statement.query_map(params![target_type, target_id, CHANGES], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
        let changes = changes.collect::<Result<Vec<PeriodRow>, _>>()?;
        periods.extend(periods_of((target_type, target_id), changes)?);
    }
    Ok(periods)
}

/// The record of a change, if it adds one, when it happened, and when it ends by itself.
pub(in crate::store) type PeriodRow = (Option<String>, i64, Option<i64>);

/// Returns the times during which a target was quarantined, by its changes in order.
pub(in crate::store) fn periods_of(
    (target_type, target_id): (&str, &str),
    changes: Vec<PeriodRow>,
) -> Result<Vec<Period>, StoreError> {
    let mut periods = Vec::new();
    let mut open: Option<Period> = None;
    for (record, from_ms, until_ms) in changes {
        // The next change ends a period, whether it releases the target or quarantines it again.
        if let Some(before) = open.take() {
            let until_ms = before.until_ms.map_or(from_ms, |ends_ms| ends_ms.min(from_ms));
            periods.push(Period { until_ms: Some(until_ms), ..before });
        }
        let Some(record) = record else { continue };
        open = Some(Period {
            target_type: target_type.to_owned(),
            target_id: target_id.to_owned(),
            reason: read_record(&record)?.reason,
            from_ms,
            until_ms,
        });
    }
    periods.extend(open);
    Ok(periods)
}

/// Returns what is known of the records in Redis.
pub(crate) fn mirror(connection: &Connection) -> Result<Option<String>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT value FROM meta WHERE name = 'mirror'")?
        .query_row([], |row| row.get(0))
        .optional()?)
}

type Read = (String, String, i64, Option<i64>, Option<String>);

fn read(row: &Row<'_>) -> rusqlite::Result<Read> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}

fn quarantined((record, from, from_ms, ends_ms, document): Read) -> Result<Quarantined, StoreError> {
    Ok(Quarantined { record: read_record(&record)?, origin: origin(&from), document, from_ms, ends_ms })
}

/// A newer Harmony may know others.
pub(in crate::store) fn origin(name: &str) -> Origin {
    Origin::named(name).unwrap_or(Origin::Api)
}
