//! What one transaction changes: documents, their events, and the totals.

use app::document::DocumentHead;
use app::event::{Cursor, Envelope, Event, Replaced, Totals};
use futures_util::try_join;

use super::follow::CHANNEL;
use super::sessions::NewInSessions;
use super::sql::{Sql, Unsigned, Values, clean};
use super::{decisions, inbox, partitions, queries, search, sessions, traces, verdicts, versions};
use crate::store::body;
use crate::store::prepared::Prepared;
use crate::store::sqlite::changes::{EVENTS_KEPT, covers, frame_of_document, gravest, kind_and_state};
use crate::store::{Arrival, Basis, Identity, InCheckout, Receipt, StoreError};

pub(super) use crate::store::sqlite::changes::to_json;

pub(super) struct Changes<'t> {
    pub sql: &'t Sql,
    pub newest: Cursor,
    pub totals: Totals,
    /// The newest place before.
    began: u64,
    sessions: NewInSessions,
    /// The first document whose traces aren't counted.
    first_uncounted: Option<u64>,
    /// Of documents of this transaction, so that the partition of a day is looked for once.
    days: Vec<i64>,
}

impl<'t> Changes<'t> {
    /// Locks the order until the end of the transaction.
    pub async fn begin(sql: &'t Sql, epoch: u32) -> Result<Self, StoreError> {
        let row = sql.one("SELECT seq, totals FROM shard WHERE number = 0 FOR UPDATE", &[]).await?;
        let newest = Cursor { epoch, seq: row.unsigned(0)? };
        let totals = queries::read_totals(row.try_get(1)?)?;
        let sessions = NewInSessions::default();
        Ok(Self { sql, newest, totals, began: newest.seq, sessions, first_uncounted: None, days: Vec::new() })
    }

