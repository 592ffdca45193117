//! Sessions, and what their documents say about chains.

use std::collections::{BTreeMap, BTreeSet};

use app::api::{SessionHead, SessionList, SessionsQuery};
use app::document::{DocumentHead, State};
use app::moves::Move;
use app::track::{Mention, SourceRef, dedupe_versions};
use tokio_postgres::Row;

use super::changes::to_json;
use super::quarantines::active_of;
use super::sql::{Sql, Unsigned, as_name, clean, place_or_end};
use super::{inbox, queries};
use crate::store::sqlite::sessions::{NamePart, is_of_chain};
use crate::store::{PAGE, StoreError};

pub(super) use crate::store::sqlite::sessions::NewInSessions;

/// A condition on `session`: no transcript names it, so that it goes with its documents.
const IS_UNTRACED: &str =
    "NOT EXISTS (SELECT 1 FROM transcript_line WHERE transcript_line.session = session.name)";

/// The columns that [`head`] reads.
const HEADS: &str = "SELECT name, documents, first_ms, newest_ms, newest_seq, state FROM session";

/// What follows rows of counts that are inserted.
const SET_COUNTS: &str = "ON CONFLICT (name) DO UPDATE SET documents = excluded.documents,
    first_ms = excluded.first_ms, newest_ms = excluded.newest_ms, newest_seq = excluded.newest_seq";

/// Returns a page of sessions, the last changed first, and the count of each state.
pub(super) async fn list(sql: &Sql, query: SessionsQuery) -> Result<SessionList, StoreError> {
    let before = place_or_end(query.before);
    let name = query.name.unwrap_or_default();
    let part = NamePart::of(&clean(&name));
    let state = query.state.map(State::as_str);
    let statement = format!(
        "{HEADS} WHERE ($3::text IS NULL OR state = $3) AND newest_seq < $1 ORDER BY newest_seq DESC LIMIT $2"
    );
    let rows = sql.rows(&statement, &[&before, &(part.looked_through() as i64), &state]).await?;
    let is_named = |session: &Result<SessionHead, StoreError>| {
        session.as_ref().map_or(true, |session| part.is_in(&session.name))
    };
    let mut sessions =
        rows.iter().map(head).filter(is_named).take(PAGE + 1).collect::<Result<Vec<_>, _>>()?;
    let mut counts = BTreeMap::new();
    for row in sql.rows("SELECT state, sessions FROM session_count WHERE sessions > 0", &[]).await? {
        counts.insert(state_named(row.try_get(0)?), row.unsigned(1)?);
    }
    let there_is_more = sessions.len() > PAGE;
    sessions.truncate(PAGE);
    let next = sessions.last().filter(|_| there_is_more).map(|last| last.newest_seq);
    Ok(SessionList { sessions, counts, next })
}

pub(super) async fn find(sql: &Sql, name: &str) -> Result<Option<SessionHead>, StoreError> {
    let row = sql.row(&format!("{HEADS} WHERE name = $1"), &[&as_name(name).as_ref()]).await?;
    row.as_ref().map(head).transpose()
}

fn head(row: &Row) -> Result<SessionHead, StoreError> {
    Ok(SessionHead {
        name: row.try_get(0)?,
        documents: row.unsigned(1)?,
        first_ms: row.try_get(2)?,
        newest_ms: row.try_get(3)?,
        newest_seq: row.unsigned(4)?,
        state: state_named(row.try_get(5)?),
    })
}

fn state_named(name: &str) -> State {
    State::named(name).unwrap_or_default()
}

/// Returns the mentions in a session up to a place in the order. Repetitions in later versions of a source are left out.
pub(super) async fn mentions(
    sql: &Sql,
    session: &str,
    up_to: Option<u64>,
) -> Result<Vec<Mention>, StoreError> {
    let up_to = place_or_end(up_to);
    let rows = sql
        .rows(
            "SELECT mention.seq, line, what, head, CASE WHEN series IS NULL OR version = 1 THEN mention.seq ELSE (
               SELECT oldest.seq FROM document AS oldest WHERE oldest.series = document.series
               ORDER BY oldest.version LIMIT 1) END
             FROM mention JOIN document USING (seq)
             WHERE mention.session = $1 AND mention.seq <= $2 ORDER BY mention.seq, number",
            &[&as_name(session).as_ref(), &up_to],
        )
        .await?;
    let mut mentions = Vec::with_capacity(rows.len());
    // The mentions of a document follow one another.
    let mut of: Option<DocumentHead> = None;
    for row in rows {
        let seq = row.unsigned(0)?;
        if of.as_ref().is_none_or(|head| head.seq != seq) {
            of = Some(DocumentHead { seq, ..queries::read_head(row.try_get(3)?)? });
        }
        let Some(head) = &of else { continue };
        let what = serde_json::from_str(row.try_get(2)?)
            .map_err(|error| StoreError::Corrupt(format!("a document's mention of a chain: {error}")))?;
        let line = u32::try_from(row.try_get::<_, i64>(1)?).unwrap_or_default();
        let place = SourceRef { seq, line, document: head.id.clone() };
        let source = row.unsigned(4)?;
        mentions.push((
            source,
            Mention {
                place,
                at_ms: head.source.said_ms.unwrap_or(head.received_ms),
                is_dated: head.source.said_ms.is_some(),
                path: head.source.path.clone(),
                agent: head.source.agent.clone(),
                what,
            },
        ));
    }
    Ok(dedupe_versions(mentions))
}

