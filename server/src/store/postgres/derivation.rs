//! Replaces what an older version derived from the texts.

use app::document::DocumentHead;
use app::event::Event;
use axum::body::Bytes;
use tokio_postgres::Row;

use super::changes::{Changes, to_json};
use super::sql::{Sql, clean};
use super::{decisions, inbox, new_documents, queries, search, sessions, traces, verdicts, versions};
use crate::store::body;
use crate::store::sqlite::changes::{gravest, kind_and_state};
use crate::store::sqlite::derivation::{BATCH, BATCH_BYTES, Progress, as_stored};
use crate::store::{Arrival, Reached, Rederived, StoreError};

/// Returns where an interrupted derivation resumes; 0 if there is none.
pub(in crate::store) async fn reached(sql: &Sql) -> Result<u64, StoreError> {
    Ok(progress(sql).await?.seq)
}

/// Returns texts in the order in which they were stored.
pub(in crate::store) async fn texts(sql: &Sql, after: u64) -> Result<Vec<(DocumentHead, Bytes)>, StoreError> {
    let rows = sql.rows(&next_texts("true"), &[&after.cast_signed(), &(BATCH as i64)]).await?;
    let (documents, _) = read_bounded(&rows, |_, head, raw| Ok((head, raw)))?;
    Ok(documents)
}

/// Returns a query of the next documents after a place (`$1`) that meet a condition, at most `$2` of them. Texts that
/// [`read_bounded`] wouldn't reach aren't sent: none is longer as it is stored than as it is read.
pub(in crate::store::postgres) fn next_texts(condition: &str) -> String {
    format!(
        "SELECT head, codec, raw, catalog FROM (
           SELECT *, sum(octet_length(raw)) OVER (ORDER BY seq) - octet_length(raw) AS before FROM (
             SELECT seq, head, codec, raw, catalog FROM document JOIN text USING (day, seq)
             WHERE seq > $1 AND {condition} ORDER BY seq LIMIT $2
           ) AS next
         ) AS bounded WHERE before <= {BATCH_BYTES} ORDER BY seq"
    )
}

/// Reads rows that begin with a document's head, its codec and its text, until the texts are long enough for a batch. Returns
/// whether they are.
pub(in crate::store) fn read_bounded<T>(
    rows: &[Row],
    read: impl Fn(&Row, DocumentHead, Bytes) -> Result<T, StoreError>,
) -> Result<(Vec<T>, bool), StoreError> {
    let (mut documents, mut bytes) = (Vec::new(), 0);
    for row in rows {
        let head = queries::read_head(row.try_get(0)?)?;
        let raw = body::decode(row.try_get(1)?, row.try_get(2)?, head.bytes)?;
        bytes += raw.len();
        documents.push(read(row, head, raw.into())?);
        if bytes > BATCH_BYTES {
            return Ok((documents, true));
        }
    }
    Ok((documents, false))
}

/// Returns a count that grows with each derivation that changed something.
pub(in crate::store) async fn count(sql: &Sql) -> Result<u64, StoreError> {
    let row = sql.row("SELECT value FROM meta WHERE name = 'derivation'", &[]).await?;
    let count = row.map(|row| row.try_get::<_, String>(0)).transpose()?;
    Ok(count.and_then(|count| count.parse().ok()).unwrap_or(0))
}

async fn progress(sql: &Sql) -> Result<Progress, StoreError> {
    let row = sql.row("SELECT value FROM meta WHERE name = 'rederived'", &[]).await?;
    let Some(row) = row else { return Ok(Progress::default()) };
    serde_json::from_str(row.try_get(0)?)
        .map_err(|error| StoreError::Corrupt(format!("the progress of the derivation: {error}")))
}

