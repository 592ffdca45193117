//! What gates answered about work items.

use app::document::DocumentHead;
use app::work_item::{GateRecord, StoredRecord, WorkItem, WorkItems};

use super::changes::to_json;
use super::queries;
use super::sql::{Sql, Unsigned, clean, place_or_end};
use crate::store::sqlite::verdicts::{MOST_OF_DOCUMENT, MOST_OF_ITEM, MOST_OF_ROW, parse};
use crate::store::{PAGE, StoreError};

/// Adds those of new documents.
pub(super) async fn add(sql: &Sql, documents: &[(&DocumentHead, &[GateRecord])]) -> Result<(), StoreError> {
    let (mut seqs, mut numbers, mut tasks, mut rows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (head, records) in documents {
        for (number, record) in (0_i64..).zip(records.iter().take(MOST_OF_DOCUMENT)) {
            seqs.push(head.seq.cast_signed());
            numbers.push(number);
            tasks.push(clean(&record.task));
            rows.push(to_json(record)?);
        }
    }
    if seqs.is_empty() {
        return Ok(());
    }
    sql.execute(
        "INSERT INTO verdict (seq, number, task, record)
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[])",
        &[&seqs, &numbers, &tasks, &rows],
    )
    .await?;
    Ok(())
}

/// Replaces those of a document that was parsed again.
pub(super) async fn replace(
    sql: &Sql,
    head: &DocumentHead,
    records: &[GateRecord],
) -> Result<(), StoreError> {
    sql.execute("DELETE FROM verdict WHERE seq = $1", &[&head.seq.cast_signed()]).await?;
    add(sql, &[(head, records)]).await
}

pub(super) async fn of_document(sql: &Sql, seq: u64) -> Result<Vec<GateRecord>, StoreError> {
    let statement = "SELECT record FROM verdict WHERE seq = $1 ORDER BY number";
    let rows = sql.rows(statement, &[&seq.cast_signed()]).await?;
    rows.iter().map(|row| parse(row.try_get(0)?)).collect()
}

/// Returns a page of work items, those that were judged last first.
pub(super) async fn list(sql: &Sql, before: Option<u64>) -> Result<WorkItems, StoreError> {
    let before = place_or_end(before);
    let statement = "SELECT task, newest FROM work_item WHERE newest < $1 ORDER BY newest DESC LIMIT $2";
    let mut found = sql.rows(statement, &[&before, &(PAGE as i64 + 1)]).await?;
    let there_is_more = found.len() > PAGE;
    found.truncate(PAGE);
    let next = found.last().filter(|_| there_is_more).map(|row| row.unsigned(1)).transpose()?;
    let mut items = Vec::with_capacity(found.len());
    for row in found {
        items.extend(fold(sql, row.try_get(0)?, MOST_OF_ROW).await?);
    }
    Ok(WorkItems { items, next })
}

/// Returns a work item, with its newest answers.
pub(super) async fn find(sql: &Sql, task: &str) -> Result<Option<WorkItem>, StoreError> {
    fold(sql, &GateRecord::name_of(task), MOST_OF_ITEM).await
}

async fn fold(sql: &Sql, task: &str, most: usize) -> Result<Option<WorkItem>, StoreError> {
    let rows = sql
        .rows(
            "SELECT record, series, version, head FROM verdict JOIN document USING (seq)
             WHERE task = $1 ORDER BY verdict.seq DESC, number DESC LIMIT $2",
            &[&clean(task).as_ref(), &(most as i64 + 1)],
        )
        .await?;
    let mut records = Vec::with_capacity(rows.len());
    for row in rows {
        let head = queries::read_head(row.try_get(3)?)?;
        records.push(StoredRecord {
            at_ms: head.at_ms(),
            document: head.id,
            seq: head.seq,
            session: head.source.session,
            series: row.try_get(1)?,
            version: u32::try_from(row.try_get::<_, i64>(2)?).unwrap_or(u32::MAX),
            record: parse(row.try_get(0)?)?,
        });
    }
    let is_cut = records.len() > most;
    records.truncate(most);
    records.reverse();
    Ok(WorkItem::fold(task.to_owned(), records, is_cut))
}
