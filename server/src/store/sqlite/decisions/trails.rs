//! The trails of tasks: what is impossible about a step is decided by the one before it in time, in whichever document
//! it is, and what is missing at the end by all steps.

use std::collections::BTreeSet;

use app::audit::{SPAWN_DONE, end_of_trail, step_between};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::rows::Row;
use super::words::Words;
use super::{CLOSEOUT, SPAWN};
use crate::store::StoreError;

/// A record of a task at a time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StepPlace {
    task: i64,
    at_us: i64,
    place: i64,
}

/// Adds the states of rows. Returns the records whose steps are to be judged.
pub(super) fn add_steps(
    transaction: &Transaction<'_>,
    rows: &[Row],
) -> Result<BTreeSet<StepPlace>, StoreError> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO decision_step (task, machine, at_us, place, step) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let mut judged = BTreeSet::new();
    for (place, machine, step) in steps(rows) {
        insert.execute(params![place.task, machine, place.at_us, place.place, step])?;
        judged.insert(place);
    }
    followers(transaction, rows, &mut judged)?;
    Ok(judged)
}

/// Removes the states of rows. Returns the records whose steps are to be judged.
pub(super) fn remove_steps(
    transaction: &Transaction<'_>,
    rows: &[Row],
) -> Result<BTreeSet<StepPlace>, StoreError> {
    let mut delete = transaction.prepare_cached(
        "DELETE FROM decision_step WHERE task = ?1 AND machine = ?2 AND at_us = ?3 AND place = ?4",
    )?;
    for (place, machine, _) in steps(rows) {
        delete.execute(params![place.task, machine, place.at_us, place.place])?;
    }
    let mut judged = BTreeSet::new();
    followers(transaction, rows, &mut judged)?;
    Ok(judged)
}

fn steps(rows: &[Row]) -> impl Iterator<Item = (StepPlace, usize, u8)> {
    rows.iter().flat_map(|row| {
        let place = row.task.map(|task| StepPlace { task, at_us: row.at_us, place: row.place });
        place.into_iter().flat_map(|place| row.steps().map(move |(machine, step)| (place, machine, step)))
    })
}

/// Adds the records that follow the rows in their trails.
fn followers(
    transaction: &Transaction<'_>,
    rows: &[Row],
    judged: &mut BTreeSet<StepPlace>,
) -> Result<(), StoreError> {
    let mut next = transaction.prepare_cached(
        "SELECT at_us, place FROM decision_step
         WHERE task = ?1 AND machine = ?2 AND (at_us, place) > (?3, ?4) ORDER BY at_us, place LIMIT 1",
    )?;
    for (StepPlace { task, at_us, place }, machine, _) in
        steps(rows).filter(|(_, machine, _)| *machine <= CLOSEOUT)
    {
        let follower = next
            .query_row(params![task, machine, at_us, place], |row| {
                Ok(StepPlace { task, at_us: row.get(0)?, place: row.get(1)? })
            })
            .optional()?;
        judged.extend(follower);
    }
    Ok(())
}

/// Returns the state of a machine before a record.
pub(super) fn step_before(
    connection: &Connection,
    task: i64,
    machine: usize,
    at_us: i64,
    place: i64,
) -> Result<Option<u8>, StoreError> {
    Ok(connection
        .prepare_cached(
            "SELECT step FROM decision_step
             WHERE task = ?1 AND machine = ?2 AND (at_us, place) < (?3, ?4)
             ORDER BY at_us DESC, place DESC LIMIT 1",
        )?
        .query_row(params![task, machine, at_us, place], |row| row.get(0))
        .optional()?)
}

/// Finds again what is impossible about the steps of a record.
pub(super) fn judge_step(
    transaction: &Transaction<'_>,
    words: &mut Words<'_>,
    StepPlace { task, at_us, place }: StepPlace,
) -> Result<(), StoreError> {
    let mut own = transaction.prepare_cached(
        "SELECT step FROM decision_step WHERE task = ?1 AND machine = ?2 AND at_us = ?3 AND place = ?4",
    )?;
    let mut found = BTreeSet::new();
    for machine in [SPAWN, CLOSEOUT] {
        let at = params![task, machine, at_us, place];
        let Some(step) = own.query_row(at, |row| row.get::<_, u8>(0)).optional()? else { continue };
        let Some(before) = step_before(transaction, task, machine, at_us, place)? else { continue };
        if let Some(rule) = step_between(machine, before, step) {
            found.insert((words.of_finding(rule.id)?, rule.severity.as_str()));
        }
    }
    let mut stored = BTreeSet::new();
    for rule in ["step-back", "state-jump"] {
        let finding = words.of_finding(rule)?;
        let is_stored = transaction
            .prepare_cached("SELECT 1 FROM decision_finding WHERE finding = ?1 AND place = ?2")?
            .exists([finding, place])?;
        if is_stored {
            stored.insert(finding);
        }
    }
    for finding in stored.iter().filter(|stored| found.iter().all(|(finding, _)| finding != *stored)) {
        drop_finding(transaction, *finding, place)?;
    }
    for (finding, severity) in found.into_iter().filter(|(finding, _)| !stored.contains(finding)) {
        add_finding(transaction, finding, place, severity, task)?;
    }
    Ok(())
}