/// Returns the session to which the document at a place in the order adds mentions.
pub(super) async fn at(sql: &Sql, seq: u64) -> Result<Option<String>, StoreError> {
    let row = sql.row("SELECT session FROM mention WHERE seq = $1 LIMIT 1", &[&seq.cast_signed()]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// Stores the mentions in documents.
pub(super) async fn insert_mentions(
    sql: &Sql,
    documents: &[(&DocumentHead, &[(u32, Move)])],
) -> Result<(), StoreError> {
    let (mut sessions, mut seqs, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    let (mut lines, mut whats, mut of_chain) = (Vec::new(), Vec::new(), Vec::new());
    for (head, mentions) in documents.iter().filter(|(_, mentions)| !mentions.is_empty()) {
        let session = as_name(&head.session()).into_owned();
        for (number, (line, what)) in (0_i64..).zip(*mentions) {
            sessions.push(session.clone());
            seqs.push(head.seq.cast_signed());
            numbers.push(number);
            lines.push(i64::from(*line));
            whats.push(to_json(what)?);
            of_chain.push(is_of_chain(what));
        }
    }
    if seqs.is_empty() {
        return Ok(());
    }
    sql.execute(
        "INSERT INTO mention (session, seq, number, line, what, is_of_chain)
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bool[])",
        &[&sessions, &seqs, &numbers, &lines, &whats, &of_chain],
    )
    .await?;
    Ok(())
}

/// Moves what versions of a source mention from the session of their folder to that of another.
pub(super) async fn move_mentions(sql: &Sql, series: &str, from: &str, to: &str) -> Result<(), StoreError> {
    let moved = sql
        .execute(
            "UPDATE mention SET session = $3
             WHERE session = $2 AND seq IN (SELECT seq FROM document WHERE series = $1)",
            &[&series, &as_name(from).as_ref(), &as_name(to).as_ref()],
        )
        .await?;
    if moved > 0 {
        for name in [from, to] {
            recount_unnamed(sql, name).await?;
            inbox::is_due(sql, name).await?;
        }
    }
    Ok(())
}

/// Sets the state of a session whose chains were folded; a quarantine overrides it. Returns the new state if it is
/// another.
pub(super) async fn settle_state(
    sql: &Sql,
    session: &str,
    folded: State,
) -> Result<Option<State>, StoreError> {
    let state = match active_of(sql, ("session", session)).await? {
        Some(_) => State::Quarantined,
        None => folded,
    };
    let statement = "UPDATE session SET state = $2 WHERE name = $1 AND state <> $2";
    let changed = sql.execute(statement, &[&as_name(session).as_ref(), &state.as_str()]).await?;
    Ok((changed > 0).then_some(state))
}

/// Counts what new documents add to their sessions.
pub(super) async fn write(new: NewInSessions, sql: &Sql) -> Result<(), StoreError> {
    if new.0.is_empty() {
        return Ok(());
    }
    let unnamed: Vec<&str> =
        new.0.iter().filter(|(_, added)| !added.is_named).map(|(name, _)| name.as_str()).collect();
    let listed = listed_of(sql, &unnamed).await?;
    let (mut names, mut documents, mut newest_seqs) = (Vec::new(), Vec::new(), Vec::new());
    let (mut firsts, mut newests) = (Vec::new(), Vec::new());
    let mut due = Vec::new();
    for (name, added) in &new.0 {
        let cleaned = as_name(name);
        if added.is_named || listed.contains(cleaned.as_ref()) {
            names.push(cleaned.clone());
            documents.push(added.documents.cast_signed());
            firsts.push(added.first_ms);
            newests.push(added.newest_ms);
            newest_seqs.push(added.newest_seq.cast_signed());
        } else if mentions_chain(sql, name, added.first_seq).await? {
            recount_unnamed(sql, name).await?;
        } else {
            continue;
        }
        due.push(cleaned);
    }
    // Two names may differ only in what the database can't have.
    sql.execute(
        "INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
         SELECT name, sum(documents)::bigint, min(first_ms), max(newest_ms), max(newest_seq)
         FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
           AS new (name, documents, first_ms, newest_ms, newest_seq)
         GROUP BY name
         ON CONFLICT (name) DO UPDATE SET
           documents = session.documents + excluded.documents,
           first_ms = least(session.first_ms, excluded.first_ms),
           newest_ms = greatest(session.newest_ms, excluded.newest_ms),
           newest_seq = excluded.newest_seq",
        &[&names, &documents, &firsts, &newests, &newest_seqs],
    )
    .await?;
    inbox::are_due(sql, &due).await
}

/// Returns which of these sessions are listed.
async fn listed_of(sql: &Sql, names: &[&str]) -> Result<BTreeSet<String>, StoreError> {
    if names.is_empty() {
        return Ok(BTreeSet::new());
    }
    let names: Vec<_> = names.iter().map(|name| as_name(name)).collect();
    let rows = sql.rows("SELECT name FROM session WHERE name = ANY($1)", &[&names]).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

pub(super) async fn is_listed(sql: &Sql, name: &str) -> Result<bool, StoreError> {
    sql.exists("SELECT 1 FROM session WHERE name = $1", &[&as_name(name).as_ref()]).await
}

/// Returns whether documents of a session mention a chain, from one of them on.
async fn mentions_chain(sql: &Sql, name: &str, from: u64) -> Result<bool, StoreError> {
    let statement = "SELECT 1 FROM mention WHERE session = $1 AND seq >= $2 AND is_of_chain LIMIT 1";
    sql.exists(statement, &[&as_name(name).as_ref(), &from.cast_signed()]).await
}

/// Counts the sessions of removed documents from the documents that are left.
pub(super) async fn recount(sql: &Sql, removed: &[DocumentHead]) -> Result<(), StoreError> {
    let names: BTreeMap<_, _> =
        removed.iter().map(|head| (head.session(), head.source.session.is_some())).collect();
    for (name, is_named) in names {
        match is_named {
            true => recount_named(sql, &name).await?,
            false => recount_unnamed(sql, &name).await?,
        }
    }
    Ok(())
}

async fn recount_named(sql: &Sql, name: &str) -> Result<(), StoreError> {
    let name = as_name(name);
    let counted = sql
        .execute(
            &format!(
                "INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
                 SELECT $1::text, count(*), min(received_ms), max(received_ms), max(seq) FROM document WHERE session = $1
                 HAVING count(*) > 0 {SET_COUNTS}"
            ),
            &[&name.as_ref()],
        )
        .await?;
    if counted == 0 {
        sql.execute("UPDATE session SET documents = 0 WHERE name = $1", &[&name.as_ref()]).await?;
        let delete = format!("DELETE FROM session WHERE name = $1 AND {IS_UNTRACED}");
        sql.execute(&delete, &[&name.as_ref()]).await?;
    }
    Ok(())
}

pub(super) async fn recount_unnamed(sql: &Sql, name: &str) -> Result<(), StoreError> {
    let counts = mentions_chain(sql, name, 0).await?;
    let name = as_name(name);
    let counted = if counts {
        sql.execute(
            &format!(
                "INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
                 SELECT $1::text, count(DISTINCT seq), min(received_ms), max(received_ms), max(seq)
                 FROM mention JOIN document USING (seq) WHERE mention.session = $1
                 HAVING count(*) > 0 {SET_COUNTS}"
            ),
            &[&name.as_ref()],
        )
        .await?
    } else {
        0
    };
    if counted == 0 {
        sql.execute("DELETE FROM session WHERE name = $1", &[&name.as_ref()]).await?;
    }
    Ok(())
}

/// Counts all sessions from their documents, and has all folded again.
pub(super) async fn recount_all(sql: &Sql) -> Result<(), StoreError> {
    sql.run(&format!(
        "UPDATE session SET documents = 0;
         INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
         SELECT session, count(*), min(received_ms), max(received_ms), max(seq) FROM document
         WHERE session IS NOT NULL GROUP BY session {SET_COUNTS};
         INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
         SELECT mention.session, count(DISTINCT seq), min(received_ms), max(received_ms), max(seq)
         FROM mention JOIN document USING (seq) WHERE document.session IS NULL
         GROUP BY mention.session HAVING bool_or(is_of_chain) {SET_COUNTS};
         DELETE FROM session WHERE documents = 0 AND {IS_UNTRACED};
         INSERT INTO session_due (session, token) SELECT name, floor(random() * 9007199254740991)::bigint FROM session
         ON CONFLICT (session) DO UPDATE SET token = excluded.token"
    ))
    .await
}
