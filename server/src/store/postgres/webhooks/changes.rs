//! What one transaction changes of webhooks.

use std::collections::BTreeSet;

use app::inbox::Item;

use super::queries;
use crate::store::postgres::changes::{Changes, to_json};
use crate::store::postgres::sql::{Sql, clean};
use crate::store::sqlite::webhooks::changes::{LOGGED, MOST_QUEUED};
use crate::store::{MOST_WEBHOOKS, NewWebhook, StoreError, Target, Tried, WebhookChange};

/// Queues an item for the webhooks whose filter lets it through.
pub(in crate::store::postgres) async fn queue(
    sql: &Sql,
    item: &Item,
    document: Option<u64>,
) -> Result<(), StoreError> {
    if !sql.exists("SELECT 1 FROM webhook LIMIT 1", &[]).await? {
        return Ok(());
    }
    sql.execute(
        "INSERT INTO webhook_delivery (webhook, seq, kind, session, item, attempts, due_ms, error)
         SELECT id, $1, $2, $3, $4, 0, CASE WHEN is_full THEN NULL ELSE 0 END,
           CASE WHEN is_full THEN 'too many deliveries waited' END
         FROM (SELECT *, $6 <= (
           SELECT count(*) FROM webhook_delivery AS other
           WHERE other.webhook = webhook.id AND other.due_ms IS NOT NULL) AS is_full FROM webhook) AS receiver
         WHERE urgency <= $5 AND (session IS NULL OR session = $3)
           AND (kinds = '[]' OR EXISTS (
             SELECT 1 FROM json_array_elements_text(kinds::json) AS kind (name) WHERE kind.name = $2))
         ORDER BY id",
        &[
            &document.map(u64::cast_signed),
            &item.kind.as_str(),
            &item.session.as_deref().map(clean).as_deref(),
            &to_json(item)?,
            &(item.urgency as i64),
            &i64::from(MOST_QUEUED),
        ],
    )
    .await?;
    Ok(())
}

impl Changes<'_> {
    pub async fn change_webhooks(&self, change: &WebhookChange) -> Result<Option<i64>, StoreError> {
        let row = match change {
            WebhookChange::Add(new) => return self.add_webhook(new).await,
            WebhookChange::Remove(id) => {
                self.sql.row("DELETE FROM webhook WHERE id = $1 RETURNING id", &[&id]).await?
            }
            WebhookChange::Test(id) => {
                self.sql
                    .row(
                        "INSERT INTO webhook_delivery (webhook, kind, attempts)
                         SELECT id, 'test', 0 FROM webhook WHERE id = $1 RETURNING id",
                        &[&id],
                    )
                    .await?
            }
            WebhookChange::Tried(tried) => return self.record_attempt(tried).await,
            WebhookChange::Recommended(items) => return self.report_recommended(items).await,
        };
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    async fn add_webhook(&self, new: &NewWebhook) -> Result<Option<i64>, StoreError> {
        let NewWebhook { name, target: Target { url, shape, secret }, filter } = new;
        let row = self
            .sql
            .row(
                "INSERT INTO webhook (name, url, shape, secret, kinds, urgency, session)
                 SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM webhook) < $8 RETURNING id",
                &[
                    &clean(name).as_ref(),
                    &clean(&url.0).as_ref(),
                    &shape.as_str(),
                    &secret.as_ref().map(|secret| clean(&secret.0)).as_deref(),
                    &to_json(&filter.kinds)?,
                    &(filter.urgency as i64),
                    &filter.session.as_deref().map(clean).as_deref(),
                    &i64::from(MOST_WEBHOOKS),
                ],
            )
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    async fn record_attempt(&self, tried: &Tried) -> Result<Option<i64>, StoreError> {
        let Tried { delivery, webhook, at_ms, took_ms, status, error, again_ms, pause_until_ms } = tried;
        // A chain or a quarantine may outlive its documents, and what they said goes with them.
        let updated = self
            .sql
            .execute(
                "UPDATE webhook_delivery SET attempts = attempts + 1, leased_until_ms = NULL, tried_ms = $2, took_ms = $3,
                   status = $4, error = $5, due_ms = $6, item = CASE
                     WHEN $6::bigint IS NOT NULL OR seq IS NOT NULL OR kind = 'recommendation' THEN item END
                 WHERE id = $1",
                &[
                    &delivery,
                    &at_ms,
                    &took_ms.cast_signed(),
                    &status.map(i64::from),
                    &error.as_deref().map(clean).as_deref(),
                    &again_ms,
                ],
            )
            .await?;
        if let Some(until_ms) = pause_until_ms {
            self.sql
                .execute(
                    "UPDATE webhook_delivery SET due_ms = greatest(due_ms, $2) WHERE webhook = $1 AND due_ms IS NOT NULL",
                    &[&webhook, &until_ms],
                )
                .await?;
        }
        if again_ms.is_none() {
            self.sql
                .execute(
                    "DELETE FROM webhook_delivery WHERE webhook = $1 AND due_ms IS NULL AND id <= (
                       SELECT id FROM webhook_delivery WHERE webhook = $1 AND due_ms IS NULL
                       ORDER BY id DESC LIMIT 1 OFFSET $2)",
                    &[&webhook, &i64::from(LOGGED)],
                )
                .await?;
        }
        Ok((updated > 0).then_some(*delivery))
    }

    async fn report_recommended(&self, items: &[Item]) -> Result<Option<i64>, StoreError> {
        let before = queries::recommended(self.sql).await?;
        let now: BTreeSet<&str> = items.iter().map(|item| item.key.as_str()).collect();
        let gone: Vec<&String> = before.iter().filter(|key| !now.contains(key.as_str())).collect();
        self.sql.execute("DELETE FROM recommended WHERE key = ANY($1)", &[&gone]).await?;
        for item in items.iter().filter(|item| !before.contains(&item.key)) {
            self.sql.execute("INSERT INTO recommended (key) VALUES ($1)", &[&item.key]).await?;
            queue(self.sql, item, None).await?;
        }
        Ok(None)
    }
}
