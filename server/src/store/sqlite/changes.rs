//! What one transaction changes: documents, their events, and the totals.

use app::document::{DocumentHead, Tally};
use app::event::{Cursor, Envelope, Event, Replaced, Totals};
use rusqlite::{OptionalExtension, Transaction, params};

use super::sessions::NewInSessions;
use super::{bookmarks, decisions, inbox, packing, queries, sessions, traces, verdicts, versions};
use crate::store::prepared::Prepared;
use crate::store::{Arrival, Basis, Bookmark, Identity, InCheckout, Receipt, StoreError, body};

/// Events kept for viewers that resume; a viewer further behind reloads the page.
pub(in crate::store) const EVENTS_KEPT: u64 = 100_000;

pub(super) struct Changes<'t> {
    pub transaction: &'t Transaction<'t>,
    pub newest: Cursor,
    pub totals: Totals,
    /// The first text that is compressed later.
    first_unpacked: Option<u64>,
    sessions: NewInSessions,
    /// The first document whose traces aren't counted.
    first_uncounted: Option<u64>,
}

/// Returns whether `next`, of the same source, names no other commit or CI run than the newest version. Whether the texts
/// are the same is compared where they are read.
pub(in crate::store) fn covers(newest: &DocumentHead, next: &DocumentHead) -> bool {
    let is_same = |next: &Option<String>, newest| next.is_none() || next == newest;
    newest.bytes == next.bytes
        && newest.source.sample == next.source.sample
        && is_same(&next.source.commit, &newest.source.commit)
        && is_same(&next.source.ci_run, &newest.source.ci_run)
}

impl<'t> Changes<'t> {
    pub fn begin(transaction: &'t Transaction<'t>, epoch: u32) -> Result<Self, StoreError> {
        let newest = Cursor { epoch, seq: queries::newest_seq(transaction)? };
        let totals = queries::totals(transaction)?;
        Ok(Self {
            transaction,
            newest,
            totals,
            first_unpacked: None,
            sessions: NewInSessions::default(),
            first_uncounted: None,
        })
    }

