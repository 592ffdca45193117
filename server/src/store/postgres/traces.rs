//! The traces that documents leave at gates.

use std::ops::RangeInclusive;

use app::document::DocumentHead;
use app::severity::Severity;
use app::trace::{Trace, TraceList, TraceQuery};
use futures_util::future::try_join_all;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::queries;
use super::sql::{Sql, Unsigned, Values, as_name, clean, place_or_end};
use crate::store::StoreError;
use crate::store::sqlite::traces::PAGE;

/// Adds the traces of new documents.
pub(super) async fn add(sql: &Sql, heads: &[&DocumentHead]) -> Result<(), StoreError> {
    let of_heads = heads.iter().flat_map(|head| (0_i64..).zip(Trace::all_of(head)));
    let traces: Vec<(i64, Trace)> = of_heads.collect();
    if traces.is_empty() {
        return Ok(());
    }
    let numbers = |of: fn(&Trace) -> i64| traces.iter().map(|(_, trace)| of(trace)).collect::<Vec<_>>();
    let words = |of: fn(&Trace) -> Option<&str>| {
        traces.iter().map(|(_, trace)| as_name(of(trace).unwrap_or_default())).collect::<Vec<_>>()
    };
    sql.execute(
        "INSERT INTO trace (seq, number, gate, format, at_ms, errors, warnings, infos, session, agent, model, lost)
         SELECT * FROM unnest(
           $1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
           $9::text[], $10::text[], $11::text[], $12::bigint[])",
        &[
            &numbers(|trace| trace.seq.cast_signed()),
            &traces.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
            &numbers(|trace| i64::from(trace.gate)),
            &words(|trace| Some(&trace.format)),
            &numbers(|trace| trace.at_ms),
            &numbers(|trace| i64::from(trace.errors)),
            &numbers(|trace| i64::from(trace.warnings)),
            &numbers(|trace| i64::from(trace.infos)),
            &words(|trace| trace.session.as_deref()),
            &words(|trace| trace.agent.as_deref()),
            &words(|trace| trace.model.as_deref()),
            &numbers(|trace| trace.lost().cast_signed()),
        ],
    )
    .await?;
    add_broken(sql, &traces).await
}

async fn add_broken(sql: &Sql, traces: &[(i64, Trace)]) -> Result<(), StoreError> {
    let (mut places, mut times, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut numbers, mut severities) = (Vec::new(), Vec::new());
    let (mut rules, mut formats): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (number, trace) in traces {
        for broken in trace.broken.iter().filter(|broken| broken.severity != Severity::Info) {
            places.push(trace.seq.cast_signed());
            numbers.push(*number);
            times.push(trace.at_ms);
            formats.push(trace.format.as_ref());
            rules.push(broken.rule.as_ref());
            severities.push(broken.severity.as_str());
            counts.push(i64::from(broken.count));
        }
    }
    if rules.is_empty() {
        return Ok(());
    }
    sql.execute(
        "INSERT INTO broken_rule (rule, format, at_ms, seq, number, severity, count)
         SELECT * FROM unnest(
           $1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[])
         ON CONFLICT DO NOTHING",
        &[&rules, &formats, &times, &places, &numbers, &severities, &counts],
    )
    .await?;
    Ok(())
}

/// Replaces the traces of a document that was parsed again. Expired traces aren't restored.
pub(super) async fn replace(sql: &Sql, before: &DocumentHead, head: &DocumentHead) -> Result<(), StoreError> {
    let removed = sql.execute("DELETE FROM trace WHERE seq = $1", &[&head.seq.cast_signed()]).await?;
    let are_expired = removed == 0 && !Trace::all_of(before).is_empty();
    if are_expired {
        return Ok(());
    }
    add(sql, &[head]).await?;
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
        add("seq IN (SELECT seq FROM document WHERE session = ?)", Box::new(as_name(session).into_owned()));
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
