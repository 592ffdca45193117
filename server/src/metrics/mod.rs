//! `GET /metrics`: the figures of this process and of its store, as Prometheus reads them.

mod exposition;
mod histogram;
mod ingested;
mod latency;
mod refused;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use self::exposition::{Exposition, Kind};
use crate::clock;
use crate::error::ApiError;
use crate::state::AppState;
use crate::store::Window;

pub use ingested::count;
pub use latency::{ingested, known_method, read, timed};
pub use refused::{refused, resynced};

const HOUR_MS: i64 = 60 * 60 * 1000;

pub async fn show(State(state): State<AppState>) -> Result<Response, ApiError> {
    let totals = state.store.feed().await?.totals;
    let figures = state.store.figures().await?;
    let window = Window { since_hour: (clock::now_ms() / HOUR_MS) - 24, gate: None };
    let traces = state.store.ledger(window).await?.sum;
    let waiting = state.inbox.count(clock::now_ms()).await?;

    let mut out = Exposition::default();
    out.metric("harmony_build_info", Kind::Gauge, "The version of this Harmony.");
    out.sample("harmony_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
    out.metric("harmony_documents", Kind::Gauge, "Documents in the store, the newest version of each.");
    out.sample("harmony_documents", &[], totals.documents);
    out.metric("harmony_documents_by_outcome", Kind::Gauge, "Documents by their outcome; others have none.");
    for (outcome, count) in
        [("passed", totals.passed), ("failed", totals.failed), ("contradicted", totals.contradicted)]
    {
        out.sample("harmony_documents_by_outcome", &[("outcome", outcome)], count);
    }
    ingested::write(&mut out);
    out.metric("harmony_traces_24h", Kind::Gauge, "Records at gates in the last 24 hours.");
    out.sample("harmony_traces_24h", &[], traces.traces);
    if traces.traces > 0 {
        let passed = 1.0 - traces.failed as f64 / traces.traces as f64;
        out.metric("harmony_pass_ratio_24h", Kind::Gauge, "The share of these records without an error.");
        out.sample("harmony_pass_ratio_24h", &[], passed);
    }
    out.metric("harmony_inbox_items", Kind::Gauge, "What waits for a person.");
    out.sample("harmony_inbox_items", &[], waiting);
    out.metric("harmony_store_bytes", Kind::Gauge, "The size of the store's file.");
    out.sample("harmony_store_bytes", &[], figures.bytes);
    out.metric("harmony_store_free_bytes", Kind::Gauge, "The part of it that is free to be used again.");
    out.sample("harmony_store_free_bytes", &[], figures.free_bytes);
    out.metric("harmony_store_full", Kind::Gauge, "1 while the store's disk is full.");
    out.sample("harmony_store_full", &[], u8::from(state.store.is_full()));
    out.metric("harmony_store_damaged", Kind::Gauge, "1 if a part of the store can't be read.");
    out.sample("harmony_store_damaged", &[], u8::from(state.store.damage().is_some()));
    out.metric("harmony_writer_queue", Kind::Gauge, "Jobs that wait for the thread that writes.");
    out.sample("harmony_writer_queue", &[], figures.jobs_waiting);
    out.metric("harmony_live_connections", Kind::Gauge, "Pages and tools that follow the events.");
    out.sample("harmony_live_connections", &[], state.live.viewers());
    refused::write(&mut out);
    latency::write(&mut out);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], out.into_text()).into_response())
}
