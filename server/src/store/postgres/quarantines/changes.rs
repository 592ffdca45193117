//! What one transaction changes of quarantines.

use std::collections::BTreeSet;

use app::document::DocumentHead;
use app::event::Event;
use app::quarantine::{Origin, QuarantineChange};

use super::rows::{active, first_stated, insert, settle, stored};
use crate::store::postgres::changes::Changes;
use crate::store::postgres::sql::Unsigned;
use crate::store::postgres::versions;
use crate::store::sqlite::quarantines::rows::{Before, NewRow, Target, read_record};
use crate::store::{QuarantineRequest, StoreError};

/// The most quarantines that one transaction releases because their time is over.
const MOST_AT_ONCE: i64 = 1000;

impl Changes<'_> {
    /// Applies what a person or a program wants. Returns whether it changed anything: what isn't quarantined can't be
    /// released.
    pub async fn quarantine(&mut self, request: &QuarantineRequest) -> Result<bool, StoreError> {
        let QuarantineRequest { change, origin, now_ms, ends_ms } = request;
        let target = change.target();
        let is_release = matches!(change, QuarantineChange::Release { .. });
        if is_release && active(self.sql, target).await?.is_none() {
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
        insert(self.sql, &row).await?;
        settle(self.sql, target).await?;
        self.write(Event::QuarantineEvent(change.event())).await?;
        Ok(true)
    }

    /// Releases what ends by itself. Returns how many there were.
    pub async fn release_due(&mut self, now_ms: i64) -> Result<u32, StoreError> {
        let due = self
            .sql
            .rows(
                "SELECT target_type, target_id, ends_ms FROM quarantine WHERE is_active AND ends_ms <= $1
                 ORDER BY ends_ms, target_type, target_id LIMIT $2",
                &[&now_ms, &MOST_AT_ONCE],
            )
            .await?;
        let released = due.len() as u32;
        for row in due {
            let (target_type, target_id): Target = (row.try_get(0)?, row.try_get(1)?);
            let ends_ms: i64 = row.try_get(2)?;
            let released_at = crate::clock::iso(ends_ms);
            let change = QuarantineChange::Release { target_type, target_id, released_at };
            let now_ms = ends_ms.min(now_ms);
            self.quarantine(&QuarantineRequest { change, origin: Origin::Time, now_ms, ends_ms: None })
                .await?;
        }
        Ok(released)
    }

    pub async fn set_mirror(&self, known: &str) -> Result<(), StoreError> {
        self.set_meta("mirror", known).await
    }

    /// Applies what a new document states. Each statement is an event, unless an earlier version of the document made it.
    pub async fn add_quarantines(
        &mut self,
        head: &DocumentHead,
        series: Option<&str>,
        changes: &[QuarantineChange],
    ) -> Result<(), StoreError> {
        for (number, change) in changes.iter().enumerate() {
            let stated = self.place_of(head, series, change).await?;
            self.insert_of_document(head, change, stated, number).await?;
            settle(self.sql, change.target()).await?;
            if stated.is_none() {
                self.next_place();
                self.write(Event::QuarantineEvent(change.event())).await?;
            }
        }
        Ok(())
    }

    /// Replaces what a document states. Only what is thereby quarantined or released is an event.
    pub async fn replace_quarantines(
        &mut self,
        head: &DocumentHead,
        changes: &[QuarantineChange],
    ) -> Result<(), StoreError> {
        let mut targets = self.targets_of(head.seq).await?;
        targets.extend(changes.iter().map(|change| stored(change.target())));
        let before = self.before(targets).await?;
        self.delete_quarantines(head.seq).await?;
        let series = versions::series(&head.source);
        for (number, change) in changes.iter().enumerate() {
            let stated = self.place_of(head, series.as_deref(), change).await?;
            self.insert_of_document(head, change, stated, number).await?;
        }
        self.announce_since(before).await
    }

    /// Returns what a document states, as stored: by target, record and time.
    pub async fn stored_quarantines(&self, seq: u64) -> Result<Vec<QuarantineChange>, StoreError> {
        let statement =
            "SELECT target_type, target_id, record, at FROM quarantine WHERE document = $1 ORDER BY number";
        let mut stored = Vec::new();
        for row in self.sql.rows(statement, &[&seq.cast_signed()]).await? {
            stored.push(match row.try_get::<_, Option<&str>>(2)? {
                Some(record) => QuarantineChange::Add(read_record(record)?),
                None => QuarantineChange::Release {
                    target_type: row.try_get(0)?,
                    target_id: row.try_get(1)?,
                    released_at: row.try_get(3)?,
                },
            });
        }
        Ok(stored)
    }

    /// Deletes what documents state. The result says what was active before, for [`Self::announce_since`].
    pub async fn unstate_quarantines(&mut self, documents: &[DocumentHead]) -> Result<Before, StoreError> {
        let mut targets = BTreeSet::new();
        for head in documents {
            targets.extend(self.targets_of(head.seq).await?);
        }
        let before = self.before(targets).await?;
        for head in documents {
            self.delete_quarantines(head.seq).await?;
        }
        Ok(before)
    }

    /// Keeps what is quarantined when its document expires, which is nobody's decision about the target. What is past goes.
    pub async fn outlive(&mut self, documents: &[DocumentHead]) -> Result<(), StoreError> {
        let mut targets = BTreeSet::new();
        for head in documents {
            targets.extend(self.targets_of(head.seq).await?);
            let orphan = "UPDATE quarantine SET document = NULL WHERE document = $1";
            self.sql.execute(orphan, &[&head.seq.cast_signed()]).await?;
        }
        self.forget_past(&targets).await
    }

    /// Forgets what expired documents stated of the past of targets, with all before it. What a document that is left states
    /// is kept with all after it, so that nothing old is in force again when the document is derived again.
    pub async fn forget_past(&self, targets: &BTreeSet<Target>) -> Result<(), StoreError> {
        for (target_type, target_id) in targets {
            let forgotten = self
                .sql
                .rows(
                    "DELETE FROM quarantine WHERE target_type = $1 AND target_id = $2 AND (place, number, id) <= (
                       SELECT place, number, id FROM quarantine AS past
                       WHERE target_type = $1 AND target_id = $2
                         AND NOT is_active AND origin = 'document' AND document IS NULL
                         AND NOT EXISTS (
                           SELECT 1 FROM quarantine AS kept
                           WHERE kept.target_type = $1 AND kept.target_id = $2 AND kept.document IS NOT NULL
                             AND (kept.place, kept.number, kept.id) < (past.place, past.number, past.id))
                       ORDER BY place DESC, number DESC, id DESC LIMIT 1)
                     RETURNING place",
                    &[target_type, target_id],
                )
                .await?;
            for row in forgotten {
                self.forget_quarantine(row.unsigned(0)?).await?;
            }
        }
        Ok(())
    }

    /// Settles targets again, and writes an event for each that is in another state than before.
    pub async fn announce_since(&mut self, Before(targets): Before) -> Result<(), StoreError> {
        for ((target_type, target_id), was) in targets {
            let target = (target_type.as_str(), target_id.as_str());
            settle(self.sql, target).await?;
            let is = active(self.sql, target).await?;
            let change = match (was, is) {
                (was, Some(is)) if was.as_ref().is_none_or(|was| was.record != is.record) => {
                    QuarantineChange::Add(is.record)
                }
                (Some(_), None) => {
                    // The removal of a document states no time.
                    let released_at = crate::clock::iso(crate::clock::now_ms());
                    QuarantineChange::Release { target_type, target_id, released_at }
                }
                _ => continue,
            };
            self.next_place();
            self.write(Event::QuarantineEvent(change.event())).await?;
        }
        Ok(())
    }

    async fn before(&self, targets: BTreeSet<Target>) -> Result<Before, StoreError> {
        let mut before = Vec::with_capacity(targets.len());
        for target in targets {
            let was = active(self.sql, (&target.0, &target.1)).await?;
            before.push((target, was));
        }
        Ok(Before(before))
    }

    async fn targets_of(&self, seq: u64) -> Result<BTreeSet<Target>, StoreError> {
        let statement = "SELECT target_type, target_id FROM quarantine WHERE document = $1";
        let rows = self.sql.rows(statement, &[&seq.cast_signed()]).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    async fn delete_quarantines(&self, seq: u64) -> Result<(), StoreError> {
        self.sql.execute("DELETE FROM quarantine WHERE document = $1", &[&seq.cast_signed()]).await?;
        Ok(())
    }

    async fn place_of(
        &self,
        head: &DocumentHead,
        series: Option<&str>,
        change: &QuarantineChange,
    ) -> Result<Option<u64>, StoreError> {
        match series {
            Some(series) => first_stated(self.sql, series, head.seq, change).await,
            None => Ok(None),
        }
    }

    async fn insert_of_document(
        &self,
        head: &DocumentHead,
        change: &QuarantineChange,
        stated: Option<u64>,
        number: usize,
    ) -> Result<(), StoreError> {
        insert(self.sql, &NewRow::of_document(head, change, stated, number)).await
    }
}
