//! Deletes and pins documents, for programs and for forms on the page.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Redirect;

use super::documents::missing;
use crate::error::ApiError;
use crate::ingest::http::page_of;
use crate::state::AppState;

pub async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    let missing = missing(&id);
    if state.store.remove(id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(missing) }
}

pub async fn pin(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    set_pin(&state, &id, true).await
}

pub async fn unpin(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    set_pin(&state, &id, false).await
}

/// Deletes a document on behalf of the form that asked for confirmation, and returns to the list.
pub async fn remove_by_form(state: State<AppState>, id: Path<String>) -> Result<Redirect, ApiError> {
    remove(state, id).await?;
    Ok(Redirect::to("/documents?deleted"))
}

pub async fn pin_by_form(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Redirect, ApiError> {
    set_pin(&state, &id, true).await?;
    Ok(Redirect::to(&page_of(&id)))
}

pub async fn unpin_by_form(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Redirect, ApiError> {
    set_pin(&state, &id, false).await?;
    Ok(Redirect::to(&page_of(&id)))
}

async fn set_pin(state: &AppState, id: &str, pinned: bool) -> Result<StatusCode, ApiError> {
    let is_there = state.store.pin(id.to_owned(), pinned).await?;
    if is_there { Ok(StatusCode::NO_CONTENT) } else { Err(missing(id)) }
}