    pub fn append(&mut self, prepared: Prepared) -> Result<Receipt, StoreError> {
        let Prepared { arrival, codec, body, waits_for_packing } = prepared;
        let Arrival { mut head, raw, mentions, quarantines, notices, verdicts, decisions, .. } = arrival;
        let Arrival { catalog, basis, in_checkout, .. } = arrival;
        let is_state = basis == Basis::File;
        let series = versions::series(self.transaction, &head.source)?;
        let mut newest = match &series {
            Some(series) => versions::newest(self.transaction, series)?,
            None => None,
        };
        let mut earlier = self.earlier(&head.id, &raw)?;
        let former = match &in_checkout {
            Some(file) if newest.is_none() => versions::former(self.transaction, &file.former)?,
            _ => None,
        };
        if let Some(former) = &former {
            newest = Some(former.newest.clone());
        }
        let mut was_removed = is_state && earlier.is_none() && self.was_removed(&head.id)?;
        if let Some(InCheckout { former_id, .. }) = in_checkout.as_ref().filter(|_| earlier.is_none()) {
            earlier = self.earlier(former_id, &raw)?;
            was_removed |= is_state && self.was_removed(former_id)?;
            if earlier.is_some() {
                head.id.clone_from(former_id);
            }
        }
        // A file that is both watched and sent arrives twice.
        if let Some(newest) = newest.as_ref().filter(|newest| earlier.is_none() && covers(newest, &head))
            && basis != Basis::Key
            && let Some(receipt @ Receipt::Duplicate(_)) = self.earlier(&newest.id, &raw)?
        {
            return Ok(receipt);
        }
        // Reading a file again doesn't restore what was deleted; delivering it does.
        if earlier.is_none() && was_removed {
            return Ok(Receipt::Duplicate(head));
        }
        if let Some(receipt) = earlier {
            let may_return = is_state && !in_checkout.is_some_and(|file| file.is_unchanged);
            let Some(newest) = newest.as_ref().filter(|newest| may_return && newest.id != head.id) else {
                return Ok(receipt);
            };
            if let Some(receipt @ Receipt::Duplicate(_)) = self.earlier(&newest.id, &raw)? {
                return Ok(receipt);
            }
            head.id = Identity::of_return(&head.id, &newest.id).document_id();
        }
        if let (Some(former), Some(series)) = (former, &series) {
            former.rename(self.transaction, &head, series)?;
        }
        head.version = newest.as_ref().map_or(1, |newest| newest.version + 1);
        head.seq = self.next_place();
        let json = to_json(&head)?;
        self.insert(&head, &json, series.as_deref(), catalog, (codec, &body))?;
        if waits_for_packing {
            self.first_unpacked.get_or_insert(head.seq);
        }
        sessions::insert_mentions(self.transaction, &head, &mentions)?;
        traces::add(self.transaction, &head)?;
        self.first_uncounted.get_or_insert(head.seq);
        self.add_items(&head, &inbox::rows_of(&head, series.as_deref(), &notices)?)?;
        if !notices.is_empty() {
            self.report_items(head.seq)?;
        }
        verdicts::add(self.transaction, &head, &verdicts)?;
        if let Some(older) = &newest {
            decisions::withdraw(self.transaction, older.seq)?;
        }
        decisions::add(self.transaction, &head, &decisions)?;
        self.sessions.add(&head, !mentions.is_empty());
        self.totals.add(&head);
        match newest {
            None => self.write_event(&frame_of_document(self.newest, &json))?,
            Some(newest) => {
                self.totals.remove(&newest);
                self.settle_items(newest.seq)?;
                let replaces = Some(Replaced::of(&newest));
                self.write(Event::DocumentEvent { document: head.clone(), replaces })?;
            }
        }
        self.add_quarantines(&head, series.as_deref(), &quarantines)?;
        Ok(Receipt::Stored(head))
    }

    pub fn mark(&self, file: &str, bookmark: &Bookmark) -> Result<(), StoreError> {
        bookmarks::set(self.transaction, file, bookmark)
    }

