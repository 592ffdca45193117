//! What one transaction changes: documents, the events that tell of them, and the totals.

use app::document::{BlockHead, DocumentHead, Tally};
use app::event::{Cursor, Envelope, Event, Totals};
use rusqlite::{OptionalExtension, Transaction, params};

use super::prepared::Prepared;
use super::{bookmarks, packing, queries, sessions, versions};
use crate::store::{Bookmark, Digest, Identity, Receipt, StoreError};

/// How far back a viewer can pick up the thread; beyond it the page is loaded anew.
const EVENTS_KEPT: u64 = 100_000;

pub(super) struct Changes<'t> {
    pub transaction: &'t Transaction<'t>,
    pub newest: Cursor,
    pub totals: Totals,
    /// The first text that is packed later.
    first_unpacked: Option<u64>,
}

impl<'t> Changes<'t> {
    pub fn begin(transaction: &'t Transaction<'t>, epoch: u32) -> Result<Self, StoreError> {
        let newest = Cursor { epoch, seq: queries::newest_seq(transaction)? };
        Ok(Self { transaction, newest, totals: queries::totals(transaction)?, first_unpacked: None })
    }

    pub fn append(&mut self, arrival: Prepared) -> Result<Receipt, StoreError> {
        let Prepared { mut head, said, quarantines, is_state, digest, codec, body, waits_for_packing } =
            arrival;
        let series = versions::series(self.transaction, &head.source)?;
        let newest = match &series {
            Some(series) => versions::newest(self.transaction, series)?,
            None => None,
        };
        let earlier = self.earlier(&head.id, &digest)?;
        // A file that is read again does not bring back what was deleted; a delivery does.
        if is_state && earlier.is_none() && self.was_removed(&head.id)? {
            return Ok(Receipt::Duplicate(head));
        }
        if let Some(receipt) = earlier {
            let Some(newest) = newest.as_ref().filter(|newest| is_state && newest.id != head.id) else {
                return Ok(receipt);
            };
            if newest.digest == digest {
                return Ok(self.earlier(&newest.id, &digest)?.unwrap_or(receipt));
            }
            head.id = Identity::of_return(&head.id, &newest.id).document_id();
        }
        head.version = newest.map_or(1, |newest| newest.version + 1);
        head.seq = self.next_place();
        self.insert(&head, series.as_deref(), &digest, codec, &body)?;
        if waits_for_packing {
            self.first_unpacked.get_or_insert(head.seq);
        }
        sessions::add(self.transaction, &head, &said)?;
        self.totals.add(&head);
        self.tell(Event::DocumentEvent { document: head.clone() })?;
        for quarantine in quarantines {
            self.next_place();
            self.tell(Event::QuarantineEvent(quarantine))?;
        }
        Ok(Receipt::Stored(head))
    }

    pub fn mark(&self, file: &str, bookmark: &Bookmark) -> Result<(), StoreError> {
        bookmarks::set(self.transaction, file, bookmark)
    }

    /// Writes what was counted, and says where the order ends now.
    pub fn finish(self) -> Result<Cursor, StoreError> {
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

    fn was_removed(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT 1 FROM removal WHERE id = ?1")?.exists([id])?)
    }

    fn earlier(&self, id: &str, digest: &Digest) -> Result<Option<Receipt>, StoreError> {
        let row: Option<(String, Digest)> = self
            .transaction
            .prepare_cached("SELECT head, digest FROM document WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((head, stored)) = row else { return Ok(None) };
        let head = queries::read_head(&head)?;
        Ok(Some(if stored == *digest { Receipt::Duplicate(head) } else { Receipt::Conflict(head) }))
    }

    fn insert(
        &self,
        head: &DocumentHead,
        series: Option<&str>,
        digest: &Digest,
        codec: i64,
        body: &[u8],
    ) -> Result<(), StoreError> {
        let outcome = head.lead().map(|block| block.summary.outcome).unwrap_or_default();
        self.transaction
            .prepare_cached(
                "INSERT INTO document (seq, id, sample, outcome, head, digest, codec, raw)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                head.seq,
                head.id,
                head.source.sample,
                outcome.as_str(),
                to_json(head)?,
                digest,
                codec,
                body
            ])?;
        self.transaction
            .prepare_cached(
                "INSERT INTO facet (seq, session, received_ms, severity, series, version)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                head.seq,
                head.source.session,
                head.received_ms,
                gravest(head),
                series,
                head.version
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

    /// A place of its own for the next event.
    pub fn next_place(&mut self) -> u64 {
        self.newest.seq += 1;
        self.newest.seq
    }

    /// Writes the event of the newest place.
    pub fn tell(&self, event: Event) -> Result<(), StoreError> {
        let frame = to_json(&Envelope { cursor: self.newest, event })?;
        self.transaction
            .prepare_cached("INSERT INTO event (seq, frame) VALUES (?1, ?2)")?
            .execute(params![self.newest.seq, frame])?;
        Ok(())
    }
}

/// As the table counts severities; examples in a fence are no findings.
pub(super) fn gravest(head: &DocumentHead) -> u8 {
    let of_block = |block: &BlockHead| {
        let tally = block.summary.tally;
        match tally {
            Tally { critical: 1.., .. } => 4,
            Tally { high: 1.., .. } => 3,
            Tally { medium: 1.., .. } => 2,
            _ => u8::from(tally.total() > 0),
        }
    };
    head.blocks.iter().filter(|block| !block.fenced).map(of_block).max().unwrap_or(0)
}

pub(super) fn to_json<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Failed(error.to_string()))
}
