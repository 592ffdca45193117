//! Replaces what an older version derived from the texts.

use app::document::DocumentHead;
use app::event::Event;
use app::moves::Move;
use axum::body::Bytes;
use rusqlite::{Connection, OptionalExtension, Row, Rows, params};
use serde::{Deserialize, Serialize};

use super::changes::{Changes, gravest, kind_and_state, to_json};
use super::index::indexer::title_of;
use super::{decisions, inbox, queries, sessions, traces, verdicts, versions};
use crate::store::{Arrival, Reached, Rederived, StoreError, body};

/// The most texts and bytes of a batch, whichever is reached first.
pub(in crate::store) const BATCH: usize = 256;
pub(in crate::store) const BATCH_BYTES: usize = 8 * 1024 * 1024;

/// How far an unfinished derivation is.
#[derive(Copy, Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::store) struct Progress {
    pub seq: u64,
    pub changed: u64,
}

/// Returns where an interrupted derivation resumes; 0 if there is none.
pub(super) fn reached(connection: &Connection) -> Result<u64, StoreError> {
    Ok(progress(connection)?.seq)
}

/// Returns texts in the order in which they were stored.
pub(super) fn texts(
    connection: &mut Connection,
    after: u64,
) -> Result<Vec<(DocumentHead, Bytes)>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT head, codec, raw FROM document WHERE seq > ?1 ORDER BY seq LIMIT ?2")?;
    let mut rows = statement.query(params![after, BATCH])?;
    let (documents, _) = read_bounded(&mut rows, |_, head, raw| Ok((head, raw)))?;
    Ok(documents)
}

/// Reads rows that begin with a document's head, its codec and its text, until the texts are long enough for a batch. Returns
/// whether they are.
pub(super) fn read_bounded<T>(
    rows: &mut Rows<'_>,
    read: impl Fn(&Row<'_>, DocumentHead, Bytes) -> rusqlite::Result<T>,
) -> Result<(Vec<T>, bool), StoreError> {
    let (mut documents, mut bytes) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let head = queries::read_head(&row.get::<_, String>(0)?)?;
        let raw = body::decode(row.get(1)?, row.get(2)?, head.bytes)?;
        bytes += raw.len();
        documents.push(read(row, head, raw.into())?);
        if bytes > BATCH_BYTES {
            return Ok((documents, true));
        }
    }
    Ok((documents, false))
}

/// Returns a count that grows with each derivation that changed something. The search index depends on it.
pub(super) fn count(connection: &Connection) -> rusqlite::Result<u64> {
    let count = connection
        .prepare_cached("SELECT value FROM meta WHERE name = 'derivation'")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(count.unwrap_or(0))
}

fn progress(connection: &Connection) -> Result<Progress, StoreError> {
    let stored: Option<String> = connection
        .query_row("SELECT value FROM meta WHERE name = 'rederived'", [], |row| row.get(0))
        .optional()?;
    let Some(stored) = stored else { return Ok(Progress::default()) };
    serde_json::from_str(&stored)
        .map_err(|error| StoreError::Corrupt(format!("the progress of the derivation: {error}")))
}

