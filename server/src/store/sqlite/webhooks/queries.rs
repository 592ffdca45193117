//! Webhooks, what is due, and the log.

use std::collections::BTreeSet;

use app::health::Urgency;
use app::inbox::{Item, ItemKind};
use app::webhook::{Delivery, Filter, Outcome, Shape, Webhook};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;

use crate::store::{DueDelivery, Private, StoreError, Target};

const DELIVERY: &str = "id, kind, session, item, attempts, due_ms, tried_ms, took_ms, status, error
    FROM webhook_delivery WHERE webhook = ?1";

/// Returns the webhooks, the oldest first.
pub(crate) fn list(connection: &mut Connection) -> Result<Vec<Webhook>, StoreError> {
    let moment = connection.transaction()?;
    let mut statement = moment.prepare_cached(
        "SELECT id, name, url, shape, secret IS NOT NULL, kinds, urgency, session, (
           SELECT count(*) FROM webhook_delivery WHERE webhook = webhook.id AND due_ms IS NOT NULL)
         FROM webhook ORDER BY id",
    )?;
    let mut last = moment.prepare_cached(&format!(
        "SELECT {DELIVERY} AND tried_ms IS NOT NULL ORDER BY tried_ms DESC, id DESC LIMIT 1"
    ))?;
    let mut rows = statement.query([])?;
    let mut webhooks = Vec::new();
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let urgency: i64 = row.get(6)?;
        let urgency = Urgency::ALL.into_iter().find(|known| *known as i64 == urgency);
        webhooks.push(Webhook {
            id,
            name: row.get(1)?,
            target: origin_of(&row.get::<_, String>(2)?),
            shape: shape(&row.get::<_, String>(3)?),
            is_signed: row.get(4)?,
            filter: Filter {
                kinds: read(&row.get::<_, String>(5)?)?,
                urgency: urgency.unwrap_or(Urgency::Medium),
                session: row.get(7)?,
            },
            queued: row.get(8)?,
            last: last.query_row([id], raw).optional()?.map(delivery).transpose()?,
        });
    }
    Ok(webhooks)
}

pub(crate) fn target(connection: &Connection, id: i64) -> Result<Option<Target>, StoreError> {
    let found = connection
        .prepare_cached("SELECT url, shape, secret FROM webhook WHERE id = ?1")?
        .query_row([id], |row| read_target(row, 0))
        .optional()?;
    Ok(found)
}

/// Returns the newest deliveries of a webhook, or `None` if there is no such webhook.
pub(crate) fn log(
    connection: &mut Connection,
    webhook: i64,
    most: u32,
) -> Result<Option<Vec<Delivery>>, StoreError> {
    let moment = connection.transaction()?;
    if !moment.prepare_cached("SELECT 1 FROM webhook WHERE id = ?1")?.exists([webhook])? {
        return Ok(None);
    }
    let mut statement = moment.prepare_cached(&format!("SELECT {DELIVERY} ORDER BY id DESC LIMIT ?2"))?;
    let rows = statement.query_map(params![webhook, most], raw)?;
    rows.map(|row| delivery(row?)).collect::<Result<_, _>>().map(Some)
}

/// Returns the delivery of each webhook that waits longest, of those that are due, but for webhooks that are busy.
pub(crate) fn due(
    connection: &Connection,
    now_ms: i64,
    busy: &[i64],
) -> Result<Vec<DueDelivery>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT delivery.id, webhook.id, attempts, item, url, shape, secret
         FROM webhook JOIN webhook_delivery AS delivery ON delivery.id = (
           SELECT min(id) FROM webhook_delivery WHERE webhook = webhook.id AND due_ms <= ?1)",
    )?;
    let mut rows = statement.query([now_ms])?;
    let mut due = Vec::new();
    while let Some(row) = rows.next()? {
        if busy.contains(&row.get(1)?) {
            continue;
        }
        due.push(DueDelivery {
            id: row.get(0)?,
            webhook: row.get(1)?,
            attempts: row.get(2)?,
            item: read(&row.get::<_, String>(3)?)?,
            target: read_target(row, 4)?,
        });
    }
    Ok(due)
}

/// Returns the keys of the recommendations that were open when that was last looked at.
pub(crate) fn recommended(connection: &Connection) -> Result<BTreeSet<String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT key FROM recommended")?;
    let keys = statement.query_map([], |row| row.get(0))?;
    Ok(keys.collect::<Result<_, _>>()?)
}

/// A row of the log, and the JSON of its item.
pub(in crate::store) type RawDelivery = (Delivery, Option<String>);

fn raw(row: &Row<'_>) -> rusqlite::Result<RawDelivery> {
    let (due_ms, status, error): (Option<i64>, Option<u16>, Option<String>) =
        (row.get(5)?, row.get(8)?, row.get(9)?);
    let attempts: u32 = row.get(4)?;
    let outcome = outcome_of(due_ms, attempts, error.as_deref());
    let delivery = Delivery {
        id: row.get(0)?,
        kind: ItemKind::named(&row.get::<_, String>(1)?),
        session: row.get(2)?,
        title: None,
        place: None,
        outcome,
        attempts,
        tried_ms: row.get(6)?,
        took_ms: row.get(7)?,
        status,
        error,
        due_ms,
    };
    Ok((delivery, row.get(3)?))
}

pub(in crate::store) fn outcome_of(due_ms: Option<i64>, attempts: u32, error: Option<&str>) -> Outcome {
    match (due_ms, error) {
        (Some(_), _) => Outcome::Queued,
        // A test that is on its way.
        (None, None) if attempts == 0 => Outcome::Queued,
        (None, None) => Outcome::Delivered,
        (None, Some(_)) => Outcome::Failed,
    }
}

pub(in crate::store) fn delivery((delivery, item): RawDelivery) -> Result<Delivery, StoreError> {
    let Some(item) = item else { return Ok(delivery) };
    let Item { title, place, .. } = read(&item)?;
    Ok(Delivery { title: Some(title), place: Some(place), ..delivery })
}

fn read_target(row: &Row<'_>, first: usize) -> rusqlite::Result<Target> {
    Ok(Target {
        url: Private(row.get(first)?),
        shape: shape(&row.get::<_, String>(first + 1)?),
        secret: row.get::<_, Option<String>>(first + 2)?.map(Private),
    })
}

pub(in crate::store) fn shape(name: &str) -> Shape {
    Shape::named(name).unwrap_or_default()
}

/// Returns scheme, host and port: what follows may be a secret.
pub(in crate::store) fn origin_of(url: &str) -> String {
    let scheme = url.find("://").map_or(0, |at| at + 3);
    let end = url.get(scheme..).and_then(|rest| rest.find(['/', '?'])).map_or(url.len(), |at| scheme + at);
    url.get(..end).unwrap_or_default().to_owned()
}

pub(in crate::store) fn read<T: DeserializeOwned>(json: &str) -> Result<T, StoreError> {
    serde_json::from_str(json).map_err(|error| StoreError::Corrupt(format!("a webhook: {error}")))
}
