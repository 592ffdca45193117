//! What one transaction changes in the inbox.

use std::borrow::Cow;

use app::document::DocumentHead;
use app::event::Event;
use app::inbox::{Handled, Item, Notice, key};

use crate::store::postgres::changes::{Changes, to_json};
use crate::store::postgres::quarantines::active_of;
use crate::store::postgres::sql::{Sql, Unsigned, as_key, as_name};
use crate::store::postgres::versions::{self, IS_NEWEST};
use crate::store::postgres::{sessions, webhooks};
use crate::store::sqlite::inbox::changes::{self, NewItem};
use crate::store::sqlite::inbox::queries::read_item;
use crate::store::sqlite::quarantines::rows::ActiveRow;
use crate::store::{FoldedSession, InboxChoice, StoreError};

/// Returns the rows of a document's notices.
pub(in crate::store::postgres) fn rows_of(
    head: &DocumentHead,
    series: Option<&str>,
    notices: &[Notice],
) -> Result<Vec<NewItem>, StoreError> {
    let mut rows = changes::rows_of(head, series, notices)?;
    for row in &mut rows {
        row.key = as_key(&row.key).into_owned();
        row.topic = row.topic.as_deref().map(|topic| as_key(topic).into_owned());
    }
    Ok(rows)
}

/// Notes that a session has to be folded again.
pub(in crate::store::postgres) async fn is_due(sql: &Sql, session: &str) -> Result<(), StoreError> {
    are_due(sql, &[as_name(session)]).await
}

