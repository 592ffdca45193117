//! What the lines of transcripts add to the claims and facts of their sessions.

use std::collections::{BTreeMap, HashMap};

use app::document::DocumentHead;
use app::event::Event;
use app::evidence::LineFacts;

use super::changes::{Changes, to_json};
use super::sql::{Sql, as_name};
use super::{inbox, queries, sessions};
use crate::store::sqlite::transcript_lines::{MOST, MOST_DOCUMENTS};
use crate::store::{SessionLines, StoreError};

impl Changes<'_> {
    /// Stores lines. A line that is stored already is replaced. Open pages hear of new sessions and of claims.
    pub async fn add_lines(&mut self, lines: &[LineFacts], received_ms: i64) -> Result<(), StoreError> {
        let mut claims: BTreeMap<&str, bool> = BTreeMap::new();
        // A statement can't replace the same line twice; the last one counts.
        let mut rows: BTreeMap<(String, String), (i64, String)> = BTreeMap::new();
        for line in lines {
            let key = (as_name(&line.session).into_owned(), as_name(&line.key).into_owned());
            rows.insert(key, (line.at_ms.unwrap_or(received_ms), to_json(line)?));
            *claims.entry(&line.session).or_default() |= !line.claims.is_empty();
        }
        let (keys, facts): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let (names, keys): (Vec<String>, Vec<String>) = keys.into_iter().unzip();
        let (at_ms, facts): (Vec<i64>, Vec<String>) = facts.into_iter().unzip();
        self.sql
            .execute(
                "INSERT INTO transcript_line (session, key, at_ms, received_ms, facts)
                 SELECT session, key, at_ms, $1, facts
                 FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) AS line (session, key, at_ms, facts)
                 ON CONFLICT (session, key) DO UPDATE SET
                   at_ms = excluded.at_ms, received_ms = excluded.received_ms, facts = excluded.facts",
                &[&received_ms, &names, &keys, &at_ms, &facts],
            )
            .await?;
        for (session, has_claims) in claims {
            let is_listed = sessions::is_listed(self.sql, session).await?;
            if is_listed && !has_claims {
                continue;
            }
            let seq = self.next_place().cast_signed();
            if !is_listed {
                self.sql
                    .execute(
                        "INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
                         VALUES ($1, 0, $2, $2, $3)",
                        &[&as_name(session).as_ref(), &received_ms, &seq],
                    )
                    .await?;
                // It may be quarantined already.
                inbox::is_due(self.sql, session).await?;
            }
            self.write(Event::SessionEvent { session: session.to_owned(), state: None }).await?;
        }
        Ok(())
    }
}

/// Returns the lines of a session, and which documents hold the text of which message.
pub(super) async fn of_session(sql: &Sql, session: &str) -> Result<SessionLines, StoreError> {
    let session = as_name(session);
    let rows = sql
        .rows(
            "SELECT facts FROM transcript_line WHERE session = $1 ORDER BY at_ms DESC LIMIT $2",
            &[&session.as_ref(), &(MOST as i64 + 1)],
        )
        .await?;
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        let line = serde_json::from_str(row.try_get(0)?)
            .map_err(|error| StoreError::Corrupt(format!("a line of a transcript: {error}")))?;
        lines.push(line);
    }
    let is_cut = lines.len() > MOST;
    lines.truncate(MOST);
    let mut documents = HashMap::new();
    if !lines.is_empty() {
        let rows = sql
            .rows(
                "SELECT head FROM document WHERE session = $1 AND strpos(head, '\"part\":\"message ') > 0
                 ORDER BY seq LIMIT $2",
                &[&session.as_ref(), &(MOST_DOCUMENTS as i64)],
            )
            .await?;
        for row in rows {
            let DocumentHead { id, source, .. } = queries::read_head(row.try_get(0)?)?;
            let message = source.part.as_deref().and_then(|part| part.strip_prefix("message "));
            documents.extend(message.map(|message| (message.to_owned(), id)));
        }
    }
    Ok(SessionLines { lines, documents, is_cut })
}

/// Removes the lines that quote a removed document.
pub(super) async fn forget(sql: &Sql, head: &DocumentHead) -> Result<(), StoreError> {
    let part = head.source.part.as_deref().and_then(|part| part.strip_prefix("message "));
    if let (Some(session), Some(message)) = (&head.source.session, part) {
        sql.execute(
            "DELETE FROM transcript_line WHERE session = $1 AND strpos(facts, $2) > 0",
            &[&as_name(session).as_ref(), &to_json(&message)?],
        )
        .await?;
    }
    Ok(())
}

/// Removes the lines of sessions whose documents are samples alone.
pub(super) async fn forget_samples(sql: &Sql) -> Result<(), StoreError> {
    sql.execute(
        "DELETE FROM transcript_line WHERE session IN (
           SELECT session FROM document AS own WHERE sample AND NOT EXISTS (
             SELECT 1 FROM document WHERE document.session = own.session AND NOT document.sample))",
        &[],
    )
    .await?;
    Ok(())
}

/// Removes some of the lines that were received before a time, and sessions of which nothing is left. Returns how many
/// lines.
pub(super) async fn expire(sql: &Sql, before_ms: i64, most: u32) -> Result<u32, StoreError> {
    let removed = sql
        .execute(
            "DELETE FROM transcript_line WHERE (session, key) IN (
               SELECT session, key FROM transcript_line WHERE received_ms < $1 ORDER BY received_ms LIMIT $2)",
            &[&before_ms, &i64::from(most)],
        )
        .await?;
    if removed > 0 {
        sql.execute(
            "DELETE FROM session WHERE documents = 0
             AND NOT EXISTS (SELECT 1 FROM transcript_line WHERE transcript_line.session = session.name)",
            &[],
        )
        .await?;
    }
    Ok(removed as u32)
}