/// Finds again what is missing at the end of a task, and which of its records is the newest.
pub(super) fn settle_task(
    transaction: &Transaction<'_>,
    words: &mut Words<'_>,
    task: i64,
) -> Result<(), StoreError> {
    let newest: Option<i64> = transaction
        .prepare_cached(
            "SELECT place FROM decision WHERE task = ?1 AND is_live = 1 ORDER BY place DESC LIMIT 1",
        )?
        .query_row([task], |row| row.get(0))
        .optional()?;
    let stored: Option<(Option<i64>, Option<i64>)> = transaction
        .prepare_cached("SELECT end_finding, end_place FROM decision_task WHERE task = ?1")?
        .query_row([task], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let stored = stored.and_then(|(finding, place)| finding.zip(place));
    let end = match newest {
        Some(_) => end_of(transaction, words, task)?,
        None => None,
    };
    let found = end.map(|(finding, place, _)| (finding, place));
    if stored != found {
        if let Some((finding, place)) = stored {
            drop_finding(transaction, finding, place)?;
        }
        if let Some((finding, place, severity)) = end {
            add_finding(transaction, finding, place, severity, task)?;
        }
    }
    match newest {
        Some(newest) => transaction
            .prepare_cached(
                "INSERT INTO decision_task (task, newest, end_finding, end_place) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (task) DO UPDATE SET
                   newest = excluded.newest, end_finding = excluded.end_finding, end_place = excluded.end_place",
            )?
            .execute(params![task, newest, found.map(|end| end.0), found.map(|end| end.1)])?,
        None => transaction.prepare_cached("DELETE FROM decision_task WHERE task = ?1")?.execute([task])?,
    };
    Ok(())
}

/// Returns what is missing at the end of a task, and the record that says so. One record alone is no trail.
fn end_of(
    transaction: &Transaction<'_>,
    words: &mut Words<'_>,
    task: i64,
) -> Result<Option<(i64, i64, &'static str)>, StoreError> {
    let records: u64 = transaction
        .prepare_cached("SELECT records FROM decision_word WHERE id = ?1")?
        .query_row([task], |row| row.get(0))?;
    if records < 2 {
        return Ok(None);
    }
    let farthest: Option<(u8, i64)> = transaction
        .prepare_cached(
            "SELECT step, place FROM decision_step WHERE task = ?1 AND machine = ?2
             ORDER BY step DESC, at_us DESC, place DESC LIMIT 1",
        )?
        .query_row(params![task, CLOSEOUT], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let done: Option<i64> = transaction
        .prepare_cached(
            "SELECT place FROM decision_step WHERE task = ?1 AND machine = ?2 AND step = ?3
             ORDER BY at_us, place LIMIT 1",
        )?
        .query_row(params![task, SPAWN, SPAWN_DONE], |row| row.get(0))
        .optional()?;
    let Some(rule) = end_of_trail(done.is_some(), farthest.map(|(step, _)| step)) else { return Ok(None) };
    let Some(place) = farthest.map(|(_, place)| place).or(done) else { return Ok(None) };
    Ok(Some((words.of_finding(rule.id)?, place, rule.severity.as_str())))
}

fn add_finding(
    transaction: &Transaction<'_>,
    finding: i64,
    place: i64,
    severity: &str,
    task: i64,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "INSERT OR IGNORE INTO decision_finding (finding, place, severity, task) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![finding, place, severity, task])?;
    Ok(())
}

fn drop_finding(transaction: &Transaction<'_>, finding: i64, place: i64) -> Result<(), StoreError> {
    transaction
        .prepare_cached("DELETE FROM decision_finding WHERE finding = ?1 AND place = ?2")?
        .execute([finding, place])?;
    Ok(())
}
