//! The traces that documents leave at gates.

use std::ops::RangeInclusive;

use app::document::DocumentHead;
use app::severity::Severity;
use app::trace::{Trace, TraceList, TraceQuery};
use futures_util::future::try_join_all;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::queries;
use super::sql::{Sql, Unsigned, Values, clean, place_or_end};
use crate::store::StoreError;
use crate::store::sqlite::traces::PAGE;

pub(super) async fn add(sql: &Sql, head: &DocumentHead) -> Result<(), StoreError> {
    for (number, trace) in (0_i64..).zip(Trace::all_of(head)) {
        let Trace { seq, gate, format, at_ms, errors, warnings, infos, session, agent, model, .. } = &trace;
        let seq = seq.cast_signed();
        let [session, agent, model] =
            [session, agent, model].map(|name| clean(name.as_deref().unwrap_or_default()));
        sql.execute(
            "INSERT INTO trace (seq, number, gate, format, at_ms, errors, warnings, infos, session, agent, model, lost)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            &[
                &seq,
                &number,
                &i64::from(*gate),
                &format,
                &at_ms,
                &i64::from(*errors),
                &i64::from(*warnings),
                &i64::from(*infos),
                &session.as_ref(),
                &agent.as_ref(),
                &model.as_ref(),
                &trace.lost().cast_signed(),
            ],
        )
        .await?;
        let broken = || trace.broken.iter().filter(|broken| broken.severity != Severity::Info);
        let rules: Vec<&str> = broken().map(|broken| broken.rule.as_ref()).collect();
        let severities: Vec<&str> = broken().map(|broken| broken.severity.as_str()).collect();
        let counts: Vec<i64> = broken().map(|broken| i64::from(broken.count)).collect();
        if !rules.is_empty() {
            sql.execute(
                "INSERT INTO broken_rule (rule, format, at_ms, seq, number, severity, count)
                 SELECT rule, $1, $2, $3, $4, severity, count
                 FROM unnest($5::text[], $6::text[], $7::bigint[]) AS broken (rule, severity, count)
                 ON CONFLICT DO NOTHING",
                &[&format, &at_ms, &seq, &number, &rules, &severities, &counts],
            )
            .await?;
        }
    }
    Ok(())
}

/// Replaces the traces of a document that was parsed again. Expired traces aren't restored.
pub(super) async fn replace(sql: &Sql, before: &DocumentHead, head: &DocumentHead) -> Result<(), StoreError> {
    let removed = sql.execute("DELETE FROM trace WHERE seq = $1", &[&head.seq.cast_signed()]).await?;
    let are_expired = removed == 0 && !Trace::all_of(before).is_empty();
    if are_expired {
        return Ok(());
    }
    add(sql, head).await?;
    count(sql, head.seq..=head.seq).await
}

/// Adds traces to the sums that health is computed from. Triggers subtract what is removed.
const COUNT: [&str; 4] = [
    "INSERT INTO gate_hour AS sum (hour, gate, format, traces, failed, lost)
     SELECT at_ms / 3600000, gate, format, count(*), count(*) FILTER (WHERE errors > 0), sum(lost)::bigint
     FROM trace WHERE seq BETWEEN $1 AND $2 GROUP BY 1, 2, 3
     ON CONFLICT (hour, gate, format) DO UPDATE SET
       traces = sum.traces + excluded.traces, failed = sum.failed + excluded.failed, lost = sum.lost + excluded.lost",
    "INSERT INTO session_health AS sum (session, traces, failed, lost)
     SELECT session, count(*), count(*) FILTER (WHERE errors > 0), sum(lost)::bigint
     FROM trace WHERE seq BETWEEN $1 AND $2 AND session <> '' GROUP BY 1
     ON CONFLICT (session) DO UPDATE SET
       traces = sum.traces + excluded.traces, failed = sum.failed + excluded.failed, lost = sum.lost + excluded.lost",
    "INSERT INTO author_day AS sum (day, kind, name, traces, failed, lost)
     SELECT at_ms / 86400000, kind, name, count(*), count(*) FILTER (WHERE errors > 0), sum(lost)::bigint
     FROM trace CROSS JOIN LATERAL (VALUES ('agent', agent), ('model', model)) AS author (kind, name)
     WHERE seq BETWEEN $1 AND $2 AND name <> '' GROUP BY 1, 2, 3
     ON CONFLICT (day, kind, name) DO UPDATE SET
       traces = sum.traces + excluded.traces, failed = sum.failed + excluded.failed, lost = sum.lost + excluded.lost",
    "INSERT INTO rule_hour AS sum (hour, rule, format, severity, traces, count, first_ms, last_ms)
     SELECT at_ms / 3600000, rule, format, min(severity), count(*), sum(count)::bigint, min(at_ms), max(at_ms)
     FROM broken_rule WHERE seq BETWEEN $1 AND $2 GROUP BY 1, 2, 3
     ON CONFLICT (hour, rule, format) DO UPDATE SET
       traces = sum.traces + excluded.traces, count = sum.count + excluded.count,
       first_ms = least(sum.first_ms, excluded.first_ms), last_ms = greatest(sum.last_ms, excluded.last_ms)",
];

