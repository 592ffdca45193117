//! Pins, and the removal of documents with everything derived from them.

use app::document::{DocumentHead, Source};
use app::event::{Cursor, Envelope, Event};
use rusqlite::{OptionalExtension, Params, params};

use super::changes::{Changes, to_json};
use super::{decisions, disk_space, queries, sessions, traces, transcript_lines, versions};
use crate::store::{Due, Expired, StoreError};

/// The most documents that one transaction removes, so that no sender waits long for it.
pub(in crate::store) const MOST_AT_ONCE: u32 = 1000;
/// The most pages that one transaction returns to the disk, and the free pages kept for new documents: 8 MB.
pub(super) const PAGES_AT_ONCE: u32 = 1000;
const PAGES_LEFT_FREE: u32 = 1000;

impl Changes<'_> {
    /// Removes a document. Returns whether it existed.
    pub fn remove(&mut self, id: &str) -> Result<bool, StoreError> {
        let removed = self.heads("SELECT head FROM document WHERE id = ?1", [id])?;
        for head in &removed {
            transcript_lines::forget(self.transaction, head)?;
        }
        Ok(self.delete(&removed)? > 0)
    }

    /// Removes all samples and returns how many there were.
    pub fn remove_samples(&mut self) -> Result<u32, StoreError> {
        let removed = self.heads("SELECT head FROM document WHERE sample = 1 ORDER BY seq", [])?;
        transcript_lines::forget_samples(self.transaction)?;
        self.delete(&removed)
    }

    /// Removes documents on behalf of a person, with the quarantines that they state.
    fn delete(&mut self, removed: &[DocumentHead]) -> Result<u32, StoreError> {
        let before = self.unstate_quarantines(removed)?;
        let targets = before.targets();
        let count = self.remove_all(removed)?;
        self.announce_since(before)?;
        self.forget_past(&targets)?;
        Ok(count)
    }

    /// Removes the oldest of what has expired, and returns some free space to the disk.
    pub fn expire(&mut self, due: Due) -> Result<Expired, StoreError> {
        let removed = self.heads(
            "SELECT head FROM facet JOIN document USING (seq) WHERE pinned = 0 AND received_ms < ?1
             ORDER BY received_ms, seq LIMIT ?2",
            params![due.documents_before_ms, MOST_AT_ONCE],
        )?;
        self.outlive(&removed)?;
        let documents = self.remove_all(&removed)?;
        let traces = traces::expire(self.transaction, due.traces_before_ms, MOST_AT_ONCE)?;
        let lines = transcript_lines::expire(self.transaction, due.documents_before_ms, MOST_AT_ONCE)?;
        let free: u32 = self.transaction.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
        let pages = free.saturating_sub(PAGES_LEFT_FREE).min(PAGES_AT_ONCE);
        if pages > 0 {
            disk_space::give_back(self.transaction, pages)?;
        }
        let there_is_more = [documents, traces, lines].contains(&MOST_AT_ONCE) || pages == PAGES_AT_ONCE;
        Ok(Expired { documents, traces, there_is_more })
    }

    /// Pins or unpins a document. Returns whether it exists.
    pub fn pin(&mut self, id: &str, pinned: bool) -> Result<bool, StoreError> {
        let found = self
            .transaction
            .prepare_cached("SELECT head FROM document WHERE id = ?1")?
            .query_row([id], |row| row.get::<_, String>(0))
            .optional()?;
        let Some(head) = found.map(|head| queries::read_head(&head)).transpose()? else { return Ok(false) };
        if head.pinned == pinned {
            return Ok(true);
        }
        let head = DocumentHead { pinned, ..head };
        self.transaction
            .prepare_cached("UPDATE document SET head = ?2 WHERE seq = ?1")?
            .execute(params![head.seq, to_json(&head)?])?;
        self.transaction
            .prepare_cached("UPDATE facet SET pinned = ?2 WHERE seq = ?1")?
            .execute(params![head.seq, pinned])?;
        self.next_place();
        self.write(Event::DocumentPinned { id: head.id, pinned })?;
        Ok(true)
    }

    fn heads(&self, sql: &str, values: impl Params) -> Result<Vec<DocumentHead>, StoreError> {
        let mut statement = self.transaction.prepare_cached(sql)?;
        let heads = statement.query_map(values, |row| row.get::<_, String>(0))?;
        heads.map(|head| queries::read_head(&head?)).collect()
    }

    /// Removes documents. Formats, facets and mentions are deleted with the row, and the documents' events replaced.
    fn remove_all(&mut self, removed: &[DocumentHead]) -> Result<u32, StoreError> {
        if removed.is_empty() {
            return Ok(0);
        }
        self.next_place();
        let mut delete = self.transaction.prepare_cached("DELETE FROM document WHERE seq = ?1")?;
        let mut remember =
            self.transaction.prepare_cached("INSERT INTO removal (seq, at, id) VALUES (?1, ?2, ?3)")?;
        for head in removed {
            let is_counted = versions::is_newest(self.transaction, head)?;
            let asked = self.stored_items(head.seq)?;
            decisions::remove(self.transaction, head.seq)?;
            delete.execute([head.seq])?;
            self.forget(head)?;
            remember.execute(params![head.seq, self.newest.seq, head.id])?;
            if is_counted {
                self.totals.remove(head);
                self.count_newest_of(&head.source)?;
                self.settle_older_version(head)?;
                decisions::settle_newest_of(self.transaction, head)?;
            }
            self.settle_topics(&asked)?;
            self.forget_choices(&asked)?;
        }
        sessions::recount(self.transaction, removed)?;
        self.write(Event::DocumentsRemoved { ids: removed.iter().map(|head| head.id.clone()).collect() })?;
        Ok(removed.len() as u32)
    }

    /// Counts the newest version that is left of a source.
    fn count_newest_of(&mut self, source: &Source) -> Result<(), StoreError> {
        if let Some(series) = versions::series(self.transaction, source)?
            && let Some(newest) = versions::newest(self.transaction, &series)?
        {
            self.totals.add(&newest);
        }
        Ok(())
    }

    /// Replaces the events of a document, which are its own and those of its quarantines right after it, by its removal.
    fn forget(&self, head: &DocumentHead) -> Result<(), StoreError> {
        let mut forget = self.transaction.prepare_cached("UPDATE event SET frame = ?2 WHERE seq = ?1")?;
        // What no document states has a row at the place of its event.
        let mut is_quarantine = self.transaction.prepare_cached(
            "SELECT 1 FROM event WHERE seq = ?1 AND frame ->> '$.event.type' = 'QuarantineEvent'
               AND NOT EXISTS (SELECT 1 FROM quarantine WHERE place = ?1 AND document IS NULL)",
        )?;
        let mut cursor = Cursor { seq: head.seq, ..self.newest };
        loop {
            let event = Event::DocumentsRemoved { ids: vec![head.id.clone()] };
            forget.execute(params![cursor.seq, to_json(&Envelope { cursor, event })?])?;
            cursor.seq += 1;
            if !is_quarantine.exists([cursor.seq])? {
                return Ok(());
            }
        }
    }

    /// Replaces the event of a quarantine or a release that is forgotten. What a document states counts at the place of the
    /// document, whose event is another.
    pub(super) fn forget_quarantine(&self, place: u64) -> Result<(), StoreError> {
        let cursor = Cursor { seq: place, ..self.newest };
        let event = Event::DocumentsRemoved { ids: Vec::new() };
        self.transaction
            .prepare_cached(
                "UPDATE event SET frame = ?2 WHERE seq = ?1 AND frame ->> '$.event.type' = 'QuarantineEvent'",
            )?
            .execute(params![place, to_json(&Envelope { cursor, event })?])?;
        Ok(())
    }
}