impl Changes<'_> {
    /// Replaces what is derived from a batch of documents. Returns how many of them changed.
    pub async fn rederive(&mut self, batch: Rederived) -> Result<u32, StoreError> {
        let mut changed = 0;
        for arrival in batch.documents {
            changed += u32::from(self.replace(arrival).await?);
        }
        let Progress { changed: before, .. } = progress(self.sql).await?;
        let so_far = before + u64::from(changed);
        match batch.reached {
            Reached::Seq(seq) => {
                self.set_meta("rederived", &to_json(&Progress { seq, changed: so_far })?).await?;
            }
            Reached::End => self.close_derivation(so_far > 0).await?,
        }
        Ok(changed)
    }

    /// Returns whether the document changed. One that was removed since its text was read isn't restored.
    pub async fn replace(&mut self, arrival: Arrival) -> Result<bool, StoreError> {
        let seq = arrival.head.seq.cast_signed();
        let stored = self.sql.row("SELECT head FROM document WHERE seq = $1", &[&seq]).await?;
        let Some(stored) = stored else { return Ok(false) };
        let before = queries::read_head(stored.try_get(0)?)?;
        self.read_by(arrival.head.seq, arrival.catalog).await?;
        // It may have been pinned since.
        let head = DocumentHead { pinned: before.pinned, ..arrival.head };
        let same_quarantines = self.stored_quarantines(head.seq).await? == arrival.quarantines;
        let series = versions::series(&head.source);
        let asked = inbox::rows_of(&head, series.as_deref(), &arrival.notices)?;
        let same_items = self.stored_items(head.seq).await? == asked;
        let same_decisions = !decisions::replace(self.sql, &head, &arrival.decisions).await?;
        if before == head
            && same_decisions
            && same_quarantines
            && same_items
            && self.stored_mentions(head.seq).await? == as_stored(&head, &arrival.mentions)?
            && verdicts::of_document(self.sql, head.seq).await? == arrival.verdicts
        {
            return Ok(false);
        }
        if !same_quarantines {
            self.replace_quarantines(&head, &arrival.quarantines).await?;
        }
        if !same_items {
            self.replace_items(&head, &asked).await?;
        }
        let (kind, state) = kind_and_state(&head);
        self.sql
            .execute(
                "UPDATE document SET head = $2, kind = $3, state = $4, severity = $5 WHERE seq = $1",
                &[&seq, &to_json(&head)?, &kind, &state, &i64::from(gravest(&head))],
            )
            .await?;
        self.sql.execute("DELETE FROM document_format WHERE seq = $1", &[&seq]).await?;
        self.sql.execute("DELETE FROM mention WHERE seq = $1", &[&seq]).await?;
        new_documents::insert_formats(self.sql, &[&head]).await?;
        search::replace(self.sql, &head, &arrival.raw).await?;
        sessions::insert_mentions(self.sql, &[(&head, &arrival.mentions)]).await?;
        traces::replace(self.sql, &before, &head).await?;
        verdicts::replace(self.sql, &head, &arrival.verdicts).await?;
        if versions::is_newest(self.sql, &head).await? {
            self.totals.remove(&before);
            self.totals.add(&head);
        }
        Ok(true)
    }

    /// Returns the mentions in the form of [`as_stored`].
    async fn stored_mentions(&self, seq: u64) -> Result<Vec<(String, u32, String)>, StoreError> {
        let statement = "SELECT session, line, what FROM mention WHERE seq = $1 ORDER BY number";
        let rows = self.sql.rows(statement, &[&seq.cast_signed()]).await?;
        let mention = |row: &Row| {
            let line = u32::try_from(row.try_get::<_, i64>(1)?).unwrap_or_default();
            Ok((clean(row.try_get(0)?).into_owned(), line, row.try_get(2)?))
        };
        rows.iter().map(mention).collect()
    }

    async fn close_derivation(&mut self, has_changed: bool) -> Result<(), StoreError> {
        self.sql.execute("DELETE FROM meta WHERE name = 'rederived'", &[]).await?;
        if !has_changed {
            return Ok(());
        }
        sessions::recount_all(self.sql).await?;
        self.announce_derivation().await
    }

    /// What readers keep of documents is of an earlier derivation from now on.
    pub async fn announce_derivation(&mut self) -> Result<(), StoreError> {
        let count = count(self.sql).await? + 1;
        self.set_meta("derivation", &count.to_string()).await?;
        self.next_place();
        self.write(Event::DocumentsReread).await
    }
}
