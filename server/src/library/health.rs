//! Health at a time.

use app::api::{HealthPage, HealthQuery, ListQuery};
use app::health::{DAY, DIAGNOSIS, HOUR_MS, HealingReport, Health, VERIFICATION, WEEK};
use app::trace::TraceQuery;

use crate::store::{SharedStore, StoreError, WaitingQuery, Window};

/// The newest traces that are listed.
const NEWEST: usize = 20;
/// The newest diagnoses, and as many verifications.
const REPORTS: usize = 8;

/// Returns the health of the last hours, without the records behind it.
pub async fn of_hours(store: &SharedStore, now_ms: i64) -> Result<Health, StoreError> {
    let recorded = store.recorded(now_ms.div_euclid(HOUR_MS) - WEEK + 1).await?;
    Ok(Health::of(recorded, now_ms, None))
}

pub async fn load(store: &SharedStore, query: HealthQuery, now_ms: i64) -> Result<HealthPage, StoreError> {
    let HealthQuery { gate, format, .. } = query;
    let since = |hours: i64| now_ms.div_euclid(HOUR_MS) - hours + 1;
    let mut recorded = store.recorded(since(WEEK)).await?;
    let waiting = store.waiting(WaitingQuery { kind: None, most: 0, now_ms }).await?;
    let waits = waiting.counts.iter().filter(|(_, count)| **count > 0);
    recorded.waiting = waits.filter_map(|(kind, _)| kind.gate()).map(u32::from).collect();
    let mut reports = Vec::new();
    for format in [DIAGNOSIS, VERIFICATION] {
        let query = ListQuery { format: Some(format.to_owned()), ..ListQuery::default() };
        let newest = store.list(query).await?.documents;
        reports
            .extend(newest.iter().take(REPORTS).filter_map(|head| HealingReport::of(head, &recorded.hours)));
    }
    reports.retain(|report| gate.is_none() || report.gate == gate);
    reports.sort_by_key(|report| std::cmp::Reverse(report.at_ms));
    let health = Health::of(recorded, now_ms, gate);
    let is_of_week = health.overall.day.traces == 0;
    let hours = if is_of_week { WEEK } else { DAY };
    let ledger = store.ledger(Window { since_hour: since(hours), gate }).await?;
    let mut traces = store.traces(TraceQuery { gate, format, ..TraceQuery::default() }).await?.traces;
    traces.truncate(NEWEST);
    Ok(HealthPage { health, ledger, is_of_week, traces, reports })
}