    pub async fn append(&mut self, prepared: Prepared) -> Result<Receipt, StoreError> {
        let Prepared { arrival, codec, body, .. } = prepared;
        let Arrival { mut head, raw, mentions, quarantines, notices, verdicts, decisions, .. } = arrival;
        let Arrival { catalog, basis, in_checkout, .. } = arrival;
        let is_state = basis == Basis::File;
        let series = versions::series(&head.source);
        // Statements that don't wait for each other are sent together: a round trip takes longer than most of them.
        let newest = async {
            match &series {
                Some(series) => versions::newest(self.sql, series).await,
                None => Ok(None),
            }
        };
        let (mut newest, mut earlier) = try_join!(newest, self.earlier(&head.id, &raw))?;
        let former = match &in_checkout {
            Some(file) if newest.is_none() => versions::former(self.sql, &file.former).await?,
            _ => None,
        };
        if let Some(former) = &former {
            newest = Some(former.newest.clone());
        }
        let mut was_removed = is_state && earlier.is_none() && self.was_removed(&head.id).await?;
        if let Some(InCheckout { former_id, .. }) = in_checkout.as_ref().filter(|_| earlier.is_none()) {
            earlier = self.earlier(former_id, &raw).await?;
            was_removed |= is_state && self.was_removed(former_id).await?;
            if earlier.is_some() {
                head.id.clone_from(former_id);
            }
        }
        // A file that is both watched and sent arrives twice.
        if let Some(newest) = newest.as_ref().filter(|newest| earlier.is_none() && covers(newest, &head))
            && basis != Basis::Key
            && let Some(receipt @ Receipt::Duplicate(_)) = self.earlier(&newest.id, &raw).await?
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
            if let Some(receipt @ Receipt::Duplicate(_)) = self.earlier(&newest.id, &raw).await? {
                return Ok(receipt);
            }
            head.id = Identity::of_return(&head.id, &newest.id).document_id();
        }
        if let (Some(former), Some(series)) = (former, &series) {
            former.rename(self.sql, &head, series).await?;
        }
        head.version = newest.as_ref().map_or(1, |newest| newest.version + 1);
        head.seq = self.next_place();
        let json = to_json(&head)?;
        self.insert(&head, &json, series.as_deref(), catalog).await?;
        try_join!(
            self.insert_text(&head, codec, &body),
            self.insert_formats(&head),
            search::add(self.sql, &head, &raw),
            sessions::insert_mentions(self.sql, &head, &mentions),
            traces::add(self.sql, &head),
            verdicts::add(self.sql, &head, &verdicts),
        )?;
        self.first_uncounted.get_or_insert(head.seq);
        self.add_items(&head, &inbox::rows_of(&head, series.as_deref(), &notices)?).await?;
        if !notices.is_empty() {
            self.report_items(head.seq).await?;
        }
        if let Some(older) = &newest {
            decisions::withdraw(self.sql, older.seq).await?;
        }
        decisions::add(self.sql, &head, &decisions).await?;
        self.sessions.add(&head, !mentions.is_empty());
        self.totals.add(&head);
        match newest {
            None => self.write_event(&frame_of_document(self.newest, &json)).await?,
            Some(newest) => {
                self.totals.remove(&newest);
                self.settle_items(newest.seq).await?;
                let replaces = Some(Replaced::of(&newest));
                self.write(Event::DocumentEvent { document: head.clone(), replaces }).await?;
            }
        }
        self.add_quarantines(&head, series.as_deref(), &quarantines).await?;
        Ok(Receipt::Stored(head))
    }

    /// Writes the newest place and the totals, and wakes other servers once this is committed.
    pub async fn finish(&mut self) -> Result<Cursor, StoreError> {
        self.settle().await?;
        let (seq, totals) = (self.newest.seq.cast_signed(), to_json(&self.totals)?);
        self.sql.execute("UPDATE shard SET seq = $1, totals = $2 WHERE number = 0", &[&seq, &totals]).await?;
        if self.began < self.newest.seq {
            let dropped_up_to = self.newest.seq.saturating_sub(EVENTS_KEPT).cast_signed();
            let place = self.newest.seq.to_string();
            let (dropped, wake): (Values<'_>, Values<'_>) = (&[&dropped_up_to], &[&CHANNEL, &place]);
            try_join!(
                self.sql.execute("DELETE FROM event WHERE seq <= $1", dropped),
                self.sql.execute("SELECT pg_notify($1, $2)", wake),
            )?;
        }
        Ok(self.newest)
    }

    /// Counts what new documents add to sessions and health: once at the end, and before anything is removed or counted from
    /// the documents.
    pub async fn settle(&mut self) -> Result<(), StoreError> {
        if let Some(first) = self.first_uncounted.take() {
            traces::count(self.sql, first..=self.newest.seq).await?;
        }
        sessions::write(std::mem::take(&mut self.sessions), self.sql).await
    }

    pub async fn set_meta(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.sql
            .execute(
                "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                &[&name, &value],
            )
            .await?;
        Ok(())
    }

    async fn was_removed(&self, id: &str) -> Result<bool, StoreError> {
        self.sql.exists("SELECT 1 FROM removal WHERE id = $1", &[&id]).await
    }

    async fn earlier(&self, id: &str, raw: &[u8]) -> Result<Option<Receipt>, StoreError> {
        let row = self
            .sql
            .row("SELECT head, codec, raw FROM document JOIN text USING (day, seq) WHERE id = $1", &[&id])
            .await?;
        let Some(row) = row else { return Ok(None) };
        let head = queries::read_head(row.try_get(0)?)?;
        let is_same = body::decode(row.try_get(1)?, row.try_get(2)?, head.bytes)? == raw;
        Ok(Some(if is_same { Receipt::Duplicate(head) } else { Receipt::Conflict(head) }))
    }

    async fn insert(
        &mut self,
        head: &DocumentHead,
        json: &str,
        series: Option<&str>,
        catalog: Option<i64>,
    ) -> Result<(), StoreError> {
        let (kind, state) = kind_and_state(head);
        let day = partitions::day_of(head.received_ms);
        if !self.days.contains(&day) {
            partitions::create(self.sql, day).await?;
            self.days.push(day);
        }
        let seq = head.seq.cast_signed();
        let session = head.source.session.as_deref().map(clean);
        self.sql
            .execute(
                "INSERT INTO document
                   (seq, id, day, sample, kind, state, head, session, received_ms, severity, series, version, pinned, catalog)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, false, $13)",
                &[
                    &seq,
                    &head.id,
                    &day,
                    &head.source.sample,
                    &kind,
                    &state,
                    &json,
                    &session.as_deref(),
                    &head.received_ms,
                    &i64::from(gravest(head)),
                    &series,
                    &i64::from(head.version),
                    &catalog,
                ],
            )
            .await?;
        Ok(())
    }

    async fn insert_text(&self, head: &DocumentHead, codec: i64, body: &[u8]) -> Result<(), StoreError> {
        let (day, seq) = (partitions::day_of(head.received_ms), head.seq.cast_signed());
        let insert = "INSERT INTO text (day, seq, codec, raw) VALUES ($1, $2, $3, $4)";
        self.sql.execute(insert, &[&day, &seq, &codec, &body]).await?;
        Ok(())
    }

    pub async fn insert_formats(&self, head: &DocumentHead) -> Result<(), StoreError> {
        let formats: Vec<&str> =
            head.blocks.iter().filter(|block| !block.fenced).map(|block| block.format.as_ref()).collect();
        if formats.is_empty() {
            return Ok(());
        }
        self.sql
            .execute(
                "INSERT INTO document_format (format, seq) SELECT DISTINCT unnest($1::text[]), $2::bigint
                 ON CONFLICT DO NOTHING",
                &[&formats, &head.seq.cast_signed()],
            )
            .await?;
        Ok(())
    }

    /// Returns a new place in the order for the next event.
    pub fn next_place(&mut self) -> u64 {
        self.newest.seq += 1;
        self.newest.seq
    }

    /// Writes the event at the newest place.
    pub async fn write(&self, event: Event) -> Result<(), StoreError> {
        self.write_event(&to_json(&Envelope { cursor: self.newest, event })?).await
    }

    async fn write_event(&self, frame: &str) -> Result<(), StoreError> {
        let seq = self.newest.seq.cast_signed();
        self.sql.execute("INSERT INTO event (seq, frame) VALUES ($1, $2)", &[&seq, &frame]).await?;
        Ok(())
    }
}
