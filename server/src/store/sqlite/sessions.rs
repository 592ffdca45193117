//! Sessions, and what their documents say about chains.

use std::collections::BTreeMap;

use app::api::{SessionHead, SessionList, SessionsQuery};
use app::document::{DocumentHead, State};
use app::moves::Move;
use app::track::{Mention, SourceRef, dedupe_versions};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::changes::to_json;
use super::inbox;
use super::quarantines::active_of;
use crate::store::{PAGE, StoreError};

/// A condition on `session`: no transcript names it, so that it goes with its documents.
const IS_UNTRACED: &str =
    "NOT EXISTS (SELECT 1 FROM transcript_line WHERE transcript_line.session = session.name)";

/// A condition on `mention`: it makes or continues a chain. Documents without a session are listed as one only then.
const IS_OF_CHAIN: &str =
    "what ->> '$.move' NOT IN ('report', 'learned', 'indexed', 'session-started', 'routed')";

/// Returns whether [`IS_OF_CHAIN`] holds for a mention.
pub(in crate::store) fn is_of_chain(what: &Move) -> bool {
    use Move::{Indexed, Learned, Report, Routed, SessionStarted};

    !matches!(what, Report { .. } | Learned { .. } | Indexed { .. } | SessionStarted { .. } | Routed { .. })
}

/// What a session without a name has, by its mentions.
const COUNTED_BY_MENTIONS: &str = "SELECT count(DISTINCT seq), min(received_ms), max(received_ms), max(seq)
     FROM mention JOIN facet USING (seq) WHERE mention.session = ?1";

/// A part of a session's name, in any case. It's looked for here: the lower case of SQLite, and of a database with the locale `C`,
/// is that of ASCII alone.
pub(in crate::store) struct NamePart(String);

impl NamePart {
    /// The most sessions of which one with a name is looked for.
    const LOOKED_THROUGH: usize = 10_000;

    pub fn of(name: &str) -> Self {
        Self(name.to_lowercase())
    }

    /// Returns how many sessions have to be read for a page.
    pub fn looked_through(&self) -> usize {
        if self.0.is_empty() { PAGE + 1 } else { Self::LOOKED_THROUGH }
    }

    pub fn is_in(&self, name: &str) -> bool {
        name.to_lowercase().contains(&self.0)
    }
}

/// The columns that [`head`] reads.
const HEADS: &str = "SELECT name, documents, first_ms, newest_ms, newest_seq, state FROM session";

/// Returns a page of sessions, the last changed first, and the count of each state.
pub(super) fn list(connection: &mut Connection, query: SessionsQuery) -> Result<SessionList, StoreError> {
    let moment = connection.transaction()?;
    let of_state = if query.state.is_some() { "state = ?3 AND" } else { "?3 IS NULL AND" };
    let mut statement = moment.prepare_cached(&format!(
        "{HEADS} WHERE {of_state} newest_seq < ?1 ORDER BY newest_seq DESC LIMIT ?2"
    ))?;
    let before = query.before.unwrap_or(i64::MAX as u64);
    let part = NamePart::of(&query.name.unwrap_or_default());
    let rows =
        statement.query_map(params![before, part.looked_through(), query.state.map(State::as_str)], head)?;
    let is_named = |session: &rusqlite::Result<SessionHead>| {
        session.as_ref().map_or(true, |session| part.is_in(&session.name))
    };
    let mut sessions = rows.filter(is_named).take(PAGE + 1).collect::<Result<Vec<_>, _>>()?;
    let mut counts = moment.prepare_cached("SELECT state, sessions FROM session_count WHERE sessions > 0")?;
    let counts = counts.query_map([], |row| Ok((state(row, 0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let there_is_more = sessions.len() > PAGE;
    sessions.truncate(PAGE);
    let next = sessions.last().filter(|_| there_is_more).map(|last| last.newest_seq);
    Ok(SessionList { sessions, counts, next })
}

pub(super) fn find(connection: &Connection, name: &str) -> Result<Option<SessionHead>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("{HEADS} WHERE name = ?1"))?;
    Ok(statement.query_row([name], head).optional()?)
}

fn head(row: &Row<'_>) -> rusqlite::Result<SessionHead> {
    Ok(SessionHead {
        name: row.get(0)?,
        documents: row.get(1)?,
        first_ms: row.get(2)?,
        newest_ms: row.get(3)?,
        newest_seq: row.get(4)?,
        state: state(row, 5)?,
    })
}

fn state(row: &Row<'_>, column: usize) -> rusqlite::Result<State> {
    Ok(State::named(&row.get::<_, String>(column)?).unwrap_or_default())
}

/// Returns the mentions in a session up to a place in the order. Repetitions in later versions of a source are left out.
pub(super) fn mentions(
    connection: &mut Connection,
    session: &str,
    up_to: Option<u64>,
) -> Result<Vec<Mention>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT mention.seq, line, what, document.id, coalesce(head ->> '$.source.said_ms', received_ms),
           head ->> '$.source.path', head ->> '$.source.said_ms' IS NOT NULL, head ->> '$.source.agent',
           CASE WHEN series IS NULL OR version = 1 THEN mention.seq ELSE (
             SELECT oldest.seq FROM facet AS oldest WHERE oldest.series = facet.series ORDER BY oldest.version LIMIT 1
           ) END
         FROM mention JOIN document USING (seq) JOIN facet USING (seq)
         WHERE mention.session = ?1 AND mention.seq <= ?2 ORDER BY mention.seq, number",
    )?;
    let mut rows = statement.query(params![session, up_to.unwrap_or(i64::MAX as u64)])?;
    let mut mentions = Vec::new();
    while let Some(row) = rows.next()? {
        let what: String = row.get(2)?;
        let what = serde_json::from_str(&what)
            .map_err(|error| StoreError::Corrupt(format!("a document's mention of a chain: {error}")))?;
        let place = SourceRef { seq: row.get(0)?, line: row.get(1)?, document: row.get(3)? };
        let (at_ms, path, is_dated, agent) = (row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?);
        let source = row.get(8)?;
        mentions.push((source, Mention { place, at_ms, is_dated, path, agent, what }));
    }
    Ok(dedupe_versions(mentions))
}

