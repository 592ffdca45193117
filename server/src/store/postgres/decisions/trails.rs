//! The trails of tasks: what is impossible about a step is decided by the one before it in time, in whichever document
//! it is, and what is missing at the end by all steps.

use std::collections::{BTreeSet, HashSet};

use app::audit::{SPAWN_DONE, end_of_trail, step_between};

use super::words::Words;
use crate::store::StoreError;
use crate::store::postgres::sql::Sql;
use crate::store::sqlite::decisions::rows::Row;
use crate::store::sqlite::decisions::{CLOSEOUT, SPAWN};

/// What is found about a step that doesn't follow the one before it.
const OF_STEPS: [&str; 2] = ["step-back", "state-jump"];

/// A record of a task at a time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StepPlace {
    task: i64,
    at_us: i64,
    place: i64,
}

/// The states that rows state, a column each: task, machine, time, place and state.
#[derive(Default)]
struct Steps {
    tasks: Vec<i64>,
    machines: Vec<i64>,
    at_us: Vec<i64>,
    places: Vec<i64>,
    steps: Vec<i64>,
}

impl Steps {
    fn of(rows: &[Row]) -> Self {
        let mut steps = Self::default();
        for row in rows {
            let Some(task) = row.task else { continue };
            for (machine, step) in row.steps() {
                steps.tasks.push(task);
                steps.machines.push(machine as i64);
                steps.at_us.push(row.at_us);
                steps.places.push(row.place);
                steps.steps.push(i64::from(step));
            }
        }
        steps
    }
}

/// Adds the states of rows. Returns the records whose steps are to be judged.
pub(super) async fn add_steps(sql: &Sql, rows: &[Row]) -> Result<BTreeSet<StepPlace>, StoreError> {
    let steps = Steps::of(rows);
    if steps.tasks.is_empty() {
        return Ok(BTreeSet::new());
    }
    sql.execute(
        "INSERT INTO decision_step (task, machine, at_us, place, step)
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])",
        &[&steps.tasks, &steps.machines, &steps.at_us, &steps.places, &steps.steps],
    )
    .await?;
    let mut judged = followers(sql, &steps).await?;
    let places = steps.tasks.iter().zip(&steps.at_us).zip(&steps.places);
    judged.extend(places.map(|((task, at_us), place)| StepPlace {
        task: *task,
        at_us: *at_us,
        place: *place,
    }));
    Ok(judged)
}

/// Removes the states of rows, which are all of a document. Returns the records whose steps are to be judged.
pub(super) async fn remove_steps(sql: &Sql, rows: &[Row]) -> Result<BTreeSet<StepPlace>, StoreError> {
    let steps = Steps::of(rows);
    if steps.tasks.is_empty() {
        return Ok(BTreeSet::new());
    }
    // Asked before, since afterwards each look would pass over all that this transaction has deleted. Where several go
    // that follow each other, what is left follows the last of them.
    let mut judged = followers(sql, &steps).await?;
    let gone: HashSet<i64> = steps.places.iter().copied().collect();
    judged.retain(|step| !gone.contains(&step.place));
    sql.execute(
        "DELETE FROM decision_step
         USING unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS gone (task, machine, at_us, place)
         WHERE decision_step.task = gone.task AND decision_step.machine = gone.machine
           AND decision_step.at_us = gone.at_us AND decision_step.place = gone.place",
        &[&steps.tasks, &steps.machines, &steps.at_us, &steps.places],
    )
    .await?;
    Ok(judged)
}

/// Returns the records that follow states in their trails.
async fn followers(sql: &Sql, steps: &Steps) -> Result<BTreeSet<StepPlace>, StoreError> {
    let rows = sql
        .rows(
            "SELECT DISTINCT follower.task, follower.at_us, follower.place
             FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS step (task, machine, at_us, place)
             CROSS JOIN LATERAL (
               SELECT task, at_us, place FROM decision_step AS next
               WHERE next.task = step.task AND next.machine = step.machine
                 AND (next.at_us, next.place) > (step.at_us, step.place)
               ORDER BY next.at_us, next.place LIMIT 1
             ) AS follower
             WHERE step.machine <= $5",
            &[&steps.tasks, &steps.machines, &steps.at_us, &steps.places, &(CLOSEOUT as i64)],
        )
        .await?;
    let mut followers = BTreeSet::new();
    for row in rows {
        followers.insert(StepPlace { task: row.try_get(0)?, at_us: row.try_get(1)?, place: row.try_get(2)? });
    }
    Ok(followers)
}

