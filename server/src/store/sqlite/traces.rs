//! The traces that documents leave at gates.

use std::ops::RangeInclusive;

use app::document::DocumentHead;
use app::severity::Severity;
use app::trace::{Trace, TraceList, TraceQuery};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Transaction, params, params_from_iter};

use super::queries;
use crate::store::StoreError;

/// The traces on a page. More than one document leaves, so that each page makes progress.
pub(in crate::store) const PAGE: usize = 200;

pub(super) fn add(transaction: &Transaction<'_>, head: &DocumentHead) -> Result<(), StoreError> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO trace (seq, number, gate, format, at_ms, errors, warnings, infos, session, agent, model, lost)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    let mut insert_rule = transaction.prepare_cached(
        "INSERT INTO broken_rule (rule, format, at_ms, seq, number, severity, count)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO NOTHING",
    )?;
    for (number, trace) in Trace::all_of(head).iter().enumerate() {
        let Trace { seq, gate, format, at_ms, errors, warnings, infos, session, agent, model, .. } = trace;
        let [session, agent, model] = [session, agent, model].map(|name| name.as_deref().unwrap_or_default());
        insert.execute(params![
            seq,
            number,
            gate,
            format,
            at_ms,
            errors,
            warnings,
            infos,
            session,
            agent,
            model,
            trace.lost()
        ])?;
        for broken in trace.broken.iter().filter(|broken| broken.severity != Severity::Info) {
            let (rule, severity) = (&broken.rule, broken.severity.as_str());
            insert_rule.execute(params![rule, format, at_ms, seq, number, severity, broken.count])?;
        }
    }
    Ok(())
}

/// Replaces the traces of a document that was parsed again. Expired traces aren't restored.
pub(super) fn replace(
    transaction: &Transaction<'_>,
    before: &DocumentHead,
    head: &DocumentHead,
) -> Result<(), StoreError> {
    let removed = transaction.prepare_cached("DELETE FROM trace WHERE seq = ?1")?.execute([head.seq])?;
    let are_expired = removed == 0 && !Trace::all_of(before).is_empty();
    if are_expired {
        return Ok(());
    }
    add(transaction, head)?;
    count(transaction, head.seq..=head.seq)
}

/// Adds traces to the sums that health is computed from. Triggers subtract what is removed.
const COUNT: [&str; 4] = [
    "INSERT INTO gate_hour (hour, gate, format, traces, failed, lost)
     SELECT at_ms / 3600000, gate, format, count(*), sum(errors > 0), sum(lost)
     FROM trace WHERE seq BETWEEN ?1 AND ?2 GROUP BY 1, 2, 3
     ON CONFLICT DO UPDATE SET
       traces = traces + excluded.traces, failed = failed + excluded.failed, lost = lost + excluded.lost",
    "INSERT INTO session_health (session, traces, failed, lost)
     SELECT session, count(*), sum(errors > 0), sum(lost)
     FROM trace WHERE seq BETWEEN ?1 AND ?2 AND session <> '' GROUP BY 1
     ON CONFLICT DO UPDATE SET
       traces = traces + excluded.traces, failed = failed + excluded.failed, lost = lost + excluded.lost",
    "INSERT INTO author_day (day, kind, name, traces, failed, lost)
     SELECT at_ms / 86400000, kind, name, count(*), sum(errors > 0), sum(lost)
     FROM (
       SELECT at_ms, 'agent' AS kind, agent AS name, errors, lost FROM trace WHERE seq BETWEEN ?1 AND ?2
       UNION ALL
       SELECT at_ms, 'model', model, errors, lost FROM trace WHERE seq BETWEEN ?1 AND ?2
     )
     WHERE name <> '' GROUP BY 1, 2, 3
     ON CONFLICT DO UPDATE SET
       traces = traces + excluded.traces, failed = failed + excluded.failed, lost = lost + excluded.lost",
    "INSERT INTO rule_hour (hour, rule, format, severity, traces, count, first_ms, last_ms)
     SELECT at_ms / 3600000, rule, format, severity, count(*), sum(count), min(at_ms), max(at_ms)
     FROM broken_rule WHERE seq BETWEEN ?1 AND ?2 GROUP BY 1, 2, 3
     ON CONFLICT DO UPDATE SET
       traces = traces + excluded.traces, count = count + excluded.count,
       first_ms = min(first_ms, excluded.first_ms), last_ms = max(last_ms, excluded.last_ms)",
];

