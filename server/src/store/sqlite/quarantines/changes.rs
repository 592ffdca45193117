//! What one transaction changes of quarantines.

use std::collections::BTreeSet;

use app::document::DocumentHead;
use app::event::Event;
use app::quarantine::{Origin, QuarantineChange};
use rusqlite::params;

use super::rows::{Before, NewRow, Target, active, first_stated, insert, owned, read_record, settle};
use crate::store::sqlite::changes::Changes;
use crate::store::sqlite::versions;
use crate::store::{QuarantineRequest, StoreError};

/// The most quarantines that one transaction releases because their time is over.
const MOST_AT_ONCE: u32 = 1000;

impl Changes<'_> {
    /// Applies what a person or a program wants. Returns whether it changed anything: what isn't quarantined can't be
    /// released.
    pub fn quarantine(&mut self, request: &QuarantineRequest) -> Result<bool, StoreError> {
        let QuarantineRequest { change, origin, now_ms, ends_ms } = request;
        let target = change.target();
        let is_release = matches!(change, QuarantineChange::Release { .. });
        if is_release && active(self.transaction, target)?.is_none() {
            return Ok(false);
        }
        let place = self.next_place();
        let row = NewRow {
            change,
            origin: *origin,
            heard_ms: *now_ms,
            ends_ms: *ends_ms,
            place,
            number: 0,
            document: None,
        };
        insert(self.transaction, &row)?;
        settle(self.transaction, target)?;
        self.write(Event::QuarantineEvent(change.event()))?;
        Ok(true)
    }

    /// Releases what ends by itself. Returns how many there were.
    pub fn release_due(&mut self, now_ms: i64) -> Result<u32, StoreError> {
        let due: Vec<(String, String, i64)> = self
            .transaction
            .prepare_cached(
                "SELECT target_type, target_id, ends_ms FROM quarantine WHERE is_active = 1 AND ends_ms <= ?1
                 ORDER BY ends_ms, target_type, target_id LIMIT ?2",
            )?
            .query_map(params![now_ms, MOST_AT_ONCE], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect::<Result<_, _>>()?;
        let released = due.len() as u32;
        for (target_type, target_id, ends_ms) in due {
            let released_at = crate::clock::iso(ends_ms);
            let change = QuarantineChange::Release { target_type, target_id, released_at };
            let request = QuarantineRequest {
                change,
                origin: Origin::Time,
                now_ms: ends_ms.min(now_ms),
                ends_ms: None,
            };
            self.quarantine(&request)?;
        }
        Ok(released)
    }

    pub fn set_mirror(&self, known: &str) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("INSERT OR REPLACE INTO meta (name, value) VALUES ('mirror', ?1)")?
            .execute([known])?;
        Ok(())
    }

    /// Applies what a new document states. Each statement is an event, unless an earlier version of the document made it.
    pub fn add_quarantines(
        &mut self,
        head: &DocumentHead,
        series: Option<&str>,
        changes: &[QuarantineChange],
    ) -> Result<(), StoreError> {
        for (number, change) in changes.iter().enumerate() {
            let stated = self.place_of(head, series, change)?;
            self.insert_of_document(head, change, stated, number)?;
            settle(self.transaction, change.target())?;
            if stated.is_none() {
                self.next_place();
                self.write(Event::QuarantineEvent(change.event()))?;
            }
        }
        Ok(())
    }

    /// Replaces what a document states. Only what is thereby quarantined or released is an event.
    pub fn replace_quarantines(
        &mut self,
        head: &DocumentHead,
        changes: &[QuarantineChange],
    ) -> Result<(), StoreError> {
        let mut targets = self.targets_of(head.seq)?;
        targets.extend(changes.iter().map(|change| owned(change.target())));
        let before = self.before(targets)?;
        self.delete_quarantines(head.seq)?;
        let series = versions::series(self.transaction, &head.source)?;
        for (number, change) in changes.iter().enumerate() {
            let stated = self.place_of(head, series.as_deref(), change)?;
            self.insert_of_document(head, change, stated, number)?;
        }
        self.announce_since(before)
    }

    /// Returns what a document states, as stored: by target, record and time.
    pub fn stored_quarantines(&self, seq: u64) -> Result<Vec<QuarantineChange>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT target_type, target_id, record, at FROM quarantine WHERE document = ?1 ORDER BY number",
        )?;
        let mut rows = statement.query([seq])?;
        let mut stored = Vec::new();
        while let Some(row) = rows.next()? {
            stored.push(match row.get::<_, Option<String>>(2)? {
                Some(record) => QuarantineChange::Add(read_record(&record)?),
                None => QuarantineChange::Release {
                    target_type: row.get(0)?,
                    target_id: row.get(1)?,
                    released_at: row.get(3)?,
                },
            });
        }
        Ok(stored)
    }

    /// Deletes what documents state. The result says what was active before, for [`Self::announce_since`].
    pub fn unstate_quarantines(&mut self, documents: &[DocumentHead]) -> Result<Before, StoreError> {
        let mut targets = BTreeSet::new();
        for head in documents {
            targets.extend(self.targets_of(head.seq)?);
        }
        let before = self.before(targets)?;
        for head in documents {
            self.delete_quarantines(head.seq)?;
        }
        Ok(before)
    }

    /// Keeps what is quarantined when its document expires, which is nobody's decision about the target. What is past goes.
    pub fn outlive(&mut self, documents: &[DocumentHead]) -> Result<(), StoreError> {
        let mut targets = BTreeSet::new();
        for head in documents {
            targets.extend(self.targets_of(head.seq)?);
            self.transaction
                .prepare_cached("UPDATE quarantine SET document = NULL WHERE document = ?1")?
                .execute([head.seq])?;
        }
        self.forget_past(&targets)
    }

    /// Forgets what expired documents stated of the past of targets, with all before it. What a document that is left states
    /// is kept with all after it, so that nothing old is in force again when the document is derived again.
    pub fn forget_past(&self, targets: &BTreeSet<Target>) -> Result<(), StoreError> {
        let mut forget = self.transaction.prepare_cached(
            "DELETE FROM quarantine WHERE target_type = ?1 AND target_id = ?2 AND (place, number, id) <= (
               SELECT place, number, id FROM quarantine AS past
               WHERE target_type = ?1 AND target_id = ?2
                 AND is_active = 0 AND origin = 'document' AND document IS NULL
                 AND NOT EXISTS (
                   SELECT 1 FROM quarantine AS kept
                   WHERE kept.target_type = ?1 AND kept.target_id = ?2 AND kept.document IS NOT NULL
                     AND (kept.place, kept.number, kept.id) < (past.place, past.number, past.id))
               ORDER BY place DESC, number DESC, id DESC LIMIT 1)
             RETURNING place",
        )?;
        for (target_type, target_id) in targets {
            let places = forget.query_map([target_type, target_id], |row| row.get(0))?;
            for place in places.collect::<Result<Vec<u64>, _>>()? {
                self.forget_quarantine(place)?;
            }
        }
        Ok(())
    }

    /// Settles targets again, and writes an event for each that is in another state than before.
    pub fn announce_since(&mut self, Before(targets): Before) -> Result<(), StoreError> {
        for ((target_type, target_id), was) in targets {
            let target = (target_type.as_str(), target_id.as_str());
            settle(self.transaction, target)?;
            let is = active(self.transaction, target)?;
            let change = match (was, is) {
                (was, Some(is)) if was.as_ref().is_none_or(|was| was.record != is.record) => {
                    QuarantineChange::Add(is.record)
                }
                (Some(_), None) => {
                    let released_at = self.now()?;
                    QuarantineChange::Release { target_type, target_id, released_at }
                }
                _ => continue,
            };
            self.next_place();
            self.write(Event::QuarantineEvent(change.event()))?;
        }
        Ok(())
    }

    fn before(&self, targets: BTreeSet<Target>) -> Result<Before, StoreError> {
        let before = targets.into_iter().map(|target| {
            let was = active(self.transaction, (&target.0, &target.1))?;
            Ok((target, was))
        });
        Ok(Before(before.collect::<Result<_, StoreError>>()?))
    }

    fn targets_of(&self, seq: u64) -> Result<BTreeSet<Target>, StoreError> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT target_type, target_id FROM quarantine WHERE document = ?1")?;
        let rows = statement.query_map([seq], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn delete_quarantines(&self, seq: u64) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM quarantine WHERE document = ?1")?.execute([seq])?;
        Ok(())
    }

    fn place_of(
        &self,
        head: &DocumentHead,
        series: Option<&str>,
        change: &QuarantineChange,
    ) -> Result<Option<u64>, StoreError> {
        match series {
            Some(series) => first_stated(self.transaction, series, head.seq, change),
            None => Ok(None),
        }
    }

    fn insert_of_document(
        &self,
        head: &DocumentHead,
        change: &QuarantineChange,
        stated: Option<u64>,
        number: usize,
    ) -> Result<(), StoreError> {
        insert(self.transaction, &NewRow::of_document(head, change, stated, number))
    }

    /// The removal of a document states no time, so the database's own is taken.
    fn now(&self) -> Result<String, StoreError> {
        Ok(self
            .transaction
            .prepare_cached("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')")?
            .query_row([], |row| row.get(0))?)
    }
}
