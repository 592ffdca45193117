//! The traces that documents leave at gates.

use app::document::DocumentHead;
use app::trace::{Trace, TraceList, TraceQuery, score};
use rusqlite::types::Value;
use rusqlite::{Connection, Transaction, params, params_from_iter};

use crate::store::StoreError;

/// The traces on a page. More than one document leaves, so that each page makes progress.
const PAGE: usize = 200;

pub(super) fn add(transaction: &Transaction<'_>, head: &DocumentHead) -> Result<(), StoreError> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO trace (seq, number, gate, format, at_ms, errors, warnings, infos)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (number, trace) in Trace::all_of(head).iter().enumerate() {
        let Trace { seq, gate, format, at_ms, errors, warnings, infos, .. } = trace;
        insert.execute(params![seq, number, gate, format, at_ms, errors, warnings, infos])?;
    }
    Ok(())
}

/// Replaces the traces of a document that was parsed again. Expired traces aren't restored.
pub(super) fn replace(transaction: &Transaction<'_>, head: &DocumentHead) -> Result<(), StoreError> {
    let removed = transaction.prepare_cached("DELETE FROM trace WHERE seq = ?1")?.execute([head.seq])?;
    if removed > 0 { add(transaction, head) } else { Ok(()) }
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
    let mut sql = "SELECT trace.seq, gate, format, at_ms, errors, warnings, infos, document.id, facet.session
         FROM trace JOIN document USING (seq) JOIN facet USING (seq) WHERE trace.seq < ?"
        .to_owned();
    let mut values =
        vec![Value::Integer(query.before.map_or(i64::MAX, |before| before.min(i64::MAX as u64) as i64))];
    if let Some(gate) = query.gate {
        sql.push_str(" AND gate = ?");
        values.push(Value::Integer(gate.into()));
    }
    if let Some(session) = &query.session {
        sql.push_str(" AND facet.session = ?");
        values.push(Value::Text(session.clone()));
    }
    sql.push_str(" ORDER BY trace.seq DESC, number LIMIT ?");
    values.push(Value::Integer(PAGE as i64 + 1));

    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map(params_from_iter(values), |row| {
        let (errors, warnings) = (row.get(4)?, row.get(5)?);
        Ok(Trace {
            seq: row.get(0)?,
            gate: row.get(1)?,
            format: row.get(2)?,
            at_ms: row.get(3)?,
            errors,
            warnings,
            infos: row.get(6)?,
            document: row.get(7)?,
            session: row.get(8)?,
            passed: errors == 0,
            score: score(errors, warnings),
        })
    })?;
    let mut traces = rows.collect::<Result<Vec<_>, _>>()?;
    let mut next = None;
    if traces.len() > PAGE {
        // The traces of a document share a page.
        let cut = traces.pop().map(|cut| cut.seq);
        traces.retain(|trace| Some(trace.seq) != cut);
        next = traces.last().map(|last| last.seq);
    }
    Ok(TraceList { traces, next })
}
