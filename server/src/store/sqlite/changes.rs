//! What one transaction changes: documents, the events that tell of them, and the totals.

use app::document::{BlockHead, DocumentHead, Tally};
use app::event::{Cursor, Envelope, Event, Totals};
use rusqlite::{OptionalExtension, Transaction, params};
use sha2::{Digest as _, Sha256};

use super::{body, bookmarks, queries, sessions, versions};
use crate::store::{Arrival, Bookmark, Digest, Identity, Receipt, StoreError};

/// How far back a viewer can pick up the thread; beyond it the page is loaded anew.
const EVENTS_KEPT: u64 = 100_000;

pub(super) struct Changes<'t> {
    transaction: &'t Transaction<'t>,
    newest: Cursor,
    totals: Totals,
}

impl<'t> Changes<'t> {
    pub fn begin(transaction: &'t Transaction<'t>, epoch: u32) -> Result<Self, StoreError> {
        let newest = Cursor { epoch, seq: queries::newest_seq(transaction)? };
        Ok(Self { transaction, newest, totals: queries::totals(transaction)? })
    }

    pub fn append(&mut self, arrival: Arrival) -> Result<Receipt, StoreError> {
        let Arrival { mut head, raw, said, is_state, quarantines } = arrival;
        let digest: Digest = Sha256::digest(&raw).into();
        let series = versions::series(self.transaction, &head.source)?;
        let newest = match &series {
            Some(series) => versions::newest(self.transaction, series)?,
            None => None,
        };
        if let Some(receipt) = self.earlier(&head.id, &digest)? {
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
        self.insert(&head, series.as_deref(), &digest, &raw)?;
        sessions::add(self.transaction, &head, &said)?;
        self.totals.add(&head);
        self.tell(Event::DocumentEvent { document: head.clone() })?;
        for quarantine in quarantines {
            self.next_place();
            self.tell(Event::QuarantineEvent(quarantine))?;
        }
        Ok(Receipt::Stored(head))
    }

    pub fn remove_samples(&mut self) -> Result<u32, StoreError> {
        let mut samples =
            self.transaction.prepare_cached("SELECT head FROM document WHERE sample = 1 ORDER BY seq")?;
        let mut gone = Vec::new();
        for head in samples.query_map([], |row| row.get::<_, String>(0))? {
            let head = queries::read_head(&head?)?;
            self.totals.remove(&head);
            gone.push(head);
        }
        if gone.is_empty() {
            return Ok(0);
        }
        self.transaction.execute("DELETE FROM document WHERE sample = 1", [])?;
        sessions::recount(self.transaction, &gone)?;
        let ids: Vec<String> = gone.into_iter().map(|head| head.id).collect();
        let removed = ids.len() as u32;
        self.next_place();
        self.tell(Event::DocumentsRemoved { ids })?;
        Ok(removed)
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
        let dropped_up_to = self.newest.seq.saturating_sub(EVENTS_KEPT);
        self.transaction.prepare_cached("DELETE FROM event WHERE seq <= ?1")?.execute([dropped_up_to])?;
        Ok(self.newest)
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
        raw: &[u8],
    ) -> Result<(), StoreError> {
        let outcome = head.lead().map(|block| block.summary.outcome).unwrap_or_default();
        let (codec, stored) = body::encode(raw);
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
                stored
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
        let mut formats = self
            .transaction
            .prepare_cached("INSERT OR IGNORE INTO document_format (format, seq) VALUES (?1, ?2)")?;
        for block in head.blocks.iter().filter(|block| !block.fenced) {
            formats.execute(params![block.format, head.seq])?;
        }
        Ok(())
    }

    fn next_place(&mut self) -> u64 {
        self.newest.seq += 1;
        self.newest.seq
    }

    fn tell(&self, event: Event) -> Result<(), StoreError> {
        let frame = to_json(&Envelope { cursor: self.newest, event })?;
        self.transaction
            .prepare_cached("INSERT INTO event (seq, frame) VALUES (?1, ?2)")?
            .execute(params![self.newest.seq, frame])?;
        Ok(())
    }
}

/// As the table counts severities; examples in a fence are no findings.
fn gravest(head: &DocumentHead) -> u8 {
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