impl Changes<'_> {
    /// Replaces what is derived from a batch of documents. Returns how many of them changed.
    pub fn rederive(&mut self, batch: Rederived) -> Result<u32, StoreError> {
        let mut changed = 0;
        for arrival in batch.documents {
            changed += u32::from(self.replace(arrival)?);
        }
        let Progress { changed: before, .. } = progress(self.transaction)?;
        let so_far = before + u64::from(changed);
        match batch.reached {
            Reached::Seq(seq) => {
                let progress = to_json(&Progress { seq, changed: so_far })?;
                self.transaction.execute(
                    "INSERT OR REPLACE INTO meta (name, value) VALUES ('rederived', ?1)",
                    [progress],
                )?;
            }
            Reached::End => self.close_derivation(so_far > 0)?,
        }
        Ok(changed)
    }

    /// Returns whether the document changed. One that was removed since its text was read isn't restored.
    pub fn replace(&mut self, arrival: Arrival) -> Result<bool, StoreError> {
        let stored: Option<String> = self
            .transaction
            .prepare_cached("SELECT head FROM document WHERE seq = ?1")?
            .query_row([arrival.head.seq], |row| row.get(0))
            .optional()?;
        let Some(stored) = stored else { return Ok(false) };
        let before = queries::read_head(&stored)?;
        self.read_by(arrival.head.seq, arrival.catalog)?;
        // It may have been pinned since.
        let head = DocumentHead { pinned: before.pinned, ..arrival.head };
        let same_quarantines = self.stored_quarantines(head.seq)? == arrival.quarantines;
        let series = versions::series(self.transaction, &head.source)?;
        let asked = inbox::rows_of(&head, series.as_deref(), &arrival.notices)?;
        let same_items = self.stored_items(head.seq)? == asked;
        let same_decisions = !decisions::replace(self.transaction, &head, &arrival.decisions)?;
        if before == head
            && same_decisions
            && same_quarantines
            && same_items
            && self.stored_mentions(head.seq)? == as_stored(&head, &arrival.mentions)?
            && verdicts::of_document(self.transaction, head.seq)? == arrival.verdicts
        {
            return Ok(false);
        }
        if !same_quarantines {
            self.replace_quarantines(&head, &arrival.quarantines)?;
        }
        if !same_items {
            self.replace_items(&head, &asked)?;
        }
        if title_of(&before) != title_of(&head) {
            self.transaction
                .prepare_cached("INSERT OR REPLACE INTO reworded (seq) VALUES (?1)")?
                .execute([head.seq])?;
        }
        let (kind, state) = kind_and_state(&head);
        let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
            self.transaction.prepare_cached(sql)?.execute(values).map(drop)
        };
        run(
            "UPDATE document SET head = ?2, kind = ?3, state = ?4 WHERE seq = ?1",
            &[&head.seq, &to_json(&head)?, &kind, &state],
        )?;
        run("UPDATE facet SET severity = ?2 WHERE seq = ?1", &[&head.seq, &gravest(&head)])?;
        run("DELETE FROM document_format WHERE seq = ?1", &[&head.seq])?;
        run("DELETE FROM mention WHERE seq = ?1", &[&head.seq])?;
        self.insert_formats(&head)?;
        sessions::insert_mentions(self.transaction, &head, &arrival.mentions)?;
        traces::replace(self.transaction, &before, &head)?;
        verdicts::replace(self.transaction, &head, &arrival.verdicts)?;
        if versions::is_newest(self.transaction, &head)? {
            self.totals.remove(&before);
            self.totals.add(&head);
        }
        Ok(true)
    }

    /// Returns the mentions in the form of [`as_stored`].
    fn stored_mentions(&self, seq: u64) -> Result<Vec<(String, u32, String)>, StoreError> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT session, line, what FROM mention WHERE seq = ?1 ORDER BY number")?;
        let rows = statement.query_map([seq], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn close_derivation(&mut self, has_changed: bool) -> Result<(), StoreError> {
        self.transaction.execute("DELETE FROM meta WHERE name = 'rederived'", [])?;
        if !has_changed {
            return Ok(());
        }
        sessions::recount_all(self.transaction)?;
        self.announce_derivation()
    }

    /// What readers keep of documents is of an earlier derivation from now on.
    pub fn announce_derivation(&mut self) -> Result<(), StoreError> {
        let count = count(self.transaction)? + 1;
        self.transaction
            .execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('derivation', ?1)", [count])?;
        self.next_place();
        self.write(Event::DocumentsReread)
    }
}

pub(in crate::store) fn as_stored(
    head: &DocumentHead,
    mentions: &[(u32, Move)],
) -> Result<Vec<(String, u32, String)>, StoreError> {
    let session = head.session();
    mentions.iter().map(|(line, what)| Ok((session.clone().into_owned(), *line, to_json(what)?))).collect()
}
