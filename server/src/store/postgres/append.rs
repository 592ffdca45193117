//! Appends the documents of one commit. What is known of them is asked for together, what becomes of each is decided in memory,
//! and their rows are written together: a round trip takes longer than most statements.

use std::sync::Arc;

use app::document::DocumentHead;
use app::event::{Envelope, Event, Replaced};

use super::changes::{Changes, to_json};
use super::known::Known;
use super::new_documents::{NewDocument, write};
use super::sql::Sql;
use super::versions::{Former, series};
use super::{decisions, inbox, partitions};
use crate::store::body;
use crate::store::prepared::Prepared;
use crate::store::sqlite::changes::{covers, frame_of_document};
use crate::store::{Arrival, Basis, Identity, InCheckout, Receipt, StoreError};

/// About how many bytes of texts one statement writes.
const BYTES_AT_ONCE: usize = 16 * 1024 * 1024;

/// The documents of one commit.
struct Batch<'t> {
    sql: &'t Sql,
    known: Known,
    /// Those whose rows are not written yet.
    unwritten: Vec<NewDocument>,
    bytes: usize,
}

impl Changes<'_> {
    /// Appends documents in their order.
    pub async fn append(&mut self, documents: Vec<Prepared>) -> Result<Vec<Receipt>, StoreError> {
        let arrivals = documents.iter().map(|prepared| &prepared.arrival);
        let known = Known::of(self.sql, arrivals).await?;
        let mut batch = Batch { sql: self.sql, known, unwritten: Vec::new(), bytes: 0 };
        let mut receipts = Vec::with_capacity(documents.len());
        for prepared in documents {
            receipts.push(self.append_one(&mut batch, prepared).await?);
        }
        batch.write(self).await?;
        Ok(receipts)
    }

    async fn append_one(&mut self, batch: &mut Batch<'_>, prepared: Prepared) -> Result<Receipt, StoreError> {
        let Prepared { arrival, codec, body, .. } = prepared;
        let Arrival { mut head, raw, mentions, quarantines, notices, verdicts, decisions, .. } = arrival;
        let Arrival { catalog, basis, in_checkout, .. } = arrival;
        let is_state = basis == Basis::File;
        let series = series(&head.source);
        let mut newest = series.as_deref().and_then(|series| batch.known.newest(series));
        let mut earlier = batch.earlier(&head.id, &raw).await?;
        let former = match &in_checkout {
            Some(file) if newest.is_none() => batch.former(file),
            _ => None,
        };
        if let Some(former) = &former {
            newest = Some(Arc::clone(&former.newest));
        }
        let mut was_removed = is_state && earlier.is_none() && batch.known.was_removed(&head.id);
        if let Some(InCheckout { former_id, .. }) = in_checkout.as_ref().filter(|_| earlier.is_none()) {
            earlier = batch.earlier(former_id, &raw).await?;
            was_removed |= is_state && batch.known.was_removed(former_id);
            if earlier.is_some() {
                head.id.clone_from(former_id);
            }
        }
        // A file that is both watched and sent arrives twice.
        if let Some(newest) = newest.as_ref().filter(|newest| earlier.is_none() && covers(newest, &head))
            && basis != Basis::Key
            && batch.has_text(newest, &raw).await?
        {
            return Ok(Receipt::Duplicate(DocumentHead::clone(newest)));
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
            if batch.has_text(newest, &raw).await? {
                return Ok(Receipt::Duplicate(DocumentHead::clone(newest)));
            }
            head.id = Identity::of_return(&head.id, &newest.id).document_id();
        }
        if let (Some(former), Some(series)) = (former, &series) {
            batch.write(self).await?;
            former.rename(self.sql, &head, series).await?;
            batch.known.ask(self.sql).await?;
        }
        head.version = newest.as_ref().map_or(1, |newest| newest.version + 1);
        head.seq = self.next_place();
        let json = to_json(&head)?;
        let frame = match &newest {
            None => frame_of_document(self.newest, &json),
            Some(newest) => {
                let replaces = Some(Replaced::of(newest));
                let event = Event::DocumentEvent { document: head.clone(), replaces };
                to_json(&Envelope { cursor: self.newest, event })?
            }
        };
        let items = inbox::rows_of(&head, series.as_deref(), &notices)?;
        self.first_uncounted.get_or_insert(head.seq);
        self.sessions.add(&head, !mentions.is_empty());
        self.totals.add(&head);
        if let Some(newest) = &newest {
            self.totals.remove(newest);
        }
        let shared = Arc::new(head.clone());
        batch.known.add(Arc::clone(&shared), series.as_deref());
        batch.bytes += raw.len();
        batch.unwritten.push(NewDocument {
            day: partitions::day_of(head.received_ms),
            head: shared,
            json,
            frame,
            series: series.clone(),
            catalog,
            codec,
            body,
            raw,
            mentions,
            verdicts,
            items,
            replaces: newest.map(|newest| newest.seq),
        });
        // What these say depends on the rows of documents.
        let is_written_alone = !decisions.is_empty() || !quarantines.is_empty();
        if is_written_alone || batch.bytes >= BYTES_AT_ONCE {
            batch.write(self).await?;
            decisions::add(self.sql, &head, &decisions).await?;
            self.add_quarantines(&head, series.as_deref(), &quarantines).await?;
        }
        Ok(Receipt::Stored(head))
    }
}

impl Batch<'_> {
    /// Writes what is not written yet.
    async fn write(&mut self, changes: &Changes<'_>) -> Result<(), StoreError> {
        self.bytes = 0;
        write(changes, std::mem::take(&mut self.unwritten)).await
    }

    async fn earlier(&self, id: &str, raw: &[u8]) -> Result<Option<Receipt>, StoreError> {
        let Some(head) = self.known.document(id) else { return Ok(None) };
        let is_same = self.has_text(&head, raw).await?;
        let head = DocumentHead::clone(&head);
        Ok(Some(if is_same { Receipt::Duplicate(head) } else { Receipt::Conflict(head) }))
    }

    /// Returns whether a document's text is this one.
    async fn has_text(&self, head: &DocumentHead, raw: &[u8]) -> Result<bool, StoreError> {
        if let Some(new) = self.unwritten.iter().rfind(|new| new.head.seq == head.seq) {
            return Ok(new.raw == raw);
        }
        let text = "SELECT codec, raw FROM document JOIN text USING (day, seq) WHERE seq = $1";
        let row = self.sql.row(text, &[&head.seq.cast_signed()]).await?;
        let Some(row) = row else { return Ok(false) };
        Ok(body::decode(row.try_get(0)?, row.try_get(1)?, head.bytes)? == raw)
    }

    /// Returns the documents of a file in a checkout that have the file's whole path.
    fn former(&self, file: &InCheckout) -> Option<Former> {
        let series = series(&file.former)?;
        Some(Former { newest: self.known.newest(&series)?, series })
    }
}