/// Returns the session to which the document at a place in the order adds mentions.
pub(super) fn at(connection: &mut Connection, seq: u64) -> Result<Option<String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT session FROM mention WHERE seq = ?1 LIMIT 1")?;
    Ok(statement.query_row([seq], |row| row.get(0)).optional()?)
}

/// Stores the mentions in a document.
pub(super) fn insert_mentions(
    transaction: &Transaction<'_>,
    head: &DocumentHead,
    mentions: &[(u32, Move)],
) -> Result<(), StoreError> {
    let session = head.session();
    let mut insert = transaction.prepare_cached(
        "INSERT INTO mention (session, seq, number, line, what) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (number, (line, what)) in mentions.iter().enumerate() {
        insert.execute(params![session, head.seq, number, line, to_json(what)?])?;
    }
    Ok(())
}

/// Moves what versions of a source mention from the session of their folder to that of another.
pub(super) fn move_mentions(
    transaction: &Transaction<'_>,
    series: &str,
    from: &str,
    to: &str,
) -> Result<(), StoreError> {
    let moved = transaction
        .prepare_cached(
            "UPDATE mention SET session = ?3
             WHERE session = ?2 AND seq IN (SELECT seq FROM facet WHERE series = ?1)",
        )?
        .execute([series, from, to])?;
    if moved > 0 {
        for name in [from, to] {
            recount_unnamed(transaction, name)?;
            inbox::is_due(transaction, name)?;
        }
    }
    Ok(())
}

/// Sets the state of a session whose chains were folded; a quarantine overrides it. Returns the new state if it is
/// another.
pub(super) fn settle_state(
    transaction: &Transaction<'_>,
    session: &str,
    folded: State,
) -> Result<Option<State>, StoreError> {
    let state = match active_of(transaction, ("session", session))? {
        Some(_) => State::Quarantined,
        None => folded,
    };
    let changed = transaction
        .prepare_cached("UPDATE session SET state = ?2 WHERE name = ?1 AND state <> ?2")?
        .execute(params![session, state.as_str()])?;
    Ok((changed > 0).then_some(state))
}

/// What new documents add to their sessions, by name: counted once for all documents of a transaction.
#[derive(Default)]
pub(in crate::store) struct NewInSessions(pub BTreeMap<String, Added>);

pub(in crate::store) struct Added {
    /// A delivery named the session.
    pub is_named: bool,
    pub documents: u64,
    pub first_ms: i64,
    pub newest_ms: i64,
    pub first_seq: u64,
    pub newest_seq: u64,
}

impl NewInSessions {
    pub fn add(&mut self, head: &DocumentHead, has_mentions: bool) {
        let is_named = head.source.session.is_some();
        if !is_named && !has_mentions {
            return;
        }
        let DocumentHead { received_ms, seq, .. } = *head;
        let added = self.0.entry(head.session().into_owned()).or_insert(Added {
            is_named,
            documents: 0,
            first_ms: received_ms,
            newest_ms: received_ms,
            first_seq: seq,
            newest_seq: seq,
        });
        added.documents += 1;
        added.first_ms = added.first_ms.min(received_ms);
        added.newest_ms = added.newest_ms.max(received_ms);
        added.newest_seq = seq;
    }

    pub fn write(self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        let mut add = transaction.prepare_cached(
            "INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (name) DO UPDATE SET
               documents = documents + excluded.documents,
               first_ms = min(first_ms, excluded.first_ms),
               newest_ms = max(newest_ms, excluded.newest_ms),
               newest_seq = excluded.newest_seq",
        )?;
        for (name, added) in self.0 {
            let Added { is_named, documents, first_ms, newest_ms, first_seq, newest_seq } = added;
            if is_named || is_listed(transaction, &name)? {
                add.execute(params![name, documents, first_ms, newest_ms, newest_seq])?;
            } else if mentions_chain(transaction, &name, first_seq)? {
                recount_unnamed(transaction, &name)?;
            } else {
                continue;
            }
            inbox::is_due(transaction, &name)?;
        }
        Ok(())
    }
}