/// Notes that sessions have to be folded again.
pub(in crate::store::postgres) async fn are_due(
    sql: &Sql,
    sessions: &[Cow<'_, str>],
) -> Result<(), StoreError> {
    sql.execute(
        "INSERT INTO session_due (session, token)
         SELECT DISTINCT ON (session) session, floor(random() * 9007199254740991)::bigint
         FROM unnest($1::text[]) AS due (session)
         ON CONFLICT (session) DO UPDATE SET token = excluded.token",
        &[&sessions],
    )
    .await?;
    Ok(())
}

impl Changes<'_> {
    /// Adds what documents ask.
    pub async fn add_items(&self, documents: &[(&DocumentHead, &[NewItem])]) -> Result<(), StoreError> {
        let rows =
            || documents.iter().flat_map(|(head, rows)| rows.iter().map(|row| (head.seq.cast_signed(), row)));
        if rows().next().is_none() {
            return Ok(());
        }
        let words = |of: fn(&NewItem) -> &str| rows().map(|(_, row)| of(row)).collect::<Vec<_>>();
        let numbers = |of: fn(&NewItem) -> i64| rows().map(|(_, row)| of(row)).collect::<Vec<_>>();
        let seqs: Vec<i64> = rows().map(|(seq, _)| seq).collect();
        let topics: Vec<Option<&str>> = rows().map(|(_, row)| row.topic.as_deref()).collect();
        self.sql
            .execute(
                "INSERT INTO inbox_item (key, kind, urgency, at_ms, seq, topic, is_open, item)
                 SELECT key, kind, urgency, at_ms, seq, topic, false, item
                 FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[])
                   WITH ORDINALITY AS new (key, kind, urgency, at_ms, seq, topic, item, number)
                 ORDER BY number",
                &[
                    &words(|row| &row.key),
                    &words(|row| &row.kind),
                    &numbers(|row| row.urgency),
                    &numbers(|row| row.at_ms),
                    &seqs,
                    &topics,
                    &words(|row| &row.json),
                ],
            )
            .await?;
        self.settle_items(&seqs).await?;
        let topics: Vec<&str> = topics.into_iter().flatten().collect();
        self.settle_topics(&topics).await
    }

    /// Reports to webhooks what new documents ask, unless another document asked the same before. As each of them was the
    /// newest of its source when it came, what it asked was open then, unless a person had done it.
    pub async fn report_items(&self, seqs: &[i64]) -> Result<(), StoreError> {
        let rows = self
            .sql
            .rows(
                "SELECT seq, item FROM inbox_item AS new
                 WHERE seq = ANY($1) AND kind <> '' AND EXISTS (SELECT 1 FROM webhook)
                   AND NOT EXISTS (
                     SELECT 1 FROM inbox_choice AS done WHERE done.key = new.key AND done.until_ms IS NULL)
                   AND NOT EXISTS (
                     SELECT 1 FROM inbox_item AS other
                     WHERE other.key = new.key
                       AND (other.seq IS NULL OR (other.seq, other.id) < (new.seq, new.id)))
                 ORDER BY seq, id",
                &[&seqs],
            )
            .await?;
        for row in rows {
            webhooks::queue(self.sql, &read_item(row.try_get(1)?)?, Some(row.unsigned(0)?)).await?;
        }
        Ok(())
    }

    /// Returns the rows of a document as they were added.
    pub async fn stored_items(&self, seq: u64) -> Result<Vec<NewItem>, StoreError> {
        let rows = self
            .sql
            .rows(
                "SELECT key, kind, topic, item, urgency, at_ms FROM inbox_item WHERE seq = $1 ORDER BY id",
                &[&seq.cast_signed()],
            )
            .await?;
        let mut items = Vec::with_capacity(rows.len());
        for row in rows {
            items.push(NewItem {
                key: row.try_get(0)?,
                kind: row.try_get(1)?,
                topic: row.try_get(2)?,
                json: row.try_get(3)?,
                urgency: row.try_get(4)?,
                at_ms: row.try_get(5)?,
            });
        }
        Ok(items)
    }

    /// Replaces what a document asks.
    pub async fn replace_items(&self, head: &DocumentHead, rows: &[NewItem]) -> Result<(), StoreError> {
        let before = self.stored_items(head.seq).await?;
        self.sql.execute("DELETE FROM inbox_item WHERE seq = $1", &[&head.seq.cast_signed()]).await?;
        self.add_items(&[(head, rows)]).await?;
        self.settle_topics_of(&before).await
    }

    /// Opens what the newest versions of sources ask, unless a newer verdict answers it or a person did.
    pub async fn settle_items(&self, seqs: &[i64]) -> Result<(), StoreError> {
        let statement = format!(
            "UPDATE inbox_item SET
               is_open = kind <> ''
                 AND EXISTS (SELECT 1 FROM document WHERE document.seq = inbox_item.seq AND {IS_NEWEST})
                 AND (topic IS NULL OR NOT EXISTS (
                   SELECT 1 FROM inbox_item AS later
                   WHERE later.topic = inbox_item.topic AND later.seq > inbox_item.seq))
                 AND NOT EXISTS (
                   SELECT 1 FROM inbox_choice AS done WHERE done.key = inbox_item.key AND done.until_ms IS NULL),
               snoozed_until_ms = (
                 SELECT until_ms FROM inbox_choice AS snoozed WHERE snoozed.key = inbox_item.key)
             WHERE seq = ANY($1)"
        );
        self.sql.execute(&statement, &[&seqs]).await?;
        Ok(())
    }

    /// Makes the newest verdict of each work item decide: what an earlier one asked is answered.
    async fn settle_topics(&self, topics: &[&str]) -> Result<(), StoreError> {
        if topics.is_empty() {
            return Ok(());
        }
        let newest = "SELECT newest.seq FROM unnest($1::text[]) AS asked (topic) CROSS JOIN LATERAL (
               SELECT seq FROM inbox_item WHERE inbox_item.topic = asked.topic AND seq IS NOT NULL
               ORDER BY seq DESC LIMIT 2) AS newest
             UNION SELECT seq FROM inbox_item WHERE topic = ANY($1) AND seq IS NOT NULL AND is_open";
        let rows = self.sql.rows(newest, &[&topics]).await?;
        let seqs = rows.iter().map(|row| Ok(row.try_get(0)?)).collect::<Result<Vec<i64>, StoreError>>()?;
        self.settle_items(&seqs).await
    }

    pub async fn settle_topics_of(&self, rows: &[NewItem]) -> Result<(), StoreError> {
        let topics: Vec<&str> = rows.iter().filter_map(|row| row.topic.as_deref()).collect();
        self.settle_topics(&topics).await
    }

    /// Forgets what a person did with items that are gone.
    pub async fn forget_choices(&self, rows: &[NewItem]) -> Result<(), StoreError> {
        let keys: Vec<&str> = rows.iter().map(|row| row.key.as_str()).filter(|key| !key.is_empty()).collect();
        if keys.is_empty() {
            return Ok(());
        }
        self.sql
            .execute(
                "DELETE FROM inbox_choice WHERE key = ANY($1)
                   AND NOT EXISTS (SELECT 1 FROM inbox_item WHERE inbox_item.key = inbox_choice.key)",
                &[&keys],
            )
            .await?;
        Ok(())
    }

    /// Opens what the newest version that is left of a removed document asks.
    pub async fn settle_older_version(&self, head: &DocumentHead) -> Result<(), StoreError> {
        if let Some(series) = versions::series(&head.source)
            && let Some(newest) = versions::newest(self.sql, &series).await?
        {
            self.settle_items(&[newest.seq.cast_signed()]).await?;
        }
        Ok(())
    }

    /// Sets the states of sessions that were folded, and replaces their items. One that changed meanwhile stays due.
    pub async fn settle_chains(&mut self, folded: &[FoldedSession]) -> Result<(), StoreError> {
        for FoldedSession { session, state, token, items } in folded {
            if let Some(state) = sessions::settle_state(self.sql, session, *state).await? {
                self.next_place();
                self.write(Event::SessionEvent { session: session.clone(), state: Some(state) }).await?;
            }
            let topic = key(&["chain", session]);
            replace_topic(self.sql, &topic, items, None).await?;
            let settled = "DELETE FROM session_due WHERE session = $1 AND token = $2";
            self.sql.execute(settled, &[&as_name(session).as_ref(), &token]).await?;
        }
        Ok(())
    }

    /// Records what a person did with an item, and the event for open pages.
    pub async fn handle_item(&mut self, choice: &InboxChoice) -> Result<(), StoreError> {
        let InboxChoice { key, handled, at_ms } = choice;
        let key = as_key(key);
        match handled {
            Some(handled) => self.hide_item(&key, *handled, *at_ms).await?,
            None => self.put_back(&key).await?,
        }
        self.next_place();
        self.write(Event::ChoiceMade).await
    }

    async fn hide_item(&self, key: &str, handled: Handled, at_ms: i64) -> Result<(), StoreError> {
        let until_ms = match handled {
            Handled::Done => None,
            Handled::Until(until_ms) => Some(until_ms),
        };
        self.sql
            .execute(
                "INSERT INTO inbox_choice (key, at_ms, until_ms) VALUES ($1, $2, $3)
                 ON CONFLICT (key) DO UPDATE SET at_ms = excluded.at_ms, until_ms = excluded.until_ms",
                &[&key, &at_ms, &until_ms],
            )
            .await?;
        self.settle_chosen(key, handled != Handled::Done, until_ms).await
    }

    /// Forgets what a person did with an item.
    async fn put_back(&self, key: &str) -> Result<(), StoreError> {
        self.sql.execute("DELETE FROM inbox_choice WHERE key = $1", &[&key]).await?;
        self.settle_chosen(key, true, None).await
    }

    /// Opens or closes an item after a choice. What was done before is open again, unless what it is about was settled in the
    /// meantime.
    async fn settle_chosen(&self, key: &str, is_open: bool, until_ms: Option<i64>) -> Result<(), StoreError> {
        let stated_by_none =
            "UPDATE inbox_item SET is_open = $2, snoozed_until_ms = $3 WHERE key = $1 AND seq IS NULL";
        self.sql.execute(stated_by_none, &[&key, &is_open, &until_ms]).await?;
        let stating = "SELECT DISTINCT seq FROM inbox_item WHERE key = $1 AND seq IS NOT NULL";
        for row in self.sql.rows(stating, &[&key]).await? {
            self.settle_items(&[row.try_get(0)?]).await?;
        }
        Ok(())
    }
}

