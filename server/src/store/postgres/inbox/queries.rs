//! What waits, and what a person did with it.

use std::collections::{BTreeMap, HashMap};

use app::inbox::{Handled, Item, ItemKind};

use crate::store::postgres::sql::{Sql, Unsigned, as_key};
use crate::store::sqlite::inbox::queries::read_item;
use crate::store::{InboxChoice, StoreError, Waiting, WaitingQuery};

/// An item is left out while it is snoozed, and once it ended by itself.
const IS_SHOWN: &str =
    "(snoozed_until_ms IS NULL OR snoozed_until_ms <= $1) AND (ends_ms IS NULL OR ends_ms > $1)";

/// Returns the first items in the order of a list, and how many there are of each kind.
pub(in crate::store::postgres) async fn waiting(
    sql: &Sql,
    query: WaitingQuery,
) -> Result<Waiting, StoreError> {
    let WaitingQuery { kind, most, now_ms } = query;
    let statement = format!(
        "SELECT item FROM inbox_item WHERE ($3::text IS NULL OR kind = $3) AND is_open AND {IS_SHOWN}
         ORDER BY urgency DESC, at_ms DESC, id DESC LIMIT $2"
    );
    let rows = sql.rows(&statement, &[&now_ms, &i64::from(most), &kind.map(ItemKind::as_str)]).await?;
    let items = rows.iter().map(|row| read_item(row.try_get(0)?)).collect::<Result<_, StoreError>>()?;
    let mut counts: BTreeMap<ItemKind, u64> = ItemKind::ALL.into_iter().map(|kind| (kind, 0)).collect();
    let statement = format!(
        "SELECT kind, open, (
           SELECT count(*) FROM inbox_item WHERE inbox_item.kind = inbox_count.kind AND is_open
             AND (snoozed_until_ms IS NOT NULL OR ends_ms IS NOT NULL) AND NOT ({IS_SHOWN}))
         FROM inbox_count"
    );
    for row in sql.rows(&statement, &[&now_ms]).await? {
        if let Some(kind) = ItemKind::named(row.try_get(0)?) {
            counts.insert(kind, row.unsigned(1)?.saturating_sub(row.unsigned(2)?));
        }
    }
    Ok(Waiting { items, counts })
}

/// Returns what a person did with items, of those with which anything was done.
pub(in crate::store::postgres) async fn choices(
    sql: &Sql,
    keys: &[String],
) -> Result<HashMap<String, InboxChoice>, StoreError> {
    let asked: HashMap<_, _> = keys.iter().map(|key| (as_key(key), key)).collect();
    let stored: Vec<&str> = asked.keys().map(|key| key.as_ref()).collect();
    let rows =
        sql.rows("SELECT key, at_ms, until_ms FROM inbox_choice WHERE key = ANY($1)", &[&stored]).await?;
    let mut choices = HashMap::new();
    for row in rows {
        let Some(key) = asked.get(row.try_get::<_, &str>(0)?) else { continue };
        let key = String::clone(key);
        let until_ms: Option<i64> = row.try_get(2)?;
        let handled = Some(until_ms.map_or(Handled::Done, Handled::Until));
        choices.insert(key.clone(), InboxChoice { key, handled, at_ms: row.try_get(1)? });
    }
    Ok(choices)
}

/// Returns the items that a person was done with last. Versions of a source share an item.
pub(in crate::store::postgres) async fn done(sql: &Sql, most: u32) -> Result<Vec<Item>, StoreError> {
    let rows = sql
        .rows(
            "SELECT choice.at_ms, (SELECT item FROM inbox_item WHERE key = choice.key ORDER BY id DESC LIMIT 1)
             FROM inbox_choice AS choice
             WHERE until_ms IS NULL AND EXISTS (SELECT 1 FROM inbox_item WHERE key = choice.key)
             ORDER BY choice.at_ms DESC, choice.key COLLATE \"C\" LIMIT $1",
            &[&i64::from(most)],
        )
        .await?;
    rows.iter()
        .map(|row| Ok(Item { done_ms: Some(row.try_get(0)?), ..read_item(row.try_get(1)?)? }))
        .collect()
}

/// Returns the items that are hidden until a time, the next to return first.
pub(in crate::store::postgres) async fn snoozed(
    sql: &Sql,
    most: u32,
    now_ms: i64,
) -> Result<Vec<Item>, StoreError> {
    let rows = sql
        .rows(
            "SELECT choice.until_ms, waiting.item
             FROM inbox_choice AS choice CROSS JOIN LATERAL (
               SELECT item FROM inbox_item WHERE key = choice.key AND is_open
                 AND (ends_ms IS NULL OR ends_ms > $1) ORDER BY id DESC LIMIT 1) AS waiting
             WHERE choice.until_ms > $1 ORDER BY choice.until_ms, choice.key COLLATE \"C\" LIMIT $2",
            &[&now_ms, &i64::from(most)],
        )
        .await?;
    rows.iter()
        .map(|row| Ok(Item { until_ms: Some(row.try_get(0)?), ..read_item(row.try_get(1)?)? }))
        .collect()
}

/// Returns whether an item has that key.
pub(in crate::store::postgres) async fn has(sql: &Sql, key: &str) -> Result<bool, StoreError> {
    // A key has no such character, which the database refuses.
    let statement = "SELECT 1 FROM inbox_item WHERE key = $1 AND key <> '' LIMIT 1";
    Ok(!key.contains('\0') && sql.exists(statement, &[&as_key(key).as_ref()]).await?)
}

/// Returns some sessions that have to be folded, with the token of each.
pub(in crate::store::postgres) async fn due(sql: &Sql, most: u32) -> Result<Vec<(String, i64)>, StoreError> {
    let rows = sql.rows("SELECT session, token FROM session_due LIMIT $1", &[&i64::from(most)]).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