pub(super) fn is_listed(transaction: &Transaction<'_>, name: &str) -> Result<bool, StoreError> {
    Ok(transaction.prepare_cached("SELECT 1 FROM session WHERE name = ?1")?.exists([name])?)
}

/// Returns whether documents of a session mention a chain, from one of them on.
fn mentions_chain(transaction: &Transaction<'_>, name: &str, from: u64) -> Result<bool, StoreError> {
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT 1 FROM mention WHERE session = ?1 AND seq >= ?2 AND {IS_OF_CHAIN}"
    ))?;
    Ok(statement.exists(params![name, from])?)
}

/// Counts the sessions of removed documents from the documents that are left.
pub(super) fn recount(transaction: &Transaction<'_>, removed: &[DocumentHead]) -> Result<(), StoreError> {
    let names: BTreeMap<_, _> =
        removed.iter().map(|head| (head.session(), head.source.session.is_some())).collect();
    for (name, is_named) in names {
        match is_named {
            true => recount_named(transaction, &name)?,
            false => recount_unnamed(transaction, &name)?,
        }
    }
    Ok(())
}

fn recount_named(transaction: &Transaction<'_>, name: &str) -> Result<(), StoreError> {
    let counted = transaction
        .prepare_cached(
            "SELECT count(*), min(received_ms), max(received_ms), max(seq) FROM facet WHERE session = ?1",
        )?
        .query_row([name], counts)?;
    if counted.is_some() {
        return set_counts(transaction, name, counted);
    }
    transaction.execute("UPDATE session SET documents = 0 WHERE name = ?1", [name])?;
    transaction.execute(&format!("DELETE FROM session WHERE name = ?1 AND {IS_UNTRACED}"), [name])?;
    Ok(())
}

pub(super) fn recount_unnamed(transaction: &Transaction<'_>, name: &str) -> Result<(), StoreError> {
    let counted = match mentions_chain(transaction, name, 0)? {
        true => transaction.prepare_cached(COUNTED_BY_MENTIONS)?.query_row([name], counts)?,
        false => None,
    };
    if counted.is_none() {
        transaction.prepare_cached("DELETE FROM session WHERE name = ?1")?.execute([name])?;
    }
    set_counts(transaction, name, counted)
}

/// The documents of a session, when the first and the newest were received, and the place of the newest.
type Counts = (u64, i64, i64, u64);

/// Reads counts; `None` without documents.
fn counts(row: &Row<'_>) -> rusqlite::Result<Option<Counts>> {
    let documents = row.get(0)?;
    Ok(if documents == 0 { None } else { Some((documents, row.get(1)?, row.get(2)?, row.get(3)?)) })
}

fn set_counts(transaction: &Transaction<'_>, name: &str, counted: Option<Counts>) -> Result<(), StoreError> {
    let Some((documents, first_ms, newest_ms, newest_seq)) = counted else { return Ok(()) };
    transaction
        .prepare_cached(
            "INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (name) DO UPDATE SET
               documents = excluded.documents, first_ms = excluded.first_ms, newest_ms = excluded.newest_ms,
               newest_seq = excluded.newest_seq",
        )?
        .execute(params![name, documents, first_ms, newest_ms, newest_seq])?;
    Ok(())
}

/// Counts all sessions from their documents, and has all folded again.
pub(super) fn recount_all(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    transaction.execute_batch(&format!(
        "UPDATE session SET documents = 0;
         INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
         SELECT session, count(*), min(received_ms), max(received_ms), max(seq) FROM facet
         WHERE session IS NOT NULL GROUP BY session
         ON CONFLICT (name) DO UPDATE SET
           documents = excluded.documents, first_ms = excluded.first_ms, newest_ms = excluded.newest_ms,
           newest_seq = excluded.newest_seq;
         INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
         SELECT mention.session, count(DISTINCT seq), min(received_ms), max(received_ms), max(seq)
         FROM mention JOIN facet USING (seq) WHERE facet.session IS NULL
         GROUP BY mention.session HAVING max({IS_OF_CHAIN})
         ON CONFLICT (name) DO UPDATE SET
           documents = excluded.documents, first_ms = excluded.first_ms, newest_ms = excluded.newest_ms,
           newest_seq = excluded.newest_seq;
         DELETE FROM session WHERE documents = 0 AND {IS_UNTRACED};
         INSERT INTO session_due (session, token) SELECT name, random() FROM session WHERE true
         ON CONFLICT (session) DO UPDATE SET token = excluded.token;"
    ))?;
    Ok(())
}
