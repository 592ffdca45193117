//! `POST /v1/logs` and `POST /v1/traces`: texts in log records and spans of OpenTelemetry, as its collectors and SDKs send
//! them over HTTP (OTLP).

mod bounds;
mod collected;
mod encoding;
mod logs;
mod messages;
mod origin;
mod spans;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use opentelemetry_proto::tonic::collector::logs::v1::{
    ExportLogsPartialSuccess, ExportLogsServiceRequest, ExportLogsServiceResponse,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTracePartialSuccess, ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use prost::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task;

use self::bounds::Kind;
use self::collected::{Collected, Refused};
use self::encoding::Encoding;
use super::body::{self, ContentType};
use crate::error::ApiError;
use crate::ingest::arrive;
use crate::state::AppState;
use crate::store::{SharedStore, StoreError};

pub async fn take_logs(State(state): State<AppState>, headers: HeaderMap, body: Body) -> Response {
    take::<ExportLogsServiceRequest>(&state.store, &headers, body).await
}

pub async fn take_spans(State(state): State<AppState>, headers: HeaderMap, body: Body) -> Response {
    take::<ExportTraceServiceRequest>(&state.store, &headers, body).await
}

/// Up to so many bytes, a request is read on the runtime's own threads.
const READ_IN_PLACE_UP_TO: usize = 32 * 1024;

/// A kind of request: log records or spans.
trait Signal: Message + DeserializeOwned + Default + 'static {
    type Response: Message + Serialize;
    const KIND: Kind;

    fn collect(self, into: &mut Collected);

    /// Returns the response, which counts what was refused and says why.
    fn response(refused: Option<(i64, String)>) -> Self::Response;
}

impl Signal for ExportLogsServiceRequest {
    type Response = ExportLogsServiceResponse;
    const KIND: Kind = Kind::Logs;

    fn collect(self, into: &mut Collected) {
        logs::collect(self, into);
    }

    fn response(refused: Option<(i64, String)>) -> Self::Response {
        let partial = |(rejected_log_records, error_message)| ExportLogsPartialSuccess {
            rejected_log_records,
            error_message,
        };
        ExportLogsServiceResponse { partial_success: refused.map(partial) }
    }
}

impl Signal for ExportTraceServiceRequest {
    type Response = ExportTraceServiceResponse;
    const KIND: Kind = Kind::Traces;

    fn collect(self, into: &mut Collected) {
        spans::collect(self, into);
    }

    fn response(refused: Option<(i64, String)>) -> Self::Response {
        let partial =
            |(rejected_spans, error_message)| ExportTracePartialSuccess { rejected_spans, error_message };
        ExportTraceServiceResponse { partial_success: refused.map(partial) }
    }
}

async fn take<S: Signal>(store: &SharedStore, headers: &HeaderMap, body: Body) -> Response {
    let encoding = match Encoding::of(headers) {
        Ok(encoding) => encoding,
        Err(error) => return Encoding::Json.refuse(error),
    };
    match store_texts::<S>(store, headers, encoding, body).await {
        Ok(refused) => encoding.answer(&S::response(refused.counted())),
        Err(error) => encoding.refuse(error),
    }
}

/// Stores all texts of a request at once, and returns what was refused.
async fn store_texts<S: Signal>(
    store: &SharedStore,
    headers: &HeaderMap,
    encoding: Encoding,
    body: Body,
) -> Result<Refused, ApiError> {
    let raw = match body::read(headers, body, ContentType::Json).await {
        Ok(raw) => raw,
        // In protobuf, a request without records has no bytes.
        Err(ApiError::Empty) => return Ok(Refused::default()),
        Err(error) => return Err(error),
    };
    let is_short = raw.len() <= READ_IN_PLACE_UP_TO;
    let read = move || -> Result<Collected, ApiError> {
        let mut collected = Collected::default();
        encoding.decode::<S>(&raw)?.collect(&mut collected);
        Ok(collected)
    };
    let collected =
        if is_short { read() } else { task::spawn_blocking(read).await.map_err(|_| StoreError::Stopped)? };
    let Collected { items, texts, mut refused } = collected?.bounded()?;
    if texts.is_empty() {
        return Ok(refused);
    }
    let receipts = arrive(store, texts).await?;
    refused.add_conflicts(&items, &receipts);
    Ok(refused)
}