/// Returns the state of a machine before a record.
pub(super) async fn step_before(
    sql: &Sql,
    task: i64,
    machine: usize,
    at_us: i64,
    place: i64,
) -> Result<Option<u8>, StoreError> {
    let row = sql
        .row(
            "SELECT step FROM decision_step
             WHERE task = $1 AND machine = $2 AND (at_us, place) < ($3, $4)
             ORDER BY at_us DESC, place DESC LIMIT 1",
            &[&task, &(machine as i64), &at_us, &place],
        )
        .await?;
    Ok(row.map(|row| row.try_get::<_, i64>(0)).transpose()?.and_then(|step| u8::try_from(step).ok()))
}

/// What was found at records: the rule, the place, the severity and the task of each.
#[derive(Default)]
pub(super) struct Found {
    findings: Vec<i64>,
    places: Vec<i64>,
    severities: Vec<&'static str>,
    tasks: Vec<Option<i64>>,
}

impl Found {
    pub fn add(&mut self, finding: i64, place: i64, severity: &'static str, task: Option<i64>) {
        self.findings.push(finding);
        self.places.push(place);
        self.severities.push(severity);
        self.tasks.push(task);
    }

    pub async fn write(self, sql: &Sql) -> Result<(), StoreError> {
        sql.execute(
            "INSERT INTO decision_finding (finding, place, severity, task)
             SELECT DISTINCT ON (finding, place) finding, place, severity, task
             FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS found (finding, place, severity, task)
             ON CONFLICT DO NOTHING",
            &[&self.findings, &self.places, &self.severities, &self.tasks],
        )
        .await?;
        Ok(())
    }
}

/// Finds again what is impossible about the steps of records.
pub(super) async fn judge_steps(sql: &Sql, judged: &BTreeSet<StepPlace>) -> Result<(), StoreError> {
    let Some(first) = judged.first() else { return Ok(()) };
    let tasks: Vec<i64> = judged.iter().map(|step| step.task).collect();
    let at_us: Vec<i64> = judged.iter().map(|step| step.at_us).collect();
    let places: Vec<i64> = judged.iter().map(|step| step.place).collect();
    let rows = sql
        .rows(
            "SELECT judged.task, judged.place, own.machine, own.step, before.step
             FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS judged (task, at_us, place)
             JOIN decision_step AS own ON own.task = judged.task AND own.machine <= $4
               AND own.at_us = judged.at_us AND own.place = judged.place
             CROSS JOIN LATERAL (
               SELECT step FROM decision_step AS earlier
               WHERE earlier.task = own.task AND earlier.machine = own.machine
                 AND (earlier.at_us, earlier.place) < (own.at_us, own.place)
               ORDER BY earlier.at_us DESC, earlier.place DESC LIMIT 1
             ) AS before
             ORDER BY judged.task, judged.at_us, judged.place, own.machine",
            &[&tasks, &at_us, &places, &(CLOSEOUT as i64)],
        )
        .await?;
    let mut broken = Vec::new();
    for row in rows {
        let number = |column| -> Result<u8, StoreError> {
            Ok(u8::try_from(row.try_get::<_, i64>(column)?).unwrap_or(u8::MAX))
        };
        if let Some(rule) = step_between(usize::from(number(2)?), number(4)?, number(3)?) {
            let (task, place): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            broken.push((task, place, rule));
        }
    }
    // Those of the first record are stored first.
    let of_first = broken.iter().filter(|(_, place, _)| *place == first.place).map(|(.., rule)| rule.id);
    let words = Words::of_rules(sql, of_first.chain(OF_STEPS)).await?;
    let rules: Vec<i64> = OF_STEPS.into_iter().filter_map(|rule| words.of_finding(rule)).collect();
    let stale = "DELETE FROM decision_finding WHERE place = ANY($1) AND finding = ANY($2)";
    sql.execute(stale, &[&places, &rules]).await?;
    let mut found = Found::default();
    for (task, place, rule) in broken {
        if let Some(finding) = words.of_finding(rule.id) {
            found.add(finding, place, rule.severity.as_str(), Some(task));
        }
    }
    found.write(sql).await
}

