//! Adds and removes the records of a document, and makes those of its source's newest version live.

use std::collections::BTreeSet;

use app::audit::DecisionRecord;
use app::document::DocumentHead;
use rusqlite::{OptionalExtension, Transaction, params};

use super::rows::{self, Row};
use super::words::{Words, count_live, count_uses, sweep};
use super::{places_of, trails};
use crate::store::StoreError;
use crate::store::sqlite::versions;

/// Stores the records of a document that is the newest of its source.
pub fn add(
    transaction: &Transaction<'_>,
    head: &DocumentHead,
    records: &[DecisionRecord],
) -> Result<(), StoreError> {
    if records.is_empty() {
        return Ok(());
    }
    enter(transaction, &insert(transaction, head, records, true)?)
}

/// Replaces those of a document that was parsed again. Returns whether they changed.
pub fn replace(
    transaction: &Transaction<'_>,
    head: &DocumentHead,
    records: &[DecisionRecord],
) -> Result<bool, StoreError> {
    let stored = stored(transaction, head.seq)?;
    let known = (!records.is_empty()).then(|| rows::digest_of(records));
    if stored.map(|(digest, _)| digest) == known {
        return Ok(false);
    }
    remove(transaction, head.seq)?;
    if !records.is_empty() {
        let is_live = versions::is_newest(transaction, head)?;
        let added = insert(transaction, head, records, is_live)?;
        if is_live {
            enter(transaction, &added)?;
        }
    }
    Ok(true)
}

/// Removes those of a document.
pub fn remove(transaction: &Transaction<'_>, seq: u64) -> Result<(), StoreError> {
    if stored(transaction, seq)?.is_none() {
        return Ok(());
    }
    withdraw(transaction, seq)?;
    let removed = rows::of_document(transaction, seq)?;
    let (first, last) = places_of(seq);
    transaction
        .prepare_cached("DELETE FROM decision WHERE place BETWEEN ?1 AND ?2")?
        .execute([first, last])?;
    transaction.prepare_cached("DELETE FROM decision_log WHERE seq = ?1")?.execute([seq])?;
    count_uses(transaction, &removed, -1)?;
    sweep(transaction, &removed)
}

/// Takes the records of a document out of counts, lists and trails: a later version has them.
pub fn withdraw(transaction: &Transaction<'_>, seq: u64) -> Result<(), StoreError> {
    match stored(transaction, seq)? {
        Some((_, true)) => leave(transaction, seq, &rows::of_document(transaction, seq)?),
        _ => Ok(()),
    }
}

/// Makes the records live of the newest version that is left of a removed document.
pub fn settle_newest_of(transaction: &Transaction<'_>, head: &DocumentHead) -> Result<(), StoreError> {
    let Some(series) = versions::series(transaction, &head.source)? else { return Ok(()) };
    let Some(newest) = versions::newest(transaction, &series)? else { return Ok(()) };
    match stored(transaction, newest.seq)? {
        Some((_, false)) => {
            set_live(transaction, newest.seq, true)?;
            enter(transaction, &rows::of_document(transaction, newest.seq)?)
        }
        _ => Ok(()),
    }
}

/// Returns the digest of a document's records, and whether they are live, if it has any.
fn stored(transaction: &Transaction<'_>, seq: u64) -> Result<Option<(i64, bool)>, StoreError> {
    Ok(transaction
        .prepare_cached("SELECT digest, is_live FROM decision_log WHERE seq = ?1")?
        .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

fn insert(
    transaction: &Transaction<'_>,
    head: &DocumentHead,
    records: &[DecisionRecord],
    is_live: bool,
) -> Result<Vec<Row>, StoreError> {
    transaction
        .prepare_cached("INSERT INTO decision_log (seq, digest, is_live) VALUES (?1, ?2, ?3)")?
        .execute(params![head.seq, rows::digest_of(records), is_live])?;
    let added = rows::insert(transaction, head, records, is_live)?;
    count_uses(transaction, &added, 1)?;
    Ok(added)
}

fn enter(transaction: &Transaction<'_>, rows: &[Row]) -> Result<(), StoreError> {
    count_live(transaction, rows, 1)?;
    let mut words = Words::new(transaction);
    let mut found = transaction.prepare_cached(
        "INSERT OR IGNORE INTO decision_finding (finding, place, severity, task) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for row in rows {
        for finding in row.findings()? {
            let rule = words.of_finding(&finding.rule)?;
            found.execute(params![rule, row.place, finding.severity.as_str(), row.task])?;
        }
    }
    let judged = trails::add_steps(transaction, rows)?;
    settle(transaction, rows, &mut words, judged)
}

fn leave(transaction: &Transaction<'_>, seq: u64, rows: &[Row]) -> Result<(), StoreError> {
    set_live(transaction, seq, false)?;
    count_live(transaction, rows, -1)?;
    let (first, last) = places_of(seq);
    transaction
        .prepare_cached("DELETE FROM decision_finding WHERE place BETWEEN ?1 AND ?2")?
        .execute([first, last])?;
    let judged = trails::remove_steps(transaction, rows)?;
    settle(transaction, rows, &mut Words::new(transaction), judged)
}

/// Judges again what the rows changed about the trails of their tasks.
fn settle(
    transaction: &Transaction<'_>,
    rows: &[Row],
    words: &mut Words<'_>,
    judged: BTreeSet<trails::StepPlace>,
) -> Result<(), StoreError> {
    for step in judged {
        trails::judge_step(transaction, words, step)?;
    }
    let tasks: BTreeSet<i64> = rows.iter().filter_map(|row| row.task).collect();
    tasks.into_iter().try_for_each(|task| trails::settle_task(transaction, words, task))
}

fn set_live(transaction: &Transaction<'_>, seq: u64, is_live: bool) -> Result<(), StoreError> {
    let (first, last) = places_of(seq);
    transaction
        .prepare_cached("UPDATE decision SET is_live = ?3 WHERE place BETWEEN ?1 AND ?2")?
        .execute(params![first, last, is_live])?;
    transaction
        .prepare_cached("UPDATE decision_log SET is_live = ?2 WHERE seq = ?1")?
        .execute(params![seq, is_live])?;
    Ok(())
}
