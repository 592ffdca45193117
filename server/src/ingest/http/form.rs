use app::document::Source;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Redirect;
use serde::Deserialize;

use super::receipts::page_of;
use super::{body, envelopes};
use crate::error::ApiError;
use crate::ingest::{Incoming, arrive, is_empty};
use crate::state::AppState;
use crate::store::{Identity, Receipt};

#[derive(Debug, Deserialize)]
struct Pasted {
    text: String,
    #[serde(default)]
    path: String,
    #[serde(default)]
    session: String,
}

/// Stores the text of the form on the page, which works without scripts, and redirects to the document.
pub async fn submit_form(
    State(state): State<AppState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Redirect, ApiError> {
    let found = headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or("?"));
    if !found.starts_with("application/x-www-form-urlencoded") {
        return Err(ApiError::UnsupportedType { found: found.to_owned() });
    }
    let raw = body::read(&headers, body, body::ContentType::Text).await?;
    let pasted: Pasted =
        serde_urlencoded::from_bytes(&raw).map_err(|error| ApiError::BadForm(error.to_string()))?;
    if is_empty(pasted.text.as_bytes()) {
        return Err(ApiError::Empty);
    }
    let given = |field: String| Some(field.trim().to_owned()).filter(|field| !field.is_empty());
    let stated = Source { path: given(pasted.path), session: given(pasted.session), ..Source::default() };
    let source = envelopes::source_of(stated, &headers)?;
    let raw = Bytes::from(pasted.text);
    let identity = Identity::of_content(&source, &raw);
    let receipts = arrive(&state.store, vec![Incoming { identity, source, raw }]).await?;
    match receipts.into_iter().next() {
        Some(Receipt::Stored(head) | Receipt::Duplicate(head)) => Ok(Redirect::to(&page_of(&head.id))),
        Some(Receipt::Conflict(head)) => Err(ApiError::ConflictingKey { id: head.id }),
        None => Err(ApiError::Empty),
    }
}
