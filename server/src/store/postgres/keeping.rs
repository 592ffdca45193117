//! Pins, and the removal of documents with everything derived from them.

use app::document::{DocumentHead, Source};
use app::event::{Cursor, Envelope, Event};

use super::changes::{Changes, to_json};
use super::sql::{Values, clean};
use super::{decisions, partitions, queries, sessions, traces, transcript_lines, versions};
use crate::store::sqlite::keeping::MOST_AT_ONCE;
use crate::store::{Due, Expired, StoreError};

/// A condition on `event`: it is of a quarantine. The database can't read the escape of a character that its texts can't have.
const IS_OF_QUARANTINE: &str =
    r"replace(frame, '\u0000', '\u0020')::json -> 'event' ->> 'type' = 'QuarantineEvent'";

impl Changes<'_> {
    /// Removes a document. Returns whether it existed.
    pub async fn remove(&mut self, id: &str) -> Result<bool, StoreError> {
        let removed = self.heads("SELECT head FROM document WHERE id = $1", &[&clean(id).as_ref()]).await?;
        for head in &removed {
            transcript_lines::forget(self.sql, head).await?;
        }
        Ok(self.delete(&removed).await? > 0)
    }

    /// Removes all samples and returns how many there were.
    pub async fn remove_samples(&mut self) -> Result<u32, StoreError> {
        let removed = self.heads("SELECT head FROM document WHERE sample ORDER BY seq", &[]).await?;
        transcript_lines::forget_samples(self.sql).await?;
        self.delete(&removed).await
    }

    /// Removes documents on behalf of a person, with the quarantines that they state and, at once, their texts.
    async fn delete(&mut self, removed: &[DocumentHead]) -> Result<u32, StoreError> {
        let before = self.unstate_quarantines(removed).await?;
        let days: Vec<i64> = removed.iter().map(|head| partitions::day_of(head.received_ms)).collect();
        let seqs: Vec<i64> = removed.iter().map(|head| head.seq.cast_signed()).collect();
        self.sql
            .execute(
                "DELETE FROM text USING unnest($1::bigint[], $2::bigint[]) AS gone (day, seq)
                 WHERE text.day = gone.day AND text.seq = gone.seq",
                &[&days, &seqs],
            )
            .await?;
        let targets = before.targets();
        let count = self.remove_all(removed).await?;
        self.announce_since(before).await?;
        self.forget_past(&targets).await?;
        Ok(count)
    }

    /// Removes the oldest of what has expired. Texts go by the day, once it is over for all of its documents.
    pub async fn expire(&mut self, due: Due) -> Result<Expired, StoreError> {
        let most = i64::from(MOST_AT_ONCE);
        let removed = self
            .heads(
                "SELECT head FROM document WHERE NOT pinned AND received_ms < $1 ORDER BY received_ms, seq LIMIT $2",
                &[&due.documents_before_ms, &most],
            )
            .await?;
        self.outlive(&removed).await?;
        let documents = self.remove_all(&removed).await?;
        let traces = traces::expire(self.sql, due.traces_before_ms, MOST_AT_ONCE).await?;
        let lines = transcript_lines::expire(self.sql, due.documents_before_ms, MOST_AT_ONCE).await?;
        let there_is_more = [documents, traces, lines].contains(&MOST_AT_ONCE);
        if !there_is_more {
            partitions::drop_before(self.sql, due.documents_before_ms).await?;
        }
        Ok(Expired { documents, traces, there_is_more })
    }

    /// Pins or unpins a document. Returns whether it exists.
    pub async fn pin(&mut self, id: &str, pinned: bool) -> Result<bool, StoreError> {
        let found = self.heads("SELECT head FROM document WHERE id = $1", &[&clean(id).as_ref()]).await?;
        let Some(head) = found.into_iter().next() else { return Ok(false) };
        if head.pinned == pinned {
            return Ok(true);
        }
        let head = DocumentHead { pinned, ..head };
        queries::set_head(self.sql, &head).await?;
        let seq = head.seq.cast_signed();
        self.sql.execute("UPDATE document SET pinned = $2 WHERE seq = $1", &[&seq, &pinned]).await?;
        self.next_place();
        self.write(Event::DocumentPinned { id: head.id, pinned }).await?;
        Ok(true)
    }

    async fn heads(&self, statement: &str, values: Values<'_>) -> Result<Vec<DocumentHead>, StoreError> {
        let rows = self.sql.rows(statement, values).await?;
        rows.iter().map(|row| queries::read_head(row.try_get(0)?)).collect()
    }

    /// Removes documents. Formats, words and mentions are deleted with the row, and the documents' events replaced.
    async fn remove_all(&mut self, removed: &[DocumentHead]) -> Result<u32, StoreError> {
        if removed.is_empty() {
            return Ok(0);
        }
        self.next_place();
        for head in removed {
            let seq = head.seq.cast_signed();
            let is_counted = versions::is_newest(self.sql, head).await?;
            let asked = self.stored_items(head.seq).await?;
            decisions::remove(self.sql, head.seq).await?;
            self.sql.execute("DELETE FROM document WHERE seq = $1", &[&seq]).await?;
            self.forget(head).await?;
            self.sql
                .execute(
                    "INSERT INTO removal (seq, at, id) VALUES ($1, $2, $3)",
                    &[&seq, &self.newest.seq.cast_signed(), &head.id],
                )
                .await?;
            if is_counted {
                self.totals.remove(head);
                self.count_newest_of(&head.source).await?;
                self.settle_older_version(head).await?;
                decisions::settle_newest_of(self.sql, head).await?;
            }
            self.settle_topics_of(&asked).await?;
            self.forget_choices(&asked).await?;
        }
        sessions::recount(self.sql, removed).await?;
        self.write(Event::DocumentsRemoved { ids: removed.iter().map(|head| head.id.clone()).collect() })
            .await?;
        Ok(removed.len() as u32)
    }

    /// Counts the newest version that is left of a source.
    async fn count_newest_of(&mut self, source: &Source) -> Result<(), StoreError> {
        if let Some(series) = versions::series(source)
            && let Some(newest) = versions::newest(self.sql, &series).await?
        {
            self.totals.add(&newest);
        }
        Ok(())
    }

    /// Replaces the events of a document, which are its own and those of its quarantines right after it, by its removal.
    async fn forget(&self, head: &DocumentHead) -> Result<(), StoreError> {
        let mut cursor = Cursor { seq: head.seq, ..self.newest };
        loop {
            let event = Event::DocumentsRemoved { ids: vec![head.id.clone()] };
            let json = to_json(&Envelope { cursor, event })?;
            let seq = cursor.seq.cast_signed();
            self.sql.execute("UPDATE event SET frame = $2 WHERE seq = $1", &[&seq, &json]).await?;
            cursor.seq += 1;
            // What no document states has a row at the place of its event.
            let is_quarantine = self
                .sql
                .exists(
                    &format!(
                        "SELECT 1 FROM event WHERE seq = $1 AND {IS_OF_QUARANTINE}
                           AND NOT EXISTS (SELECT 1 FROM quarantine WHERE place = $1 AND document IS NULL)"
                    ),
                    &[&cursor.seq.cast_signed()],
                )
                .await?;
            if !is_quarantine {
                return Ok(());
            }
        }
    }

    /// Replaces the event of a quarantine or a release that is forgotten. What a document states counts at the place of the
    /// document, whose event is another.
    pub(super) async fn forget_quarantine(&self, place: u64) -> Result<(), StoreError> {
        let cursor = Cursor { seq: place, ..self.newest };
        let event = Event::DocumentsRemoved { ids: Vec::new() };
        self.sql
            .execute(
                &format!("UPDATE event SET frame = $2 WHERE seq = $1 AND {IS_OF_QUARANTINE}"),
                &[&place.cast_signed(), &to_json(&Envelope { cursor, event })?],
            )
            .await?;
        Ok(())
    }
}
