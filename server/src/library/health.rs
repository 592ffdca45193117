//! Health at a time.

use app::api::{HealthPage, HealthQuery, ListQuery};
use app::health::{DAY, DIAGNOSIS, HOUR_MS, HealingReport, Health, VERIFICATION, WEEK};
use app::trace::TraceQuery;

use crate::store::{SharedStore, StoreError, Window};

/// The newest traces that are listed.
const NEWEST: usize = 20;
/// The newest diagnoses, and as many verifications.
const REPORTS: usize = 8;
const NEWEST_OF_PATTERN: usize = 100;

pub async fn load(store: &SharedStore, query: HealthQuery, now_ms: i64) -> Result<HealthPage, StoreError> {
    let HealthQuery { gate, format, rule } = query;
    let since = |hours: i64| now_ms.div_euclid(HOUR_MS) - hours + 1;
    let recorded = store.recorded(since(WEEK)).await?;
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
    let newest = if rule.is_some() { NEWEST_OF_PATTERN } else { NEWEST };
    let mut traces = store.traces(TraceQuery { gate, format, rule, ..TraceQuery::default() }).await?.traces;
    traces.truncate(newest);
    Ok(HealthPage { health, ledger, is_of_week, traces, reports })
}
