//! Reading a body within its limits.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use tokio::time::timeout;
use tower_http::timeout::TimeoutError;

use crate::error::ApiError;
use crate::ingest::LIMIT;

/// So much of a body that is too large is read and dropped: most clients only look at the answer once they
/// have sent everything.
const DRAINED: usize = 4 * LIMIT;
const DRAINED_FOR: Duration = Duration::from_secs(5);

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ContentType {
    Text,
    Json,
    Lines,
}

impl ContentType {
    pub fn of(headers: &HeaderMap) -> Result<Self, ApiError> {
        let found = headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or("?"));
        let essence = found.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
        match essence.as_str() {
            "text/markdown" | "text/x-markdown" | "text/plain" => Ok(Self::Text),
            "application/json" => Ok(Self::Json),
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => Ok(Self::Lines),
            _ => Err(ApiError::UnsupportedType { found: found.to_owned() }),
        }
    }
}

/// The whole body; an empty one, one of blanks only, or one beyond the limit, is an error.
pub async fn read(headers: &HeaderMap, body: Body) -> Result<Bytes, ApiError> {
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<u64>().ok());
    let mut stream = body.into_data_stream();
    if let Some(sent) = announced.filter(|sent| *sent > LIMIT as u64) {
        drain(&mut stream).await;
        return Err(ApiError::TooLarge { limit: LIMIT, sent: Some(sent) });
    }
    let mut raw = Vec::new();
    while let Some(piece) = stream.next().await {
        let piece = piece.map_err(|error| unreadable(&error))?;
        if raw.len() + piece.len() > LIMIT {
            drain(&mut stream).await;
            return Err(ApiError::TooLarge { limit: LIMIT, sent: None });
        }
        raw.extend_from_slice(&piece);
    }
    if raw.trim_ascii().is_empty() { Err(ApiError::Empty) } else { Ok(raw.into()) }
}

async fn drain(stream: &mut axum::body::BodyDataStream) {
    let read_on = async {
        let mut dropped = 0;
        while let Some(Ok(piece)) = stream.next().await {
            dropped += piece.len();
            if dropped > DRAINED {
                return;
            }
        }
    };
    // Whether it ended or took too long, the answer is the same.
    let _ = timeout(DRAINED_FOR, read_on).await;
}

fn unreadable(error: &axum::Error) -> ApiError {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.is::<TimeoutError>() {
            return ApiError::TooSlow;
        }
        cause = inner.source();
    }
    ApiError::BadBody("the body ended before it was complete".to_owned())
}
