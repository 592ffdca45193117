//! Requests that were refused, and viewers that have to load their page again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::exposition::{Exposition, Kind};

/// By the kind of the problem, of which there are as many as the API has.
static REFUSED: Mutex<BTreeMap<&'static str, u64>> = Mutex::new(BTreeMap::new());
static RESYNCS: AtomicU64 = AtomicU64::new(0);

/// Counts a request that was answered with a problem.
pub fn refused(problem: &'static str) {
    *REFUSED.lock().unwrap_or_else(PoisonError::into_inner).entry(problem).or_default() += 1;
}

/// Counts a viewer that was too far behind to be sent all events.
pub fn resynced() {
    RESYNCS.fetch_add(1, Ordering::Relaxed);
}

pub(super) fn write(out: &mut Exposition) {
    let name = "harmony_requests_refused_total";
    out.metric(name, Kind::Counter, "Requests that were answered with a problem, by its kind.");
    for (problem, count) in REFUSED.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        out.sample(name, &[("problem", problem)], count);
    }
    let name = "harmony_live_resyncs_total";
    out.metric(name, Kind::Counter, "Viewers that were too far behind and had to load their page again.");
    out.sample(name, &[], RESYNCS.load(Ordering::Relaxed));
}
