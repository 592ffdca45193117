//! What the lines of transcripts add to the claims and facts of their sessions.

use std::collections::{BTreeMap, HashMap};

use app::document::DocumentHead;
use app::event::Event;
use app::evidence::LineFacts;
use rusqlite::{Connection, Transaction, params};

use super::changes::{Changes, to_json};
use super::{inbox, sessions};
use crate::store::{SessionLines, StoreError};

/// The newest lines of a session that are folded: about 20 MB.
pub(in crate::store) const MOST: usize = 50_000;
/// Documents of a session that quotes are linked to.
pub(in crate::store) const MOST_DOCUMENTS: usize = 20_000;

impl Changes<'_> {
    /// Stores lines. A line that is stored already is replaced. Open pages hear of new sessions and of claims.
    pub fn add_lines(&mut self, lines: &[LineFacts], received_ms: i64) -> Result<(), StoreError> {
        let mut claims: BTreeMap<&str, bool> = BTreeMap::new();
        let mut insert = self.transaction.prepare_cached(
            "INSERT OR REPLACE INTO transcript_line (session, key, at_ms, received_ms, facts)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        for line in lines {
            let at_ms = line.at_ms.unwrap_or(received_ms);
            insert.execute(params![line.session, line.key, at_ms, received_ms, to_json(line)?])?;
            *claims.entry(&line.session).or_default() |= !line.claims.is_empty();
        }
        for (session, has_claims) in claims {
            let is_listed = sessions::is_listed(self.transaction, session)?;
            if is_listed && !has_claims {
                continue;
            }
            let seq = self.next_place();
            if !is_listed {
                self.transaction
                    .prepare_cached(
                        "INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
                         VALUES (?1, 0, ?2, ?2, ?3)",
                    )?
                    .execute(params![session, received_ms, seq])?;
                // It may be quarantined already.
                inbox::is_due(self.transaction, session)?;
            }
            self.write(Event::SessionEvent { session: session.to_owned(), state: None })?;
        }
        Ok(())
    }
}

/// Returns the lines of a session, and which documents hold the text of which message.
pub(super) fn of_session(connection: &mut Connection, session: &str) -> Result<SessionLines, StoreError> {
    let moment = connection.transaction()?;
    let mut statement = moment.prepare_cached(
        "SELECT facts FROM transcript_line WHERE session = ?1 ORDER BY at_ms DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![session, MOST + 1], |row| row.get::<_, String>(0))?;
    let mut lines = Vec::new();
    for row in rows {
        let line = serde_json::from_str(&row?)
            .map_err(|error| StoreError::Corrupt(format!("a line of a transcript: {error}")))?;
        lines.push(line);
    }
    let is_cut = lines.len() > MOST;
    lines.truncate(MOST);
    let mut documents = HashMap::new();
    if !lines.is_empty() {
        let mut statement = moment.prepare_cached(
            "SELECT head ->> '$.source.part', id FROM facet JOIN document USING (seq)
             WHERE session = ?1 AND head ->> '$.source.part' LIKE 'message %' ORDER BY facet.seq LIMIT ?2",
        )?;
        let rows = statement
            .query_map(params![session, MOST_DOCUMENTS], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
        for row in rows {
            let (part, id): (String, String) = row?;
            documents.extend(part.strip_prefix("message ").map(|message| (message.to_owned(), id)));
        }
    }
    Ok(SessionLines { lines, documents, is_cut })
}

/// Removes the lines that quote a removed document.
pub(super) fn forget(transaction: &Transaction<'_>, head: &DocumentHead) -> Result<(), StoreError> {
    let part = head.source.part.as_deref().and_then(|part| part.strip_prefix("message "));
    if let (Some(session), Some(message)) = (&head.source.session, part) {
        transaction
            .prepare_cached("DELETE FROM transcript_line WHERE session = ?1 AND instr(facts, ?2) > 0")?
            .execute(params![session, to_json(&message)?])?;
    }
    Ok(())
}

/// Removes the lines of sessions whose documents are samples alone.
pub(super) fn forget_samples(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    transaction.execute(
        "DELETE FROM transcript_line WHERE session IN (
           SELECT session FROM facet AS own JOIN document USING (seq)
           WHERE sample = 1 AND NOT EXISTS (
             SELECT 1 FROM facet JOIN document USING (seq) WHERE session = own.session AND sample = 0))",
        [],
    )?;
    Ok(())
}

/// Removes some of the lines that were received before a time, and sessions of which nothing is left. Returns how many
/// lines.
pub(super) fn expire(transaction: &Transaction<'_>, before_ms: i64, most: u32) -> Result<u32, StoreError> {
    let removed = transaction
        .prepare_cached(
            "DELETE FROM transcript_line WHERE (session, key) IN (
               SELECT session, key FROM transcript_line WHERE received_ms < ?1 ORDER BY received_ms LIMIT ?2)",
        )?
        .execute(params![before_ms, most])?;
    if removed > 0 {
        transaction.execute(
            "DELETE FROM session WHERE documents = 0
             AND NOT EXISTS (SELECT 1 FROM transcript_line WHERE transcript_line.session = session.name)",
            [],
        )?;
    }
    Ok(removed as u32)
}
