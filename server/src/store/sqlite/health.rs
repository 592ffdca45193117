//! What health is computed from: sums that triggers keep beside the traces (`migrations/9_health.sql`).

use app::document::State;
use app::event::Event;
use app::health::{AuthorDay, Decided, Decision, GateHour, HOUR_MS, Ledger, Recorded, RuleHour, Sum};
use app::severity::Severity;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::changes::Changes;
use super::traces;
use crate::store::{Choice, StoreError, Window};

/// The records that a ledger lists, and the agents and models that are named.
pub(in crate::store) const RECORDS: usize = 20;
pub(in crate::store) const AUTHORS: usize = 20;
/// Scores go in steps of five points, so there are not many different losses.
pub(in crate::store) const MOST_LOST: i64 = 100;

pub(super) fn recorded(connection: &mut Connection, since_hour: i64) -> Result<Recorded, StoreError> {
    // One transaction, so that all sums match.
    let moment = connection.transaction()?;
    Ok(Recorded {
        hours: hours(&moment, since_hour)?,
        rules: rules(&moment, since_hour)?,
        agents: authors(&moment, since_hour, "agent")?,
        models: authors(&moment, since_hour, "model")?,
        decided: decided(&moment)?,
        newest: newest(&moment)?,
        waiting: Vec::new(),
    })
}

/// Returns how the newest trace at each gate went.
fn newest(connection: &Connection) -> Result<Vec<(u32, State)>, StoreError> {
    let mut gates = connection.prepare_cached("SELECT DISTINCT gate FROM gate_hour")?;
    let gates = gates.query_map([], |row| row.get(0))?.collect::<Result<Vec<u32>, _>>()?;
    let mut statement = connection.prepare_cached(
        "SELECT seq, number FROM trace WHERE gate = ?1 ORDER BY seq DESC, number DESC LIMIT 1",
    )?;
    let mut places = Vec::new();
    for gate in gates {
        places.extend(statement.query_row([gate], |row| Ok((row.get(0)?, row.get(1)?))).optional()?);
    }
    let newest = traces::at(connection, &places)?;
    Ok(newest.iter().map(|trace| (trace.gate, trace.outcome())).collect())
}

fn hours(connection: &Connection, since_hour: i64) -> Result<Vec<GateHour>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT traces, failed, lost, hour, gate, format FROM gate_hour WHERE hour >= ?1")?;
    let rows = statement.query_map([since_hour], |row| {
        Ok(GateHour { sum: sum(row)?, hour: row.get(3)?, gate: row.get(4)?, format: row.get(5)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn rules(connection: &Connection, since_hour: i64) -> Result<Vec<RuleHour>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT hour, rule, format, severity, traces, count, first_ms, last_ms FROM rule_hour WHERE hour >= ?1",
    )?;
    let rows = statement.query_map([since_hour], |row| {
        let severity: String = row.get(3)?;
        Ok(RuleHour {
            hour: row.get(0)?,
            rule: row.get(1)?,
            format: row.get(2)?,
            severity: Severity::named(&severity).unwrap_or(Severity::Warning),
            traces: row.get(4)?,
            count: row.get(5)?,
            first_ms: row.get(6)?,
            last_ms: row.get(7)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn authors(connection: &Connection, since_hour: i64, kind: &str) -> Result<Vec<AuthorDay>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT traces, failed, lost, day, name FROM author_day WHERE day >= ?1 AND kind = ?2 AND name IN (
           SELECT name FROM author_day WHERE day >= ?1 AND kind = ?2
           GROUP BY name ORDER BY sum(traces) DESC, name LIMIT ?3)",
    )?;
    let rows = statement.query_map(params![since_hour / 24, kind, AUTHORS], |row| {
        Ok(AuthorDay { sum: sum(row)?, day: row.get(3)?, name: row.get(4)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the newest decision of each pattern.
fn decided(connection: &Connection) -> Result<Vec<Decided>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT rule, format, decision, reason, at_ms, max(number) FROM healing_decision GROUP BY rule, format",
    )?;
    let rows = statement.query_map([], |row| {
        let decision: String = row.get(2)?;
        Ok(Decided {
            rule: row.get(0)?,
            format: row.get(1)?,
            decision: Decision::named(&decision).unwrap_or(Decision::Ignored),
            reason: row.get(3)?,
            at_ms: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Reads `traces, failed, lost`, which sums of no row leave empty.
fn sum(row: &Row<'_>) -> rusqlite::Result<Sum> {
    let count = |at: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<u64>>(at)?.unwrap_or(0));
    Ok(Sum { traces: count(0)?, failed: count(1)?, lost: count(2)? })
}

pub(super) fn ledger(connection: &mut Connection, window: Window) -> Result<Ledger, StoreError> {
    let moment = connection.transaction()?;
    let Window { since_hour, gate } = window;
    let sum = moment
        .prepare_cached(
            "SELECT sum(traces), sum(failed), sum(lost) FROM gate_hour
             WHERE hour >= ?1 AND (?2 IS NULL OR gate = ?2)",
        )?
        .query_row(params![since_hour, gate], sum)?;
    let mut records = Vec::new();
    let mut lost = MOST_LOST;
    // From one loss to the next, so that records before the window are never read.
    let mut next = moment.prepare_cached("SELECT max(lost) FROM trace WHERE lost > 0 AND lost <= ?1")?;
    let mut of_loss = moment.prepare_cached(
        "SELECT seq, number FROM trace WHERE lost = ?1 AND lost > 0 AND at_ms >= ?2 AND (?3 IS NULL OR gate = ?3)
         ORDER BY at_ms DESC, seq DESC, number LIMIT ?4",
    )?;
    while records.len() < RECORDS {
        let Some(found) = next.query_row([lost], |row| row.get::<_, Option<i64>>(0))? else { break };
        let rows = of_loss
            .query_map(params![found, since_hour * HOUR_MS, gate, RECORDS - records.len()], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        let places = rows.collect::<Result<Vec<(u64, usize)>, _>>()?;
        records.extend(traces::at(&moment, &places)?);
        lost = found - 1;
    }
    Ok(Ledger { sum, records })
}

pub(super) fn of_session(connection: &Connection, session: &str) -> Result<Sum, StoreError> {
    let found = connection
        .prepare_cached("SELECT traces, failed, lost FROM session_health WHERE session = ?1")?
        .query_row([session], sum)
        .optional()?;
    Ok(found.unwrap_or_default())
}

impl Changes<'_> {
    /// Records what a person decided, and the event for open pages.
    pub fn choose(&mut self, choice: &Choice) -> Result<(), StoreError> {
        let Decided { rule, format, decision, reason, at_ms } = match choice {
            Choice::Healing(decided) => decided,
            Choice::Inbox(choice) => return self.handle_item(choice),
        };
        self.transaction
            .prepare_cached(
                "INSERT INTO healing_decision (rule, format, decision, reason, at_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![rule, format, decision.as_str(), reason, at_ms])?;
        self.next_place();
        self.write(Event::ChoiceMade)
    }
}