    /// Writes the totals and returns the newest cursor.
    pub fn finish(mut self) -> Result<Cursor, StoreError> {
        self.settle()?;
        let totals = to_json(&self.totals)?;
        self.transaction
            .prepare_cached(
                "INSERT INTO meta (name, value) VALUES ('totals', ?1)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )?
            .execute([totals])?;
        if let Some(seq) = self.first_unpacked {
            packing::remember(self.transaction, seq)?;
        }
        let dropped_up_to = self.newest.seq.saturating_sub(EVENTS_KEPT);
        self.transaction.prepare_cached("DELETE FROM event WHERE seq <= ?1")?.execute([dropped_up_to])?;
        Ok(self.newest)
    }

    /// Counts what new documents add to sessions and health: once at the end, and before anything is removed or counted from
    /// the documents.
    pub fn settle(&mut self) -> Result<(), StoreError> {
        if let Some(first) = self.first_uncounted.take() {
            traces::count(self.transaction, first..=self.newest.seq)?;
        }
        std::mem::take(&mut self.sessions).write(self.transaction)
    }

    fn was_removed(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT 1 FROM removal WHERE id = ?1")?.exists([id])?)
    }

    fn earlier(&self, id: &str, raw: &[u8]) -> Result<Option<Receipt>, StoreError> {
        let row: Option<(String, i64, Vec<u8>)> = self
            .transaction
            .prepare_cached("SELECT head, codec, raw FROM document WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let Some((head, codec, stored)) = row else { return Ok(None) };
        let head = queries::read_head(&head)?;
        let is_same = body::decode(codec, stored, head.bytes)? == raw;
        Ok(Some(if is_same { Receipt::Duplicate(head) } else { Receipt::Conflict(head) }))
    }

    fn insert(
        &self,
        head: &DocumentHead,
        json: &str,
        series: Option<&str>,
        catalog: Option<i64>,
        (codec, body): (i64, &[u8]),
    ) -> Result<(), StoreError> {
        let (kind, state) = kind_and_state(head);
        self.transaction
            .prepare_cached(
                "INSERT INTO document (seq, id, sample, kind, state, head, codec, raw)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![head.seq, head.id, head.source.sample, kind, state, json, codec, body])?;
        self.transaction
            .prepare_cached(
                "INSERT INTO facet (seq, session, received_ms, severity, series, version, catalog)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                head.seq,
                head.source.session,
                head.received_ms,
                gravest(head),
                series,
                head.version,
                catalog
            ])?;
        self.insert_formats(head)
    }

    pub fn insert_formats(&self, head: &DocumentHead) -> Result<(), StoreError> {
        let mut formats = self
            .transaction
            .prepare_cached("INSERT OR IGNORE INTO document_format (format, seq) VALUES (?1, ?2)")?;
        for block in head.blocks.iter().filter(|block| !block.fenced) {
            formats.execute(params![block.format, head.seq])?;
        }
        Ok(())
    }

    /// Returns a new place in the order for the next event.
    pub fn next_place(&mut self) -> u64 {
        self.newest.seq += 1;
        self.newest.seq
    }

    /// Writes the event at the newest place.
    pub fn write(&self, event: Event) -> Result<(), StoreError> {
        self.write_event(&to_json(&Envelope { cursor: self.newest, event })?)
    }

    fn write_event(&self, frame: &str) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("INSERT INTO event (seq, frame) VALUES (?1, ?2)")?
            .execute(params![self.newest.seq, frame])?;
        Ok(())
    }
}

/// Returns the envelope of a document's event. Reuses the document's JSON.
pub(in crate::store) fn frame_of_document(cursor: Cursor, document: &str) -> String {
    format!(r#"{{"cursor":"{cursor}","event":{{"type":"DocumentEvent","document":{document}}}}}"#)
}

/// Returns the words for what a document is and how it went, by which lists are narrowed.
pub(in crate::store) fn kind_and_state(head: &DocumentHead) -> (Option<&'static str>, &'static str) {
    let lead = head.lead();
    let state = lead.map(|block| block.summary.state).unwrap_or_default();
    (lead.map(|block| block.kind.as_str()), state.as_str())
}

/// Returns the gravest severity as `facet` ranks it. Examples in a fence don't count.
pub(in crate::store) fn gravest(head: &DocumentHead) -> u8 {
    let of_tally = |tally: Tally| match tally {
        Tally { critical: 1.., .. } => 4,
        Tally { high: 1.., .. } => 3,
        Tally { medium: 1.., .. } => 2,
        _ => u8::from(tally.total() > 0),
    };
    let blocks = head.blocks.iter().filter(|block| !block.fenced).map(|block| block.summary.tally);
    blocks.chain([head.beyond.findings]).map(of_tally).max().unwrap_or(0)
}

pub(in crate::store) fn to_json<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use app::document::{DocumentHead, Source};
    use app::event::{Cursor, Envelope, Event};

    use super::{frame_of_document, to_json};

    #[test]
    fn a_frame_equals_its_serialized_event() {
        let source = Source { session: Some("a \"b\"\n".to_owned()), ..Source::default() };
        let document = DocumentHead { id: "id".to_owned(), seq: 7, source, ..DocumentHead::default() };
        let cursor = Cursor { epoch: 3, seq: 7 };
        let frame = frame_of_document(cursor, &to_json(&document).unwrap());
        assert_eq!(
            frame,
            to_json(&Envelope { cursor, event: Event::DocumentEvent { document, replaces: None } }).unwrap()
        );
    }
}
