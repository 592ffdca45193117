//! Webhooks, what is due, and the log.

use std::collections::BTreeSet;

use app::health::Urgency;
use app::inbox::ItemKind;
use app::webhook::{Delivery, Filter, Webhook};
use tokio_postgres::Row;

use crate::store::postgres::sql::{Sql, Unsigned};
use crate::store::sqlite::webhooks::queries::{delivery, origin_of, outcome_of, read, shape};
use crate::store::{DueDelivery, Private, StoreError, Target};

/// How long a server may take to send a delivery until another one does.
const LEASE_MS: i64 = 5 * 60 * 1000;

const DELIVERY: &str = "id, kind, session, item, attempts, due_ms, tried_ms, took_ms, status, error
    FROM webhook_delivery WHERE webhook = $1";

/// Returns the webhooks, the oldest first.
pub(in crate::store::postgres) async fn list(sql: &Sql) -> Result<Vec<Webhook>, StoreError> {
    let last = format!("SELECT {DELIVERY} AND tried_ms IS NOT NULL ORDER BY tried_ms DESC, id DESC LIMIT 1");
    let rows = sql
        .rows(
            "SELECT id, name, url, shape, secret IS NOT NULL, kinds, urgency, session, (
               SELECT count(*) FROM webhook_delivery WHERE webhook = webhook.id AND due_ms IS NOT NULL)
             FROM webhook ORDER BY id",
            &[],
        )
        .await?;
    let mut webhooks = Vec::with_capacity(rows.len());
    for row in rows {
        let id: i64 = row.try_get(0)?;
        let urgency: i64 = row.try_get(6)?;
        let urgency = Urgency::ALL.into_iter().find(|known| *known as i64 == urgency);
        let last = sql.row(&last, &[&id]).await?;
        webhooks.push(Webhook {
            id,
            name: row.try_get(1)?,
            target: origin_of(row.try_get(2)?),
            shape: shape(row.try_get(3)?),
            is_signed: row.try_get(4)?,
            filter: Filter {
                kinds: read(row.try_get(5)?)?,
                urgency: urgency.unwrap_or(Urgency::Medium),
                session: row.try_get(7)?,
            },
            queued: row.unsigned(8)?,
            last: last.as_ref().map(logged).transpose()?,
        });
    }
    Ok(webhooks)
}

pub(in crate::store::postgres) async fn target(sql: &Sql, id: i64) -> Result<Option<Target>, StoreError> {
    let row = sql.row("SELECT url, shape, secret FROM webhook WHERE id = $1", &[&id]).await?;
    row.map(|row| read_target(&row, 0)).transpose()
}

/// Returns the newest deliveries of a webhook, or `None` if there is no such webhook.
pub(in crate::store::postgres) async fn log(
    sql: &Sql,
    webhook: i64,
    most: u32,
) -> Result<Option<Vec<Delivery>>, StoreError> {
    if !sql.exists("SELECT 1 FROM webhook WHERE id = $1", &[&webhook]).await? {
        return Ok(None);
    }
    let statement = format!("SELECT {DELIVERY} ORDER BY id DESC LIMIT $2");
    let rows = sql.rows(&statement, &[&webhook, &i64::from(most)]).await?;
    rows.iter().map(logged).collect::<Result<_, _>>().map(Some)
}

/// Takes the delivery of each webhook that waits longest, of those that are due, unless one of the webhook is being sent. No
/// other server gets what is taken here until [`LEASE_MS`] later.
pub(in crate::store::postgres) async fn take_due(
    sql: &Sql,
    now_ms: i64,
    busy: &[i64],
) -> Result<Vec<DueDelivery>, StoreError> {
    // Asked every second by each server, and seldom so.
    if !sql.exists("SELECT 1 FROM webhook_delivery WHERE due_ms <= $1 LIMIT 1", &[&now_ms]).await? {
        return Ok(Vec::new());
    }
    // Another server may take a delivery and let go of its webhook after this statement began to look. So the row itself is
    // checked again: an UPDATE sees the newest version.
    let rows = sql
        .rows(
            "WITH free AS MATERIALIZED (
               SELECT id FROM webhook WHERE NOT id = ANY($3) AND NOT EXISTS (
                 SELECT 1 FROM webhook_delivery WHERE webhook = webhook.id AND due_ms IS NOT NULL AND leased_until_ms > $1)
               FOR UPDATE SKIP LOCKED
             ), due AS MATERIALIZED (
               SELECT (SELECT min(id) FROM webhook_delivery WHERE webhook = free.id AND due_ms <= $1) AS id FROM free
             )
             UPDATE webhook_delivery AS delivery SET leased_until_ms = $1 + $2::bigint FROM due, webhook
             WHERE delivery.id = due.id AND webhook.id = delivery.webhook
               AND delivery.due_ms <= $1 AND (delivery.leased_until_ms IS NULL OR delivery.leased_until_ms <= $1)
             RETURNING delivery.id, webhook.id, attempts, item, url, shape, secret",
            &[&now_ms, &LEASE_MS, &busy],
        )
        .await?;
    let mut due = Vec::with_capacity(rows.len());
    for row in rows {
        due.push(DueDelivery {
            id: row.try_get(0)?,
            webhook: row.try_get(1)?,
            attempts: u32::try_from(row.try_get::<_, i64>(2)?).unwrap_or(u32::MAX),
            item: read(row.try_get(3)?)?,
            target: read_target(&row, 4)?,
        });
    }
    Ok(due)
}

/// Returns the keys of the recommendations that were open when that was last looked at.
pub(in crate::store::postgres) async fn recommended(sql: &Sql) -> Result<BTreeSet<String>, StoreError> {
    let rows = sql.rows("SELECT key FROM recommended", &[]).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

fn logged(row: &Row) -> Result<Delivery, StoreError> {
    let due_ms: Option<i64> = row.try_get(5)?;
    let error: Option<String> = row.try_get(9)?;
    let attempts = u32::try_from(row.try_get::<_, i64>(4)?).unwrap_or(u32::MAX);
    let status: Option<i64> = row.try_get(8)?;
    let logged = Delivery {
        id: row.try_get(0)?,
        kind: ItemKind::named(row.try_get(1)?),
        session: row.try_get(2)?,
        title: None,
        place: None,
        outcome: outcome_of(due_ms, attempts, error.as_deref()),
        attempts,
        tried_ms: row.try_get(6)?,
        took_ms: row.try_get::<_, Option<i64>>(7)?.map(i64::cast_unsigned),
        status: status.and_then(|status| u16::try_from(status).ok()),
        error,
        due_ms,
    };
    delivery((logged, row.try_get(3)?))
}

fn read_target(row: &Row, first: usize) -> Result<Target, StoreError> {
    Ok(Target {
        url: Private(row.try_get(first)?),
        shape: shape(row.try_get(first + 1)?),
        secret: row.try_get::<_, Option<String>>(first + 2)?.map(Private),
    })
}
