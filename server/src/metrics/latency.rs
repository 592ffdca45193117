//! How long requests take until their response begins, by route.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;

use super::exposition::{Exposition, Kind};

/// The upper bounds of the buckets, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// By method, route and class of the status. There are as many as the router has routes, since what no route matches
/// shares one.
static REQUESTS: RwLock<BTreeMap<Key, Arc<Histogram>>> = RwLock::new(BTreeMap::new());

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    route: String,
    method: &'static str,
    status: &'static str,
}

#[derive(Debug, Default)]
struct Histogram {
    /// The last one is for what exceeds all bounds.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Histogram {
    fn add(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let place = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        if let Some(bucket) = self.buckets.get(place) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

/// Measures each request.
pub async fn timed(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = known_method(request.method().as_str());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    let status = match response.status().as_u16() {
        ..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    };
    let key = Key { route: route.to_owned(), method, status };
    histogram(key).add(began.elapsed());
    response
}

/// Anybody may invent methods.
fn known_method(method: &str) -> &'static str {
    ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("OTHER")
}

fn histogram(key: Key) -> Arc<Histogram> {
    if let Some(known) = REQUESTS.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Arc::clone(known);
    }
    let mut requests = REQUESTS.write().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(requests.entry(key).or_default())
}

pub(super) fn write(out: &mut Exposition) {
    let name = "harmony_http_request_duration_seconds";
    out.metric(name, Kind::Histogram, "Seconds until the response to a request began.");
    let requests = REQUESTS.read().unwrap_or_else(PoisonError::into_inner);
    for (Key { route, method, status }, histogram) in requests.iter() {
        let labels = [("method", *method), ("route", route.as_str()), ("status", *status)];
        let bounds = BOUNDS.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
        let mut count = 0;
        for (bucket, bound) in histogram.buckets.iter().zip(bounds) {
            count += bucket.load(Ordering::Relaxed);
            let [method, route, status] = labels;
            out.sample(&format!("{name}_bucket"), &[method, route, status, ("le", &bound)], count);
        }
        let seconds = Duration::from_nanos(histogram.nanoseconds.load(Ordering::Relaxed)).as_secs_f64();
        out.sample(&format!("{name}_sum"), &labels, seconds);
        out.sample(&format!("{name}_count"), &labels, count);
    }
}
