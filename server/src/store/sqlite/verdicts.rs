//! What gates answered about work items.

use app::document::DocumentHead;
use app::work_item::{GateRecord, StoredRecord, WorkItem, WorkItems};
use rusqlite::{Connection, Transaction, params};

use super::changes::to_json;
use super::queries;
use crate::store::{PAGE, StoreError};

/// The most answers of a document; their numbers have 16 bits in the order of work items.
pub(in crate::store) const MOST_OF_DOCUMENT: usize = 10_000;

/// The most answers that the page of a work item shows, and that its row in a list is computed from: the newest.
pub(in crate::store) const MOST_OF_ITEM: usize = 60;
pub(in crate::store) const MOST_OF_ROW: usize = 20;

pub(super) fn add(
    transaction: &Transaction<'_>,
    head: &DocumentHead,
    records: &[GateRecord],
) -> Result<(), StoreError> {
    let mut insert = transaction
        .prepare_cached("INSERT INTO verdict (seq, number, task, record) VALUES (?1, ?2, ?3, ?4)")?;
    for (number, record) in records.iter().take(MOST_OF_DOCUMENT).enumerate() {
        insert.execute(params![head.seq, number, record.task, to_json(record)?])?;
    }
    Ok(())
}

/// Replaces those of a document that was parsed again.
pub(super) fn replace(
    transaction: &Transaction<'_>,
    head: &DocumentHead,
    records: &[GateRecord],
) -> Result<(), StoreError> {
    transaction.prepare_cached("DELETE FROM verdict WHERE seq = ?1")?.execute([head.seq])?;
    add(transaction, head, records)
}

pub(super) fn of_document(connection: &Connection, seq: u64) -> Result<Vec<GateRecord>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT record FROM verdict WHERE seq = ?1 ORDER BY number")?;
    let rows = statement.query_map([seq], |row| row.get::<_, String>(0))?;
    rows.map(|row| parse(&row?)).collect()
}

/// Returns a page of work items, those that were judged last first.
pub(super) fn list(connection: &mut Connection, before: Option<u64>) -> Result<WorkItems, StoreError> {
    let moment = connection.transaction()?;
    let before = before.map_or(i64::MAX, |before| before.min(i64::MAX as u64) as i64);
    let mut statement = moment.prepare_cached(
        "SELECT task, newest FROM work_item WHERE newest < ?1 ORDER BY newest DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![before, PAGE + 1], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut found = rows.collect::<Result<Vec<(String, u64)>, _>>()?;
    let there_is_more = found.len() > PAGE;
    found.truncate(PAGE);
    let next = found.last().filter(|_| there_is_more).map(|(_, newest)| *newest);
    let items = found.into_iter().map(|(task, _)| fold(&moment, &task, MOST_OF_ROW));
    Ok(WorkItems { items: items.filter_map(Result::transpose).collect::<Result<_, _>>()?, next })
}

/// Returns a work item, with its newest answers.
pub(super) fn find(connection: &Connection, task: &str) -> Result<Option<WorkItem>, StoreError> {
    fold(connection, &GateRecord::name_of(task), MOST_OF_ITEM)
}

fn fold(connection: &Connection, task: &str, most: usize) -> Result<Option<WorkItem>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT record, series, version, head FROM verdict JOIN facet USING (seq) JOIN document USING (seq)
         WHERE task = ?1 ORDER BY verdict.seq DESC, number DESC LIMIT ?2",
    )?;
    let mut rows = statement.query(params![task, most + 1])?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        let head = queries::read_head(&row.get::<_, String>(3)?)?;
        records.push(StoredRecord {
            at_ms: head.at_ms(),
            document: head.id,
            seq: head.seq,
            session: head.source.session,
            series: row.get(1)?,
            version: row.get(2)?,
            record: parse(&row.get::<_, String>(0)?)?,
        });
    }
    let is_cut = records.len() > most;
    records.truncate(most);
    records.reverse();
    Ok(WorkItem::fold(task.to_owned(), records, is_cut))
}

pub(in crate::store) fn parse(stored: &str) -> Result<GateRecord, StoreError> {
    serde_json::from_str(stored).map_err(|error| StoreError::Corrupt(format!("a verdict: {error}")))
}
