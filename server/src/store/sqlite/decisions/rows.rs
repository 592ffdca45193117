use std::hash::{DefaultHasher, Hash, Hasher};

use app::audit::{DecisionRecord, Facet, RecordFinding, STATES};
use app::document::DocumentHead;
use rusqlite::{Transaction, params};

use super::words::Words;
use super::{MOST_OF_DOCUMENT, places_of};
use crate::store::StoreError;
use crate::store::sqlite::changes::to_json;

/// Of a millisecond.
pub(in crate::store) const MICROSECONDS: i64 = 1_000;

/// What is counted and compared of a record.
pub(in crate::store) struct Row {
    pub place: i64,
    pub at_us: i64,
    pub task: Option<i64>,
    /// Layer, class, level, actor, signals and reason.
    pub others: [Option<i64>; 6],
    /// The state of each machine.
    pub states: [Option<u8>; STATES.len()],
    /// As JSON.
    pub findings: Option<String>,
}

impl Row {
    pub fn words(&self) -> impl Iterator<Item = i64> + use<> {
        [self.task].into_iter().chain(self.others).flatten()
    }

    pub fn findings(&self) -> Result<Vec<RecordFinding>, StoreError> {
        parse_findings(self.findings.as_deref())
    }

    /// The machines whose state it says, and the state.
    pub fn steps(&self) -> impl Iterator<Item = (usize, u8)> + use<> {
        self.states.into_iter().enumerate().filter_map(|(machine, step)| Some((machine, step?)))
    }
}

fn parse_findings(json: Option<&str>) -> Result<Vec<RecordFinding>, StoreError> {
    json.map_or(Ok(Vec::new()), serde_json::from_str)
        .map_err(|error| StoreError::Corrupt(format!("a decision's findings: {error}")))
}

/// Returns the digest by which the records of a document are compared.
pub(in crate::store) fn digest_of(records: &[DecisionRecord]) -> i64 {
    let mut hasher = DefaultHasher::new();
    records.hash(&mut hasher);
    hasher.finish() as i64
}

/// Returns the hash under which links find a decision.
pub(in crate::store) fn key_of(id: &str) -> i64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish() as i64
}

/// Stores the records of a document.
pub(super) fn insert(
    transaction: &Transaction<'_>,
    head: &DocumentHead,
    records: &[DecisionRecord],
    is_live: bool,
) -> Result<Vec<Row>, StoreError> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO decision (place, is_live, at_us, line, task, layer, class, level, actor, signals, reason,
           spawn, closeout, watchdog, stated, lit, key, id, ts, links, findings)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)",
    )?;
    let (first, _) = places_of(head.seq);
    let mut words = Words::new(transaction);
    // A record that does not say when it was made comes after the one above it.
    let mut at_us = head.at_ms().saturating_mul(MICROSECONDS);
    let mut rows = Vec::with_capacity(records.len().min(MOST_OF_DOCUMENT));
    for (place, record) in (first..).zip(records.iter().take(MOST_OF_DOCUMENT)) {
        at_us = record.at_us.unwrap_or(at_us);
        let lit = record.lit_count().map(|lit| lit.to_string());
        let row = Row {
            place,
            at_us,
            task: words.of_facet(Facet::Task, record.task.as_deref())?,
            others: [
                words.of_facet(Facet::Layer, record.layer.as_deref())?,
                words.of_facet(Facet::Class, record.class.as_deref())?,
                words.of_facet(Facet::Level, record.level.as_deref())?,
                words.of_facet(Facet::Actor, record.actor.as_deref())?,
                words.of_facet(Facet::Signals, lit.as_deref())?,
                words.of_reason(record.reason.as_deref())?,
            ],
            states: record.states,
            findings: (!record.findings.is_empty()).then(|| to_json(&record.findings)).transpose()?,
        };
        let [layer, class, level, actor, signals, reason] = row.others;
        let [spawn, closeout, watchdog] = row.states;
        let key = record.id.as_deref().map(key_of);
        let links = (!record.links.is_empty()).then(|| to_json(&record.links)).transpose()?;
        insert.execute(params![
            place, is_live, at_us, record.line, row.task, layer, class, level, actor, signals, reason, spawn,
            closeout, watchdog, record.stated, record.lit, key, record.id, record.ts, links, row.findings
        ])?;
        rows.push(row);
    }
    Ok(rows)
}

pub(super) fn of_document(transaction: &Transaction<'_>, seq: u64) -> Result<Vec<Row>, StoreError> {
    let mut statement = transaction.prepare_cached(
        "SELECT place, at_us, task, layer, class, level, actor, signals, reason, spawn, closeout, watchdog, findings
         FROM decision WHERE place BETWEEN ?1 AND ?2 ORDER BY place",
    )?;
    let (first, last) = places_of(seq);
    let rows = statement.query_map([first, last], |row| {
        Ok(Row {
            place: row.get(0)?,
            at_us: row.get(1)?,
            task: row.get(2)?,
            others: [row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?, row.get(8)?],
            states: [row.get(9)?, row.get(10)?, row.get(11)?],
            findings: row.get(12)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
