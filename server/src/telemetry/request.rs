//! The span and the line of a request. Addresses are named by their route: paths and queries may have secrets in them.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::field::Empty;
use tracing::{Instrument, Span, debug_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::SPANS;
use crate::metrics::known_method;

pub async fn traced(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = known_method(request.method().as_str());
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or("other", MatchedPath::as_str);
    let span = debug_span!(
        target: SPANS,
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
    );
    continue_trace(&span, request.headers());
    let response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    span.record("http.response.status_code", status);
    let _entered = span.enter();
    let duration_ms = began.elapsed().as_secs_f64() * 1000.0;
    if response.status().is_server_error() {
        span.record("otel.status_code", "ERROR");
        tracing::error!(method, route, status, duration_ms, "a request was answered with an error");
    } else {
        tracing::debug!(method, route, status, duration_ms, "answered a request");
    }
    response
}

/// Makes the span a part of the trace that the request names (W3C Trace Context).
fn continue_trace(span: &Span, headers: &HeaderMap) {
    if span.is_disabled() || !headers.contains_key("traceparent") {
        return;
    }
    let caller = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
    // Without an exporter, a span has no place in a trace.
    let _ = span.set_parent(caller);
}
