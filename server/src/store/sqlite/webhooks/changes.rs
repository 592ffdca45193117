//! What one transaction changes of webhooks.

use std::collections::BTreeSet;

use app::inbox::Item;
use rusqlite::{Transaction, params};

use super::queries;
use crate::store::sqlite::changes::{Changes, to_json};
use crate::store::{MOST_WEBHOOKS, NewWebhook, StoreError, Target, Tried, WebhookChange};

/// The log of a webhook: the newest deliveries that are over.
pub(in crate::store) const LOGGED: u32 = 200;
/// The most deliveries that wait for a webhook. What comes on top is given up at once.
pub(in crate::store) const MOST_QUEUED: u32 = 1000;

/// Queues an item for the webhooks whose filter lets it through.
pub(in crate::store::sqlite) fn queue(
    transaction: &Transaction<'_>,
    item: &Item,
    document: Option<u64>,
) -> Result<(), StoreError> {
    let mut any = transaction.prepare_cached("SELECT 1 FROM webhook")?;
    if !any.exists([])? {
        return Ok(());
    }
    transaction
        .prepare_cached(
            "INSERT INTO webhook_delivery (webhook, seq, kind, session, item, attempts, due_ms, error)
             SELECT id, ?1, ?2, ?3, ?4, 0, CASE WHEN is_full THEN NULL ELSE 0 END,
               CASE WHEN is_full THEN 'too many deliveries waited' END
             FROM (SELECT *, ?6 <= (
               SELECT count(*) FROM webhook_delivery AS other
               WHERE other.webhook = webhook.id AND other.due_ms IS NOT NULL) AS is_full FROM webhook)
             WHERE urgency <= ?5 AND (session IS NULL OR session = ?3)
               AND (kinds = '[]' OR EXISTS (SELECT 1 FROM json_each(kinds) WHERE value = ?2))",
        )?
        .execute(params![
            document,
            item.kind.as_str(),
            item.session,
            to_json(item)?,
            item.urgency as i64,
            MOST_QUEUED
        ])?;
    Ok(())
}

impl Changes<'_> {
    pub fn change_webhooks(&self, change: &WebhookChange) -> Result<Option<i64>, StoreError> {
        match change {
            WebhookChange::Add(new) => self.add_webhook(new),
            WebhookChange::Remove(id) => {
                let removed =
                    self.transaction.prepare_cached("DELETE FROM webhook WHERE id = ?1")?.execute([id])?;
                Ok((removed > 0).then_some(*id))
            }
            WebhookChange::Test(id) => {
                let added = self
                    .transaction
                    .prepare_cached(
                        "INSERT INTO webhook_delivery (webhook, kind, attempts)
                         SELECT id, 'test', 0 FROM webhook WHERE id = ?1",
                    )?
                    .execute([id])?;
                Ok((added > 0).then(|| self.transaction.last_insert_rowid()))
            }
            WebhookChange::Tried(tried) => self.record_attempt(tried),
            WebhookChange::Recommended(items) => self.report_recommended(items),
        }
    }

    fn add_webhook(&self, new: &NewWebhook) -> Result<Option<i64>, StoreError> {
        let NewWebhook { name, target: Target { url, shape, secret }, filter } = new;
        let added = self
            .transaction
            .prepare_cached(
                "INSERT INTO webhook (name, url, shape, secret, kinds, urgency, session)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (SELECT count(*) FROM webhook) < ?8",
            )?
            .execute(params![
                name,
                url.0,
                shape.as_str(),
                secret.as_ref().map(|secret| &secret.0),
                to_json(&filter.kinds)?,
                filter.urgency as i64,
                filter.session,
                MOST_WEBHOOKS
            ])?;
        Ok((added > 0).then(|| self.transaction.last_insert_rowid()))
    }

    fn record_attempt(&self, tried: &Tried) -> Result<Option<i64>, StoreError> {
        let Tried { delivery, webhook, at_ms, took_ms, status, error, again_ms, pause_until_ms } = tried;
        // A chain or a quarantine may outlive its documents, and what they said goes with them.
        let updated = self
            .transaction
            .prepare_cached(
                "UPDATE webhook_delivery SET attempts = attempts + 1, tried_ms = ?2, took_ms = ?3, status = ?4,
                   error = ?5, due_ms = ?6, item = CASE
                     WHEN ?6 IS NOT NULL OR seq IS NOT NULL OR kind = 'recommendation' THEN item END
                 WHERE id = ?1",
            )?
            .execute(params![delivery, at_ms, took_ms, status, error, again_ms])?;
        if let Some(until_ms) = pause_until_ms {
            self.transaction
                .prepare_cached(
                    "UPDATE webhook_delivery SET due_ms = max(due_ms, ?2) WHERE webhook = ?1 AND due_ms IS NOT NULL",
                )?
                .execute(params![webhook, until_ms])?;
        }
        if again_ms.is_none() {
            self.transaction
                .prepare_cached(
                    "DELETE FROM webhook_delivery WHERE webhook = ?1 AND due_ms IS NULL AND id <= (
                       SELECT id FROM webhook_delivery WHERE webhook = ?1 AND due_ms IS NULL
                       ORDER BY id DESC LIMIT 1 OFFSET ?2)",
                )?
                .execute(params![webhook, LOGGED])?;
        }
        Ok((updated > 0).then_some(*delivery))
    }

    fn report_recommended(&self, items: &[Item]) -> Result<Option<i64>, StoreError> {
        let before = queries::recommended(self.transaction)?;
        let now: BTreeSet<&str> = items.iter().map(|item| item.key.as_str()).collect();
        let mut forget = self.transaction.prepare_cached("DELETE FROM recommended WHERE key = ?1")?;
        for key in before.iter().filter(|key| !now.contains(key.as_str())) {
            forget.execute([key])?;
        }
        let mut remember = self.transaction.prepare_cached("INSERT INTO recommended (key) VALUES (?1)")?;
        for item in items.iter().filter(|item| !before.contains(&item.key)) {
            remember.execute([&item.key])?;
            queue(self.transaction, item, None)?;
        }
        Ok(None)
    }
}
