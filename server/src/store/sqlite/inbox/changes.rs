//! What one transaction changes in the inbox.

use app::document::DocumentHead;
use app::event::Event;
use app::inbox::{Handled, Item, Notice, key};
use rusqlite::{OptionalExtension, Transaction, params};

use super::queries::read_item;
use crate::store::sqlite::changes::{Changes, to_json};
use crate::store::sqlite::quarantines::active_of;
use crate::store::sqlite::quarantines::rows::ActiveRow;
use crate::store::sqlite::sessions;
use crate::store::sqlite::versions::{self, IS_NEWEST};
use crate::store::sqlite::webhooks;
use crate::store::{FoldedSession, InboxChoice, StoreError};

/// An item of a document on its way into a row: its key and kind, which are empty if nothing is asked, its topic, and its
/// JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct NewItem {
    pub key: String,
    pub kind: String,
    pub topic: Option<String>,
    pub json: String,
    pub urgency: i64,
    pub at_ms: i64,
}

/// Returns the rows of a document's notices. What it says twice is asked once.
pub(in crate::store) fn rows_of(
    head: &DocumentHead,
    series: Option<&str>,
    notices: &[Notice],
) -> Result<Vec<NewItem>, StoreError> {
    let repository = head.source.repository.as_deref().unwrap_or_default();
    let mut rows: Vec<NewItem> = Vec::with_capacity(notices.len());
    for notice in notices {
        let topic = notice.work.as_deref().map(|work| key(&["work", repository, work]));
        let row = match notice.item(head, series) {
            Some(item) => NewItem {
                json: to_json(&item)?,
                kind: item.kind.as_str().to_owned(),
                urgency: item.urgency as i64,
                at_ms: item.at_ms,
                key: item.key,
                topic,
            },
            None => NewItem {
                key: String::new(),
                kind: String::new(),
                topic,
                json: String::new(),
                urgency: 0,
                at_ms: 0,
            },
        };
        if !rows.iter().any(|other| (&other.key, &other.topic) == (&row.key, &row.topic)) {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Notes that a session has to be folded again.
pub(in crate::store::sqlite) fn is_due(
    transaction: &Transaction<'_>,
    session: &str,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "INSERT INTO session_due (session, token) VALUES (?1, random())
             ON CONFLICT (session) DO UPDATE SET token = excluded.token",
        )?
        .execute([session])?;
    Ok(())
}

impl Changes<'_> {
    /// Adds what a document asks.
    pub fn add_items(&self, head: &DocumentHead, rows: &[NewItem]) -> Result<(), StoreError> {
        for row in rows {
            self.transaction
                .prepare_cached(
                    "INSERT INTO inbox_item (key, kind, urgency, at_ms, seq, topic, is_open, item)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)",
                )?
                .execute(params![row.key, row.kind, row.urgency, row.at_ms, head.seq, row.topic, row.json])?;
        }
        if !rows.is_empty() {
            self.settle_items(head.seq)?;
        }
        for topic in rows.iter().filter_map(|row| row.topic.as_deref()) {
            self.settle_topic(topic)?;
        }
        Ok(())
    }

    /// Reports to webhooks what a new document asks, unless another document asked the same before.
    pub fn report_items(&self, seq: u64) -> Result<(), StoreError> {
        let mut new = self.transaction.prepare_cached(
            "SELECT item FROM inbox_item AS new WHERE seq = ?1 AND is_open = 1 AND NOT EXISTS (
               SELECT 1 FROM inbox_item AS other
               WHERE other.key = new.key AND (other.seq IS NOT new.seq OR other.id < new.id))
             ORDER BY id",
        )?;
        let items = new.query_map([seq], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        for json in items {
            webhooks::queue(self.transaction, &read_item(&json)?, Some(seq))?;
        }
        Ok(())
    }

    /// Returns the rows of a document as they were added.
    pub fn stored_items(&self, seq: u64) -> Result<Vec<NewItem>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT key, kind, topic, item, urgency, at_ms FROM inbox_item WHERE seq = ?1 ORDER BY id",
        )?;
        let rows = statement.query_map([seq], |row| {
            Ok(NewItem {
                key: row.get(0)?,
                kind: row.get(1)?,
                topic: row.get(2)?,
                json: row.get(3)?,
                urgency: row.get(4)?,
                at_ms: row.get(5)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Replaces what a document asks.
    pub fn replace_items(&self, head: &DocumentHead, rows: &[NewItem]) -> Result<(), StoreError> {
        let before = self.stored_items(head.seq)?;
        self.transaction.prepare_cached("DELETE FROM inbox_item WHERE seq = ?1")?.execute([head.seq])?;
        self.add_items(head, rows)?;
        self.settle_topics(&before)
    }

    /// Opens what the newest version of a source asks, unless a newer verdict answers it or a person did.
    pub fn settle_items(&self, seq: u64) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(&format!(
                "UPDATE inbox_item SET
                   is_open = kind <> ''
                     AND EXISTS (SELECT 1 FROM facet WHERE facet.seq = ?1 AND {IS_NEWEST})
                     AND (topic IS NULL OR NOT EXISTS (
                       SELECT 1 FROM inbox_item AS later WHERE later.topic = inbox_item.topic AND later.seq > ?1))
                     AND NOT EXISTS (
                       SELECT 1 FROM inbox_choice AS done WHERE done.key = inbox_item.key AND done.until_ms IS NULL),
                   snoozed_until_ms = (
                     SELECT until_ms FROM inbox_choice AS snoozed WHERE snoozed.key = inbox_item.key)
                 WHERE seq = ?1"
            ))?
            .execute([seq])?;
        Ok(())
    }

    /// Makes the newest verdict of a work item decide.
    fn settle_topic(&self, topic: &str) -> Result<(), StoreError> {
        let mut newest = self.transaction.prepare_cached(
            "SELECT seq FROM inbox_item WHERE topic = ?1 AND seq IS NOT NULL ORDER BY seq DESC LIMIT 2",
        )?;
        let newest = newest.query_map([topic], |row| row.get(0))?.collect::<Result<Vec<u64>, _>>()?;
        newest.into_iter().try_for_each(|seq| self.settle_items(seq))
    }

    pub fn settle_topics(&self, rows: &[NewItem]) -> Result<(), StoreError> {
        rows.iter().filter_map(|row| row.topic.as_deref()).try_for_each(|topic| self.settle_topic(topic))
    }

    /// Forgets what a person did with items that are gone.
    pub fn forget_choices(&self, rows: &[NewItem]) -> Result<(), StoreError> {
        let mut forget = self.transaction.prepare_cached(
            "DELETE FROM inbox_choice WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM inbox_item WHERE key = ?1)",
        )?;
        for row in rows.iter().filter(|row| !row.key.is_empty()) {
            forget.execute([&row.key])?;
        }
        Ok(())
    }

    /// Opens what the newest version that is left of a removed document asks.
    pub fn settle_older_version(&self, head: &DocumentHead) -> Result<(), StoreError> {
        match versions::series(self.transaction, &head.source)? {
            Some(series) => self.settle_newest_of(&series),
            None => Ok(()),
        }
    }

    fn settle_newest_of(&self, series: &str) -> Result<(), StoreError> {
        match versions::newest(self.transaction, series)? {
            Some(newest) => self.settle_items(newest.seq),
            None => Ok(()),
        }
    }

    /// Sets the states of sessions that were folded, and replaces their items. One that changed meanwhile stays due.
    pub fn settle_chains(&mut self, folded: &[FoldedSession]) -> Result<(), StoreError> {
        for FoldedSession { session, state, token, items } in folded {
            if let Some(state) = sessions::settle_state(self.transaction, session, *state)? {
                self.next_place();
                self.write(Event::SessionEvent { session: session.clone(), state: Some(state) })?;
            }
            let topic = key(&["chain", session]);
            replace_topic(self.transaction, &topic, items, None)?;
            self.transaction
                .prepare_cached("DELETE FROM session_due WHERE session = ?1 AND token = ?2")?
                .execute(params![session, token])?;
        }
        Ok(())
    }

    /// Records what a person did with an item, and the event for open pages.
    pub fn handle_item(&mut self, choice: &InboxChoice) -> Result<(), StoreError> {
        let InboxChoice { key, handled, at_ms } = choice;
        match handled {
            Some(handled) => self.hide_item(key, *handled, *at_ms)?,
            None => self.put_back(key)?,
        }
        self.next_place();
        self.write(Event::ChoiceMade)
    }

    fn hide_item(&self, key: &str, handled: Handled, at_ms: i64) -> Result<(), StoreError> {
        let until_ms = match handled {
            Handled::Done => None,
            Handled::Until(until_ms) => Some(until_ms),
        };
        self.transaction
            .prepare_cached("INSERT OR REPLACE INTO inbox_choice (key, at_ms, until_ms) VALUES (?1, ?2, ?3)")?
            .execute(params![key, at_ms, until_ms])?;
        self.settle_chosen(key, handled != Handled::Done, until_ms)
    }

    /// Forgets what a person did with an item.
    fn put_back(&self, key: &str) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM inbox_choice WHERE key = ?1")?.execute([key])?;
        self.settle_chosen(key, true, None)
    }

    /// Opens or closes an item after a choice. What was done before is open again, unless what it is about was settled in the
    /// meantime.
    fn settle_chosen(&self, key: &str, is_open: bool, until_ms: Option<i64>) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "UPDATE inbox_item SET is_open = ?2, snoozed_until_ms = ?3 WHERE key = ?1 AND seq IS NULL",
            )?
            .execute(params![key, is_open, until_ms])?;
        let mut stating = self
            .transaction
            .prepare_cached("SELECT DISTINCT seq FROM inbox_item WHERE key = ?1 AND seq IS NOT NULL")?;
        let stating = stating.query_map([key], |row| row.get(0))?.collect::<Result<Vec<u64>, _>>()?;
        stating.into_iter().try_for_each(|seq| self.settle_items(seq))
    }
}

