//! What waits, and what a person did with it.

use std::collections::{BTreeMap, HashMap};

use app::inbox::{Handled, Item, ItemKind};
use rusqlite::{Connection, OptionalExtension, params};

use crate::store::{InboxChoice, StoreError, Waiting, WaitingQuery};

/// An item is left out while it is snoozed, and once it ended by itself.
const IS_SHOWN: &str =
    "(snoozed_until_ms IS NULL OR snoozed_until_ms <= ?1) AND (ends_ms IS NULL OR ends_ms > ?1)";

/// Returns the first items in the order of a list, and how many there are of each kind.
pub(crate) fn waiting(connection: &mut Connection, query: WaitingQuery) -> Result<Waiting, StoreError> {
    let WaitingQuery { kind, most, now_ms } = query;
    let moment = connection.transaction()?;
    let of_kind = if kind.is_some() { "kind = ?3 AND" } else { "?3 IS NULL AND" };
    let mut statement = moment.prepare_cached(&format!(
        "SELECT item FROM inbox_item WHERE {of_kind} is_open = 1 AND {IS_SHOWN}
         ORDER BY urgency DESC, at_ms DESC, id DESC LIMIT ?2"
    ))?;
    let rows = statement
        .query_map(params![now_ms, most, kind.map(ItemKind::as_str)], |row| row.get::<_, String>(0))?;
    let mut items: Vec<Item> = Vec::new();
    for row in rows {
        items.push(read_item(&row?)?);
    }
    let mut hidden = moment.prepare_cached(&format!(
        "SELECT count(*) FROM inbox_item WHERE kind = ?2 AND is_open = 1
           AND (snoozed_until_ms IS NOT NULL OR ends_ms IS NOT NULL) AND NOT ({IS_SHOWN})"
    ))?;
    let mut counts = BTreeMap::new();
    for kind in ItemKind::ALL {
        let open: Option<u64> = moment
            .prepare_cached("SELECT open FROM inbox_count WHERE kind = ?1")?
            .query_row([kind.as_str()], |row| row.get(0))
            .optional()?;
        let hidden: u64 = hidden.query_row(params![now_ms, kind.as_str()], |row| row.get(0))?;
        counts.insert(kind, open.unwrap_or(0).saturating_sub(hidden));
    }
    Ok(Waiting { items, counts })
}

pub(in crate::store) fn read_item(json: &str) -> Result<Item, StoreError> {
    serde_json::from_str(json).map_err(|error| StoreError::Corrupt(format!("an item of the inbox: {error}")))
}

/// Returns what a person did with items, of those with which anything was done.
pub(crate) fn choices(
    connection: &Connection,
    keys: &[String],
) -> Result<HashMap<String, InboxChoice>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT at_ms, until_ms FROM inbox_choice WHERE key = ?1")?;
    let mut choices = HashMap::new();
    for key in keys {
        let found: Option<(i64, Option<i64>)> =
            statement.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        if let Some((at_ms, until_ms)) = found {
            let handled = Some(until_ms.map_or(Handled::Done, Handled::Until));
            choices.insert(key.clone(), InboxChoice { key: key.clone(), handled, at_ms });
        }
    }
    Ok(choices)
}

/// Returns the items that a person was done with last. Versions of a source share an item.
pub(crate) fn done(connection: &Connection, most: u32) -> Result<Vec<Item>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT choice.at_ms, (SELECT item FROM inbox_item WHERE key = choice.key ORDER BY id DESC LIMIT 1)
         FROM inbox_choice AS choice
         WHERE until_ms IS NULL AND EXISTS (SELECT 1 FROM inbox_item WHERE key = choice.key)
         ORDER BY choice.at_ms DESC, choice.key LIMIT ?1",
    )?;
    let mut rows = statement.query([most])?;
    let mut items = Vec::new();
    while let Some(row) = rows.next()? {
        let item = read_item(&row.get::<_, String>(1)?)?;
        items.push(Item { done_ms: Some(row.get(0)?), ..item });
    }
    Ok(items)
}

/// Returns the items that are hidden until a time, the next to return first.
pub(crate) fn snoozed(connection: &Connection, most: u32, now_ms: i64) -> Result<Vec<Item>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT choice.until_ms, (
           SELECT item FROM inbox_item WHERE key = choice.key AND is_open = 1
             AND (ends_ms IS NULL OR ends_ms > ?1) ORDER BY id DESC LIMIT 1) AS waiting
         FROM inbox_choice AS choice
         WHERE choice.until_ms > ?1 AND waiting IS NOT NULL
         ORDER BY choice.until_ms, choice.key LIMIT ?2",
    )?;
    let mut rows = statement.query(params![now_ms, most])?;
    let mut items = Vec::new();
    while let Some(row) = rows.next()? {
        let item = read_item(&row.get::<_, String>(1)?)?;
        items.push(Item { until_ms: Some(row.get(0)?), ..item });
    }
    Ok(items)
}

/// Returns whether an item has that key.
pub(crate) fn has(connection: &Connection, key: &str) -> Result<bool, StoreError> {
    Ok(connection.prepare_cached("SELECT 1 FROM inbox_item WHERE key = ?1 AND key <> ''")?.exists([key])?)
}

/// Returns some sessions that have to be folded, with the token of each.
pub(crate) fn due(connection: &Connection, most: u32) -> Result<Vec<(String, i64)>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT session, token FROM session_due LIMIT ?1")?;
    let rows = statement.query_map([most], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