/// Counts the traces of documents once they are all added.
pub(super) fn count(transaction: &Transaction<'_>, seqs: RangeInclusive<u64>) -> Result<(), StoreError> {
    for sql in COUNT {
        transaction.prepare_cached(sql)?.execute([seqs.start(), seqs.end()])?;
    }
    Ok(())
}

/// Removes some of the traces before a time whose documents aren't pinned. Returns how many.
pub(super) fn expire(transaction: &Transaction<'_>, before_ms: i64, most: u32) -> Result<u32, StoreError> {
    let removed = transaction
        .prepare_cached(
            "DELETE FROM trace WHERE (seq, number) IN (
               SELECT trace.seq, number FROM trace JOIN facet USING (seq)
               WHERE at_ms < ?1 AND pinned = 0 ORDER BY at_ms LIMIT ?2)",
        )?
        .execute(params![before_ms, most])?;
    Ok(removed as u32)
}

pub(super) fn list(connection: &mut Connection, query: &TraceQuery) -> Result<TraceList, StoreError> {
    let moment = connection.transaction()?;
    let before = query.before.map_or(i64::MAX, |before| before.min(i64::MAX as u64) as i64);
    let (table, mut conditions) = match query.rule {
        Some(_) => ("broken_rule", vec![("rule", Value::from(query.rule.clone()))]),
        None => ("trace", Vec::new()),
    };
    // The format of a rule decides its gate.
    let gate = query.gate.filter(|_| query.rule.is_none()).map(|gate| ("gate", Value::Integer(gate.into())));
    let format = query.format.clone().map(|format| ("format", Value::Text(format)));
    conditions.extend(gate.into_iter().chain(format));
    let mut sql = format!("SELECT seq, number FROM {table} WHERE seq < ?");
    let mut values = vec![Value::Integer(before)];
    for (column, value) in conditions {
        sql.push_str(&format!(" AND {column} = ?"));
        values.push(value);
    }
    if let Some(session) = &query.session {
        sql.push_str(" AND seq IN (SELECT seq FROM facet WHERE session = ?)");
        values.push(Value::Text(session.clone()));
    }
    sql.push_str(" ORDER BY seq DESC, number LIMIT ?");
    values.push(Value::Integer(PAGE as i64 + 1));
    let mut statement = moment.prepare_cached(&sql)?;
    let rows = statement.query_map(params_from_iter(values), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut places = rows.collect::<Result<Vec<(u64, usize)>, _>>()?;
    let mut next = None;
    if places.len() > PAGE {
        // The traces of a document share a page.
        let cut = places.pop().map(|(seq, _)| seq);
        places.retain(|(seq, _)| Some(*seq) != cut);
        next = places.last().map(|(seq, _)| *seq);
    }
    Ok(TraceList { traces: at(&moment, &places)?, next })
}

/// Returns the traces at these places: the document's, and the number among those of the document.
pub(super) fn at(connection: &Connection, places: &[(u64, usize)]) -> Result<Vec<Trace>, StoreError> {
    let mut head = connection.prepare_cached("SELECT head FROM document WHERE seq = ?1")?;
    let mut of_document: (Option<u64>, Vec<Trace>) = Default::default();
    let mut found = Vec::with_capacity(places.len());
    for (seq, number) in places {
        if of_document.0 != Some(*seq) {
            let stored: Option<String> = head.query_row([seq], |row| row.get(0)).optional()?;
            let traces = match stored {
                Some(stored) => Trace::all_of(&queries::read_head(&stored)?),
                None => Vec::new(),
            };
            of_document = (Some(*seq), traces);
        }
        found.extend(of_document.1.get(*number).cloned());
    }
    Ok(found)
}
