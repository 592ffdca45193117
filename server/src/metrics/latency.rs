//! How long requests take until their response begins, and documents until they are on disk.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;

use super::exposition::Exposition;
use super::histogram::Family;

/// There are as many as the router has routes, since what no route matches shares one.
static REQUESTS: Family<3> = Family::new(
    "harmony_http_request_duration_seconds",
    "Seconds until the response to a request began.",
    ["method", "route", "status"],
);
static INGEST: Family<0> = Family::new(
    "harmony_ingest_duration_seconds",
    "Seconds from the arrival of a batch of texts until it was on disk.",
    [],
);
static READING: Family<1> = Family::new(
    "harmony_parse_duration_seconds",
    "Seconds to read a text, by the format of the document.",
    ["format"],
);

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
    REQUESTS.add([method, route, status], began.elapsed());
    response
}

/// Anybody may invent methods.
pub fn known_method(method: &str) -> &'static str {
    ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("OTHER")
}

pub fn ingested(took: Duration) {
    INGEST.add([], took);
}

pub fn read(format: &str, took: Duration) {
    READING.add([format], took);
}

pub(super) fn write(out: &mut Exposition) {
    INGEST.write(out);
    READING.write(out);
    REQUESTS.write(out);
}
