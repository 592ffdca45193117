//! What health is computed from: sums that are kept beside the traces (`migrations/4_health.sql`).

use app::document::State;
use app::event::Event;
use app::health::{AuthorDay, Decided, Decision, GateHour, HOUR_MS, Ledger, Recorded, RuleHour, Sum};
use app::severity::Severity;
use tokio_postgres::Row;

use super::changes::Changes;
use super::sql::{Sql, Unsigned, as_name, clean};
use super::traces;
use crate::store::sqlite::health::{AUTHORS, MOST_LOST, RECORDS};
use crate::store::{Choice, StoreError, Window};

pub(super) async fn recorded(sql: &Sql, since_hour: i64) -> Result<Recorded, StoreError> {
    Ok(Recorded {
        hours: hours(sql, since_hour).await?,
        rules: rules(sql, since_hour).await?,
        agents: authors(sql, since_hour, "agent").await?,
        models: authors(sql, since_hour, "model").await?,
        decided: decided(sql).await?,
        newest: newest(sql).await?,
        waiting: Vec::new(),
    })
}

/// Returns how the newest trace at each gate went.
async fn newest(sql: &Sql) -> Result<Vec<(u32, State)>, StoreError> {
    let rows = sql
        .rows(
            "SELECT newest.seq, newest.number FROM (SELECT DISTINCT gate FROM gate_hour) AS gate
             CROSS JOIN LATERAL (
               SELECT seq, number FROM trace WHERE trace.gate = gate.gate ORDER BY seq DESC, number DESC LIMIT 1
             ) AS newest",
            &[],
        )
        .await?;
    let newest = traces::at(sql, &traces::places(&rows)?).await?;
    Ok(newest.iter().map(|trace| (trace.gate, trace.outcome())).collect())
}

async fn hours(sql: &Sql, since_hour: i64) -> Result<Vec<GateHour>, StoreError> {
    let statement = "SELECT traces, failed, lost, hour, gate, format FROM gate_hour WHERE hour >= $1";
    let rows = sql.rows(statement, &[&since_hour]).await?;
    let hour = |row: &Row| {
        let gate = u32::try_from(row.try_get::<_, i64>(4)?).unwrap_or_default();
        Ok(GateHour { sum: sum(row)?, hour: row.try_get(3)?, gate, format: row.try_get(5)? })
    };
    rows.iter().map(hour).collect()
}

async fn rules(sql: &Sql, since_hour: i64) -> Result<Vec<RuleHour>, StoreError> {
    let rows = sql
        .rows(
            "SELECT hour, rule, format, severity, traces, count, first_ms, last_ms FROM rule_hour WHERE hour >= $1",
            &[&since_hour],
        )
        .await?;
    let rule = |row: &Row| {
        Ok(RuleHour {
            hour: row.try_get(0)?,
            rule: row.try_get(1)?,
            format: row.try_get(2)?,
            severity: Severity::named(row.try_get(3)?).unwrap_or(Severity::Warning),
            traces: row.unsigned(4)?,
            count: row.unsigned(5)?,
            first_ms: row.try_get(6)?,
            last_ms: row.try_get(7)?,
        })
    };
    rows.iter().map(rule).collect()
}

async fn authors(sql: &Sql, since_hour: i64, kind: &str) -> Result<Vec<AuthorDay>, StoreError> {
    let rows = sql
        .rows(
            "SELECT traces, failed, lost, day, name FROM author_day WHERE day >= $1 AND kind = $2 AND name IN (
               SELECT name FROM author_day WHERE day >= $1 AND kind = $2
               GROUP BY name ORDER BY sum(traces) DESC, name COLLATE \"C\" LIMIT $3)",
            &[&(since_hour / 24), &kind, &(AUTHORS as i64)],
        )
        .await?;
    rows.iter()
        .map(|row| Ok(AuthorDay { sum: sum(row)?, day: row.try_get(3)?, name: row.try_get(4)? }))
        .collect()
}

