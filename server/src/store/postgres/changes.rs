//! What one transaction changes: documents, their events, and the totals.

use app::event::{Cursor, Envelope, Event, Totals};
use futures_util::try_join;

use super::follow::CHANNEL;
use super::sessions::NewInSessions;
use super::sql::{Sql, Unsigned, Values};
use super::{queries, sessions, traces};
use crate::store::StoreError;
use crate::store::sqlite::changes::EVENTS_KEPT;

pub(super) use crate::store::sqlite::changes::to_json;

pub(super) struct Changes<'t> {
    pub sql: &'t Sql,
    pub newest: Cursor,
    pub totals: Totals,
    /// The newest place before.
    began: u64,
    pub sessions: NewInSessions,
    /// The first document whose traces aren't counted.
    pub first_uncounted: Option<u64>,
}

impl<'t> Changes<'t> {
    /// Locks the order until the end of the transaction.
    pub async fn begin(sql: &'t Sql, epoch: u32) -> Result<Self, StoreError> {
        let row = sql.one("SELECT seq, totals FROM shard WHERE number = 0 FOR UPDATE", &[]).await?;
        let newest = Cursor { epoch, seq: row.unsigned(0)? };
        let totals = queries::read_totals(row.try_get(1)?)?;
        let sessions = NewInSessions::default();
        Ok(Self { sql, newest, totals, began: newest.seq, sessions, first_uncounted: None })
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

    /// Returns a new place in the order for the next event.
    pub fn next_place(&mut self) -> u64 {
        self.newest.seq += 1;
        self.newest.seq
    }

    /// Writes the event at the newest place.
    pub async fn write(&self, event: Event) -> Result<(), StoreError> {
        let (seq, frame) =
            (self.newest.seq.cast_signed(), to_json(&Envelope { cursor: self.newest, event })?);
        self.sql.execute("INSERT INTO event (seq, frame) VALUES ($1, $2)", &[&seq, &frame]).await?;
        Ok(())
    }
}
