//! Lists of documents that a team saves under names.

use app::api::{ListQuery, SavedView};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Redirect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::parameters::Submitted;
use crate::state::AppState;
use crate::store::{MOST_VIEWS, ViewChange};

const MOST_LETTERS: usize = SavedView::MOST_LETTERS;
/// The most bytes of a query.
const MOST_BYTES: usize = 2000;

#[derive(Debug, Serialize, JsonSchema)]
pub struct ViewList {
    views: Vec<SavedView>,
}

/// A list of documents to save.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewView {
    name: String,
    /// The query of its address: `state=failed&session=night`.
    query: String,
}

pub async fn list(State(state): State<AppState>) -> Result<Json<ViewList>, ApiError> {
    Ok(Json(ViewList { views: state.store.views().await? }))
}

/// Saves a list. One of the same name is replaced.
pub async fn save(
    State(state): State<AppState>,
    Json(view): Json<NewView>,
) -> Result<(StatusCode, Json<SavedView>), ApiError> {
    Ok((StatusCode::CREATED, Json(keep(&state, view).await?)))
}

pub async fn save_by_form(
    State(state): State<AppState>,
    Submitted(view): Submitted<NewView>,
) -> Result<Redirect, ApiError> {
    let SavedView { query, .. } = keep(&state, view).await?;
    Ok(Redirect::to(&format!("/documents?{query}")))
}

pub async fn remove(State(state): State<AppState>, Path(id): Path<i64>) -> Result<StatusCode, ApiError> {
    match state.store.change_views(ViewChange::Remove(id)).await? {
        Some(_) => Ok(StatusCode::NO_CONTENT),
        None => Err(ApiError::NotFound { what: format!("the view {id}") }),
    }
}

pub async fn remove_by_form(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Redirect, ApiError> {
    // Somebody else may have removed it in the meantime, which is what was wanted.
    state.store.change_views(ViewChange::Remove(id)).await?;
    Ok(Redirect::to("/documents"))
}

async fn keep(state: &AppState, NewView { name, query }: NewView) -> Result<SavedView, ApiError> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > MOST_LETTERS {
        return Err(ApiError::BadForm(format!("the name of a view has 1 to {MOST_LETTERS} letters")));
    }
    if name.contains('\0') {
        return Err(ApiError::BadForm("the name of the view holds a NUL character".to_owned()));
    }
    let query = query.trim_start_matches('?').to_owned();
    let asked: ListQuery = serde_urlencoded::from_str(&query)
        .map_err(|error| ApiError::BadForm(format!("the query of the view can't be read: {error}")))?;
    super::documents::check(&asked)?;
    if query.len() > MOST_BYTES || !query.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(ApiError::BadForm(format!(
            "the query of a view is at most {MOST_BYTES} bytes, encoded as in an address"
        )));
    }
    match state.store.change_views(ViewChange::Save { name: name.clone(), query: query.clone() }).await? {
        Some(id) => Ok(SavedView { id, name, query }),
        None => Err(ApiError::BadForm(format!("{MOST_VIEWS} views are saved already; remove one first"))),
    }
}