/// Replaces the item of a target by the one of its active quarantine, if it has one.
pub(in crate::store::postgres) async fn settle_quarantine_item(
    sql: &Sql,
    target: (&str, &str),
) -> Result<(), StoreError> {
    let topic = key(&["quarantine", target.0, target.1]);
    let active = active_of(sql, target).await?;
    let ends_ms = active.as_ref().and_then(|active| active.ends_ms);
    let item = active.map(ActiveRow::item);
    if target.0 == "session" {
        is_due(sql, target.1).await?;
    }
    replace_topic(sql, &topic, item.as_slice(), ends_ms).await
}

/// Replaces the items of a topic that no document states. Webhooks report those that were not there.
async fn replace_topic(
    sql: &Sql,
    topic: &str,
    items: &[Item],
    ends_ms: Option<i64>,
) -> Result<(), StoreError> {
    let topic = as_key(topic);
    let mut before: Vec<String> = Vec::new();
    for row in sql.rows("DELETE FROM inbox_item WHERE topic = $1 RETURNING key", &[&topic.as_ref()]).await? {
        before.push(row.try_get(0)?);
    }
    for item in items {
        let key = as_key(&item.key);
        // The outer `None` if there is no choice, the inner one if it is done.
        let chosen = sql.row("SELECT until_ms FROM inbox_choice WHERE key = $1", &[&key.as_ref()]).await?;
        let chosen: Option<Option<i64>> = chosen.map(|row| row.try_get(0)).transpose()?;
        let is_open = chosen != Some(None);
        sql.execute(
            "INSERT INTO inbox_item (key, kind, urgency, at_ms, topic, ends_ms, snoozed_until_ms, is_open, item)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            &[
                &key.as_ref(),
                &item.kind.as_str(),
                &(item.urgency as i64),
                &item.at_ms,
                &topic.as_ref(),
                &ends_ms,
                &chosen.flatten(),
                &is_open,
                &to_json(item)?,
            ],
        )
        .await?;
        if is_open && !before.iter().any(|before| *before == key) {
            webhooks::queue(sql, item, None).await?;
        }
    }
    Ok(())
}
