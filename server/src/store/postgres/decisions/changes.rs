//! Adds and removes the records of a document, and makes those of its source's newest version live.

use std::collections::BTreeSet;

use app::audit::{DecisionRecord, RecordFinding};
use app::document::DocumentHead;

use super::rows;
use super::trails::{self, Found, StepPlace};
use super::words::{Words, count_live, count_uses, sweep};
use crate::store::StoreError;
use crate::store::postgres::sql::{Sql, Unsigned};
use crate::store::postgres::versions;
use crate::store::sqlite::decisions::places_of;
use crate::store::sqlite::decisions::rows::{Row, digest_of};

/// Stores the records of a document that is the newest of its source.
pub(in crate::store::postgres) async fn add(
    sql: &Sql,
    head: &DocumentHead,
    records: &[DecisionRecord],
) -> Result<(), StoreError> {
    if records.is_empty() {
        return Ok(());
    }
    enter(sql, &insert(sql, head, records, true).await?).await
}

/// Replaces those of a document that was parsed again. Returns whether they changed.
pub(in crate::store::postgres) async fn replace(
    sql: &Sql,
    head: &DocumentHead,
    records: &[DecisionRecord],
) -> Result<bool, StoreError> {
    let stored = stored(sql, head.seq).await?;
    let known = (!records.is_empty()).then(|| digest_of(records));
    if stored.map(|(digest, _)| digest) == known {
        return Ok(false);
    }
    remove(sql, head.seq).await?;
    if !records.is_empty() {
        let is_live = versions::is_newest(sql, head).await?;
        let added = insert(sql, head, records, is_live).await?;
        if is_live {
            enter(sql, &added).await?;
        }
    }
    Ok(true)
}

/// Removes those of a document.
pub(in crate::store::postgres) async fn remove(sql: &Sql, seq: u64) -> Result<(), StoreError> {
    if stored(sql, seq).await?.is_none() {
        return Ok(());
    }
    withdraw(sql, seq).await?;
    let removed = rows::of_document(sql, seq).await?;
    let (first, last) = places_of(seq);
    sql.execute("DELETE FROM decision WHERE place BETWEEN $1 AND $2", &[&first, &last]).await?;
    sql.execute("DELETE FROM decision_log WHERE seq = $1", &[&seq.cast_signed()]).await?;
    count_uses(sql, &removed, -1).await?;
    sweep(sql, &removed).await
}

/// Takes the records of documents out of counts, lists and trails: later versions have them.
pub(in crate::store::postgres) async fn withdraw_all(sql: &Sql, seqs: &[i64]) -> Result<(), StoreError> {
    let live = "SELECT seq FROM decision_log WHERE seq = ANY($1) AND is_live ORDER BY seq";
    for row in sql.rows(live, &[&seqs]).await? {
        withdraw(sql, row.unsigned(0)?).await?;
    }
    Ok(())
}

async fn withdraw(sql: &Sql, seq: u64) -> Result<(), StoreError> {
    match stored(sql, seq).await? {
        Some((_, true)) => leave(sql, seq, &rows::of_document(sql, seq).await?).await,
        _ => Ok(()),
    }
}

/// Makes the records live of the newest version that is left of a removed document.
pub(in crate::store::postgres) async fn settle_newest_of(
    sql: &Sql,
    head: &DocumentHead,
) -> Result<(), StoreError> {
    let Some(series) = versions::series(&head.source) else { return Ok(()) };
    let Some(newest) = versions::newest(sql, &series).await? else { return Ok(()) };
    match stored(sql, newest.seq).await? {
        Some((_, false)) => {
            set_live(sql, newest.seq, true).await?;
            enter(sql, &rows::of_document(sql, newest.seq).await?).await
        }
        _ => Ok(()),
    }
}

/// Returns the digest of a document's records, and whether they are live, if it has any.
async fn stored(sql: &Sql, seq: u64) -> Result<Option<(i64, bool)>, StoreError> {
    let row =
        sql.row("SELECT digest, is_live FROM decision_log WHERE seq = $1", &[&seq.cast_signed()]).await?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
}

async fn insert(
    sql: &Sql,
    head: &DocumentHead,
    records: &[DecisionRecord],
    is_live: bool,
) -> Result<Vec<Row>, StoreError> {
    sql.execute(
        "INSERT INTO decision_log (seq, digest, is_live) VALUES ($1, $2, $3)",
        &[&head.seq.cast_signed(), &digest_of(records), &is_live],
    )
    .await?;
    let added = rows::insert(sql, head, records, is_live).await?;
    count_uses(sql, &added, 1).await?;
    Ok(added)
}

async fn enter(sql: &Sql, rows: &[Row]) -> Result<(), StoreError> {
    count_live(sql, rows, 1).await?;
    let mut of_rows: Vec<(&Row, RecordFinding)> = Vec::new();
    for row in rows {
        of_rows.extend(row.findings()?.into_iter().map(|finding| (row, finding)));
    }
    let words = Words::of_rules(sql, of_rows.iter().map(|(_, finding)| finding.rule.as_str())).await?;
    let mut found = Found::default();
    for (row, finding) in &of_rows {
        if let Some(rule) = words.of_finding(&finding.rule) {
            found.add(rule, row.place, finding.severity.as_str(), row.task);
        }
    }
    found.write(sql).await?;
    let judged = trails::add_steps(sql, rows).await?;
    settle(sql, rows, &judged).await
}

async fn leave(sql: &Sql, seq: u64, rows: &[Row]) -> Result<(), StoreError> {
    set_live(sql, seq, false).await?;
    count_live(sql, rows, -1).await?;
    let (first, last) = places_of(seq);
    sql.execute("DELETE FROM decision_finding WHERE place BETWEEN $1 AND $2", &[&first, &last]).await?;
    let judged = trails::remove_steps(sql, rows).await?;
    settle(sql, rows, &judged).await
}

/// Judges again what the rows changed about the trails of their tasks.
async fn settle(sql: &Sql, rows: &[Row], judged: &BTreeSet<StepPlace>) -> Result<(), StoreError> {
    trails::judge_steps(sql, judged).await?;
    let tasks: BTreeSet<i64> = rows.iter().filter_map(|row| row.task).collect();
    trails::settle_tasks(sql, &tasks).await
}

async fn set_live(sql: &Sql, seq: u64, is_live: bool) -> Result<(), StoreError> {
    let (first, last) = places_of(seq);
    let records = "UPDATE decision SET is_live = $3 WHERE place BETWEEN $1 AND $2";
    sql.execute(records, &[&first, &last, &is_live]).await?;
    sql.execute("UPDATE decision_log SET is_live = $2 WHERE seq = $1", &[&seq.cast_signed(), &is_live])
        .await?;
    Ok(())
}