/// Counts the traces of documents once they are all added.
pub(super) async fn count(sql: &Sql, seqs: RangeInclusive<u64>) -> Result<(), StoreError> {
    let (first, last) = (seqs.start().cast_signed(), seqs.end().cast_signed());
    let values: Values<'_> = &[&first, &last];
    try_join_all(COUNT.map(|statement| sql.execute(statement, values))).await?;
    Ok(())
}

/// Removes some of the traces before a time whose documents aren't pinned. Returns how many.
pub(super) async fn expire(sql: &Sql, before_ms: i64, most: u32) -> Result<u32, StoreError> {
    let removed = sql
        .execute(
            "DELETE FROM trace WHERE (seq, number) IN (
               SELECT trace.seq, number FROM trace JOIN document USING (seq)
               WHERE at_ms < $1 AND NOT pinned ORDER BY at_ms LIMIT $2)",
            &[&before_ms, &i64::from(most)],
        )
        .await?;
    Ok(removed as u32)
}

pub(super) async fn list(sql: &Sql, query: &TraceQuery) -> Result<TraceList, StoreError> {
    let before = place_or_end(query.before);
    let mut values: Vec<Box<dyn ToSql + Sync + Send>> = vec![Box::new(before)];
    let mut conditions = String::new();
    let mut add = |condition: &str, value: Box<dyn ToSql + Sync + Send>| {
        values.push(value);
        conditions.push_str(&format!(" AND {}", condition.replace('?', &format!("${}", values.len()))));
    };
    let table = if query.rule.is_some() { "broken_rule" } else { "trace" };
    if let Some(rule) = &query.rule {
        add("rule = ?", Box::new(clean(rule).into_owned()));
    } else if let Some(gate) = query.gate {
        // The format of a rule decides its gate.
        add("gate = ?", Box::new(i64::from(gate)));
    }
    if let Some(format) = &query.format {
        add("format = ?", Box::new(clean(format).into_owned()));
    }
    if let Some(session) = &query.session {
        add("seq IN (SELECT seq FROM document WHERE session = ?)", Box::new(clean(session).into_owned()));
    }
    let most = PAGE + 1;
    let statement = format!(
        "SELECT seq, number FROM {table} WHERE seq < $1{conditions} ORDER BY seq DESC, number LIMIT {most}"
    );
    let values: Vec<&(dyn ToSql + Sync)> =
        values.iter().map(|value| value.as_ref() as &(dyn ToSql + Sync)).collect();
    let mut places = places(&sql.rows(&statement, &values).await?)?;
    let mut next = None;
    if places.len() > PAGE {
        // The traces of a document share a page.
        let cut = places.pop().map(|(seq, _)| seq);
        places.retain(|(seq, _)| Some(*seq) != cut);
        next = places.last().map(|(seq, _)| *seq);
    }
    Ok(TraceList { traces: at(sql, &places).await?, next })
}

/// Reads `seq, number`.
pub(super) fn places(rows: &[Row]) -> Result<Vec<(u64, usize)>, StoreError> {
    rows.iter().map(|row| Ok((row.unsigned(0)?, row.unsigned(1)? as usize))).collect()
}

/// Returns the traces at these places: the document's, and the number among those of the document.
pub(super) async fn at(sql: &Sql, places: &[(u64, usize)]) -> Result<Vec<Trace>, StoreError> {
    let mut of_document: (Option<u64>, Vec<Trace>) = Default::default();
    let mut found = Vec::with_capacity(places.len());
    for (seq, number) in places {
        if of_document.0 != Some(*seq) {
            let row = sql.row("SELECT head FROM document WHERE seq = $1", &[&seq.cast_signed()]).await?;
            let traces = match row {
                Some(row) => Trace::all_of(&queries::read_head(row.try_get(0)?)?),
                None => Vec::new(),
            };
            of_document = (Some(*seq), traces);
        }
        found.extend(of_document.1.get(*number).cloned());
    }
    Ok(found)
}