/// Finds again what is missing at the end of tasks, and which of their records is the newest.
pub(super) async fn settle_tasks(sql: &Sql, tasks: &BTreeSet<i64>) -> Result<(), StoreError> {
    if tasks.is_empty() {
        return Ok(());
    }
    let tasks: Vec<i64> = tasks.iter().copied().collect();
    sql.execute(
        "DELETE FROM decision_finding USING decision_task
         WHERE decision_task.task = ANY($1) AND finding = end_finding AND place = end_place",
        &[&tasks],
    )
    .await?;
    let rows = sql
        .rows(
            "SELECT ended.task, newest.place, word.records, farthest.step, farthest.place, done.place
             FROM unnest($1::bigint[]) AS ended (task)
             LEFT JOIN decision_word AS word ON word.id = ended.task
             LEFT JOIN LATERAL (
               SELECT place FROM decision WHERE decision.task = ended.task AND is_live ORDER BY place DESC LIMIT 1
             ) AS newest ON true
             LEFT JOIN LATERAL (
               SELECT step, place FROM decision_step WHERE decision_step.task = ended.task AND machine = $2
               ORDER BY step DESC, at_us DESC, place DESC LIMIT 1
             ) AS farthest ON true
             LEFT JOIN LATERAL (
               SELECT place FROM decision_step WHERE decision_step.task = ended.task AND machine = $3 AND step = $4
               ORDER BY at_us, place LIMIT 1
             ) AS done ON true
             ORDER BY ended.task",
            &[&tasks, &(CLOSEOUT as i64), &(SPAWN as i64), &i64::from(SPAWN_DONE)],
        )
        .await?;
    let mut ends = Vec::with_capacity(rows.len());
    let mut live: (Vec<i64>, Vec<i64>) = Default::default();
    for row in rows {
        let task: i64 = row.try_get(0)?;
        let Some(newest) = row.try_get::<_, Option<i64>>(1)? else { continue };
        live.0.push(task);
        live.1.push(newest);
        // One record alone is no trail.
        if row.try_get::<_, Option<i64>>(2)?.unwrap_or(0) < 2 {
            continue;
        }
        let farthest = row.try_get::<_, Option<i64>>(3)?.and_then(|step| u8::try_from(step).ok());
        let (farthest_place, done): (Option<i64>, Option<i64>) = (row.try_get(4)?, row.try_get(5)?);
        if let Some(rule) = end_of_trail(done.is_some(), farthest)
            && let Some(place) = farthest_place.or(done)
        {
            ends.push((task, place, rule));
        }
    }
    let words = Words::of_rules(sql, ends.iter().map(|(.., rule)| rule.id)).await?;
    sql.execute("DELETE FROM decision_task WHERE task = ANY($1)", &[&tasks]).await?;
    sql.execute(
        "INSERT INTO decision_task (task, newest) SELECT * FROM unnest($1::bigint[], $2::bigint[])",
        &[&live.0, &live.1],
    )
    .await?;
    let mut found = Found::default();
    for (task, place, rule) in ends {
        if let Some(finding) = words.of_finding(rule.id) {
            found.add(finding, place, rule.severity.as_str(), Some(task));
        }
    }
    sql.execute(
        "UPDATE decision_task SET end_finding = ended.finding, end_place = ended.place
         FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS ended (task, finding, place)
         WHERE decision_task.task = ended.task",
        &[&found.tasks, &found.findings, &found.places],
    )
    .await?;
    found.write(sql).await
}