/// Returns the newest decision of each pattern.
async fn decided(sql: &Sql) -> Result<Vec<Decided>, StoreError> {
    let rows = sql
        .rows(
            "SELECT DISTINCT ON (rule, format) rule, format, decision, reason, at_ms
             FROM healing_decision ORDER BY rule, format, number DESC",
            &[],
        )
        .await?;
    let decided = |row: &Row| {
        Ok(Decided {
            rule: row.try_get(0)?,
            format: row.try_get(1)?,
            decision: Decision::named(row.try_get(2)?).unwrap_or(Decision::Ignored),
            reason: row.try_get(3)?,
            at_ms: row.try_get(4)?,
        })
    };
    rows.iter().map(decided).collect()
}

/// Reads `traces, failed, lost`, which sums of no row leave empty.
fn sum(row: &Row) -> Result<Sum, StoreError> {
    let count = |at: usize| -> Result<u64, StoreError> {
        Ok(row.try_get::<_, Option<i64>>(at)?.unwrap_or(0).cast_unsigned())
    };
    Ok(Sum { traces: count(0)?, failed: count(1)?, lost: count(2)? })
}

pub(super) async fn ledger(sql: &Sql, window: Window) -> Result<Ledger, StoreError> {
    let Window { since_hour, gate } = window;
    let gate = gate.map(i64::from);
    let row = sql
        .one(
            "SELECT sum(traces)::bigint, sum(failed)::bigint, sum(lost)::bigint FROM gate_hour
             WHERE hour >= $1 AND ($2::bigint IS NULL OR gate = $2)",
            &[&since_hour, &gate],
        )
        .await?;
    let mut records = Vec::new();
    let mut lost = MOST_LOST;
    // From one loss to the next, so that records before the window are never read.
    while records.len() < RECORDS {
        let next = sql.one("SELECT max(lost) FROM trace WHERE lost > 0 AND lost <= $1", &[&lost]).await?;
        let Some(found) = next.try_get::<_, Option<i64>>(0)? else { break };
        let most = (RECORDS - records.len()) as i64;
        let rows = sql
            .rows(
                "SELECT seq, number FROM trace
                 WHERE lost = $1 AND lost > 0 AND at_ms >= $2 AND ($3::bigint IS NULL OR gate = $3)
                 ORDER BY at_ms DESC, seq DESC, number LIMIT $4",
                &[&found, &(since_hour * HOUR_MS), &gate, &most],
            )
            .await?;
        records.extend(traces::at(sql, &traces::places(&rows)?).await?);
        lost = found - 1;
    }
    Ok(Ledger { sum: sum(&row)?, records })
}

pub(super) async fn of_session(sql: &Sql, session: &str) -> Result<Sum, StoreError> {
    let statement = "SELECT traces, failed, lost FROM session_health WHERE session = $1";
    let found = sql.row(statement, &[&as_name(session).as_ref()]).await?;
    Ok(found.as_ref().map(sum).transpose()?.unwrap_or_default())
}

impl Changes<'_> {
    /// Records what a person decided, and the event for open pages.
    pub async fn choose(&mut self, choice: &Choice) -> Result<(), StoreError> {
        let Decided { rule, format, decision, reason, at_ms } = match choice {
            Choice::Healing(decided) => decided,
            Choice::Inbox(choice) => return self.handle_item(choice).await,
        };
        self.sql
            .execute(
                "INSERT INTO healing_decision (rule, format, decision, reason, at_ms) VALUES ($1, $2, $3, $4, $5)",
                &[
                    &clean(rule).as_ref(),
                    &clean(format).as_ref(),
                    &decision.as_str(),
                    &reason.as_deref().map(clean).as_deref(),
                    &at_ms,
                ],
            )
            .await?;
        self.next_place();
        self.write(Event::ChoiceMade).await
    }
}
