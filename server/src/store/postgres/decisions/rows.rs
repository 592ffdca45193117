use app::audit::{DecisionRecord, Facet};
use app::document::DocumentHead;

use super::words::{Words, key, reason};
use crate::store::StoreError;
use crate::store::postgres::changes::to_json;
use crate::store::postgres::sql::{Sql, clean};
use crate::store::sqlite::decisions::rows::{MICROSECONDS, Row, key_of};
use crate::store::sqlite::decisions::{MOST_OF_DOCUMENT, places_of};

/// The records that one statement writes.
const AT_ONCE: usize = 5_000;

/// Stores the records of a document.
pub(super) async fn insert(
    sql: &Sql,
    head: &DocumentHead,
    records: &[DecisionRecord],
    is_live: bool,
) -> Result<Vec<Row>, StoreError> {
    let (mut place, _) = places_of(head.seq);
    // A record that does not say when it was made comes after the one above it.
    let mut at_us = head.at_ms().saturating_mul(MICROSECONDS);
    let records = records.get(..MOST_OF_DOCUMENT).unwrap_or(records);
    let mut rows = Vec::with_capacity(records.len());
    for records in records.chunks(AT_ONCE) {
        let words = Words::of(sql, words_of(records)).await?;
        let begin = rows.len();
        for record in records {
            at_us = record.at_us.unwrap_or(at_us);
            let lit = record.lit_count().map(|lit| lit.to_string());
            rows.push(Row {
                place,
                at_us,
                task: words.of_facet(Facet::Task, record.task.as_deref()),
                others: [
                    words.of_facet(Facet::Layer, record.layer.as_deref()),
                    words.of_facet(Facet::Class, record.class.as_deref()),
                    words.of_facet(Facet::Level, record.level.as_deref()),
                    words.of_facet(Facet::Actor, record.actor.as_deref()),
                    words.of_facet(Facet::Signals, lit.as_deref()),
                    words.of_reason(record.reason.as_deref()),
                ],
                states: record.states,
                findings: (!record.findings.is_empty()).then(|| to_json(&record.findings)).transpose()?,
            });
            place += 1;
        }
        write(sql, rows.get(begin..).unwrap_or_default(), records, is_live).await?;
    }
    Ok(rows)
}

fn words_of(records: &[DecisionRecord]) -> Vec<(i64, String)> {
    let mut words = Vec::new();
    for record in records {
        let lit = record.lit_count().map(|lit| lit.to_string());
        let of_facets = [
            (Facet::Task, &record.task),
            (Facet::Layer, &record.layer),
            (Facet::Class, &record.class),
            (Facet::Level, &record.level),
            (Facet::Actor, &record.actor),
            (Facet::Signals, &lit),
        ];
        words.extend(of_facets.into_iter().filter_map(|(facet, word)| Some(key(facet, word.as_deref()?))));
        words.extend(record.reason.as_deref().map(reason));
    }
    words
}

async fn write(sql: &Sql, rows: &[Row], records: &[DecisionRecord], is_live: bool) -> Result<(), StoreError> {
    let of_rows = |value: fn(&Row) -> Option<i64>| -> Vec<Option<i64>> { rows.iter().map(value).collect() };
    let places: Vec<i64> = rows.iter().map(|row| row.place).collect();
    let at_us: Vec<i64> = rows.iter().map(|row| row.at_us).collect();
    let lines: Vec<i64> = records.iter().map(|record| i64::from(record.line)).collect();
    let tasks = of_rows(|row| row.task);
    let [layers, classes, levels, actors, signals, reasons] = [
        of_rows(|row| row.others[0]),
        of_rows(|row| row.others[1]),
        of_rows(|row| row.others[2]),
        of_rows(|row| row.others[3]),
        of_rows(|row| row.others[4]),
        of_rows(|row| row.others[5]),
    ];
    let [spawns, closeouts, watchdogs] = [
        of_rows(|row| row.states[0].map(i64::from)),
        of_rows(|row| row.states[1].map(i64::from)),
        of_rows(|row| row.states[2].map(i64::from)),
    ];
    let stated: Vec<i64> = records.iter().map(|record| i64::from(record.stated)).collect();
    let lit: Vec<i64> = records.iter().map(|record| i64::from(record.lit)).collect();
    let keys: Vec<Option<i64>> = records.iter().map(|record| record.id.as_deref().map(key_of)).collect();
    let text = |value: &Option<String>| value.as_deref().map(|value| clean(value).into_owned());
    let ids: Vec<Option<String>> = records.iter().map(|record| text(&record.id)).collect();
    let times: Vec<Option<String>> = records.iter().map(|record| text(&record.ts)).collect();
    let links =
        |record: &DecisionRecord| (!record.links.is_empty()).then(|| to_json(&record.links)).transpose();
    let links = records.iter().map(links).collect::<Result<Vec<_>, _>>()?;
    let findings: Vec<Option<&str>> = rows.iter().map(|row| row.findings.as_deref()).collect();
    sql.execute(
        "INSERT INTO decision (is_live, place, at_us, line, task, layer, class, level, actor, signals, reason,
           spawn, closeout, watchdog, stated, lit, key, id, ts, links, findings)
         SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
           $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[],
           $15::bigint[], $16::bigint[], $17::bigint[], $18::text[], $19::text[], $20::text[], $21::text[])",
        &[
            &is_live, &places, &at_us, &lines, &tasks, &layers, &classes, &levels, &actors, &signals, &reasons,
            &spawns, &closeouts, &watchdogs, &stated, &lit, &keys, &ids, &times, &links, &findings,
        ],
    )
    .await?;
    Ok(())
}

pub(super) async fn of_document(sql: &Sql, seq: u64) -> Result<Vec<Row>, StoreError> {
    let (first, last) = places_of(seq);
    let found = sql
        .rows(
            "SELECT place, at_us, task, layer, class, level, actor, signals, reason, spawn, closeout, watchdog, findings
             FROM decision WHERE place BETWEEN $1 AND $2 ORDER BY place",
            &[&first, &last],
        )
        .await?;
    let mut rows = Vec::with_capacity(found.len());
    for row in found {
        let mut others = [None; 6];
        for (other, column) in others.iter_mut().zip(3..) {
            *other = row.try_get(column)?;
        }
        let mut states = [None; 3];
        for (state, column) in states.iter_mut().zip(9..) {
            *state = row.try_get::<_, Option<i64>>(column)?.and_then(|state| u8::try_from(state).ok());
        }
        rows.push(Row {
            place: row.try_get(0)?,
            at_us: row.try_get(1)?,
            task: row.try_get(2)?,
            others,
            states,
            findings: row.try_get(12)?,
        });
    }
    Ok(rows)
}