/// Replaces the item of a target by the one of its active quarantine, if it has one.
pub(in crate::store::sqlite) fn settle_quarantine_item(
    transaction: &Transaction<'_>,
    target: (&str, &str),
) -> Result<(), StoreError> {
    let topic = key(&["quarantine", target.0, target.1]);
    let active = active_of(transaction, target)?;
    let ends_ms = active.as_ref().and_then(|active| active.ends_ms);
    let item = active.map(ActiveRow::item);
    if target.0 == "session" {
        is_due(transaction, target.1)?;
    }
    replace_topic(transaction, &topic, item.as_slice(), ends_ms)
}

/// Replaces the items of a topic that no document states. Webhooks report those that were not there.
fn replace_topic(
    transaction: &Transaction<'_>,
    topic: &str,
    items: &[Item],
    ends_ms: Option<i64>,
) -> Result<(), StoreError> {
    let mut before = transaction.prepare_cached("SELECT key FROM inbox_item WHERE topic = ?1")?;
    let before: Vec<String> = before.query_map([topic], |row| row.get(0))?.collect::<Result<_, _>>()?;
    transaction.prepare_cached("DELETE FROM inbox_item WHERE topic = ?1")?.execute([topic])?;
    for item in items {
        // The outer `None` if there is no choice, the inner one if it is done.
        let chosen: Option<Option<i64>> = transaction
            .prepare_cached("SELECT until_ms FROM inbox_choice WHERE key = ?1")?
            .query_row([&item.key], |row| row.get(0))
            .optional()?;
        transaction
            .prepare_cached(
                "INSERT INTO inbox_item (key, kind, urgency, at_ms, topic, ends_ms, snoozed_until_ms, is_open, item)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                item.key,
                item.kind.as_str(),
                item.urgency as i64,
                item.at_ms,
                topic,
                ends_ms,
                chosen.flatten(),
                chosen != Some(None),
                to_json(item)?
            ])?;
        if chosen != Some(None) && !before.contains(&item.key) {
            webhooks::queue(transaction, item, None)?;
        }
    }
    Ok(())
}
