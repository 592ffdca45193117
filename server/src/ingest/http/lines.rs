//! `POST /api/evidence`: what `harmony ingest` has read of transcripts, beside their documents.

use app::evidence::LineFacts;
use app::text::mask_secrets;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::body::{self, ContentType};
use crate::clock;
use crate::error::ApiError;
use crate::ingest::LONGEST_NAME;
use crate::state::AppState;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Taken {
    lines: usize,
}

pub async fn add_lines(
    State(state): State<AppState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Taken>, ApiError> {
    let taken = ContentType::of(&headers)?;
    if taken != ContentType::Lines {
        return Err(ApiError::BadBody("this address takes NDJSON as `harmony ingest` sends it".to_owned()));
    }
    let mut raw = Vec::from(body::read(&headers, body, taken).await?);
    mask_secrets(&mut raw);
    let lines = raw.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let lines: Vec<LineFacts> = lines
        .map(serde_json::from_slice)
        .collect::<Result<_, _>>()
        .map_err(|error| bad(&error.to_string()))?;
    if lines.iter().any(|line| line.session.is_empty() || line.key.is_empty()) {
        return Err(bad("a line names no session, or has no key"));
    }
    if lines.iter().any(|line| line.session.len() > LONGEST_NAME) {
        return Err(bad(&format!("the name of a session may have {LONGEST_NAME} bytes")));
    }
    let count = lines.len();
    state.store.add_lines(lines, clock::now_ms()).await?;
    Ok(Json(Taken { lines: count }))
}

fn bad(reason: &str) -> ApiError {
    ApiError::BadBody(format!("the facts of a transcript can't be read: {reason}"))
}
