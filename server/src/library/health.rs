//! Health at a time.

use app::api::{HealthPage, HealthQuery};
use app::health::{DAY, HOUR_MS, Health, WEEK};
use app::trace::TraceQuery;

use crate::store::{SharedStore, StoreError, Window};

/// The newest traces that are listed.
const NEWEST: usize = 20;
const NEWEST_OF_PATTERN: usize = 100;

pub async fn load(store: &SharedStore, query: HealthQuery, now_ms: i64) -> Result<HealthPage, StoreError> {
    let HealthQuery { gate, format, rule } = query;
    let since = |hours: i64| now_ms.div_euclid(HOUR_MS) - hours + 1;
    let recorded = store.recorded(since(WEEK)).await?;
    let health = Health::of(recorded, now_ms, gate);
    let is_of_week = health.overall.day.traces == 0;
    let hours = if is_of_week { WEEK } else { DAY };
    let ledger = store.ledger(Window { since_hour: since(hours), gate }).await?;
    let newest = if rule.is_some() { NEWEST_OF_PATTERN } else { NEWEST };
    let mut traces = store.traces(TraceQuery { gate, format, rule, ..TraceQuery::default() }).await?.traces;
    traces.truncate(newest);
    Ok(HealthPage { health, ledger, is_of_week, traces })
}
