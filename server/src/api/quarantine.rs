//! Quarantines, for programs and for forms on the page.

use app::quarantine::{Origin, Quarantined};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Redirect;
use serde::Deserialize;

use crate::clock;
use crate::error::ApiError;
use crate::parameters::Submitted;
use crate::quarantine::{self, ActiveQuarantine, MOST_LISTED, NewQuarantine, QuarantineList};
use crate::state::AppState;

pub async fn list(State(state): State<AppState>) -> Result<Json<QuarantineList>, ApiError> {
    let now_ms = clock::now_ms();
    let found = state.store.quarantines(now_ms, MOST_LISTED).await?;
    Ok(Json(QuarantineList::of(found, now_ms)))
}

pub async fn show(
    State(state): State<AppState>,
    Path((target_type, target_id)): Path<(String, String)>,
) -> Result<Json<ActiveQuarantine>, ApiError> {
    let found = quarantine::find(&state.store, &state.sessions, &target_type, &target_id).await?;
    if found.is_none() {
        check_name(&state, &target_type, &target_id).await?;
    }
    answer(found, &target_type, &target_id).map(Json)
}

pub async fn add(
    State(state): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<(StatusCode, Json<ActiveQuarantine>), ApiError> {
    // Other types are what a form of another site could send.
    let found = headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or("?"));
    if !found.starts_with("application/json") {
        return Err(ApiError::BadQuarantine(format!(
            "the body is `{}`, not `application/json`",
            found.chars().take(64).collect::<String>()
        )));
    }
    let new: NewQuarantine =
        serde_json::from_slice(&body).map_err(|error| ApiError::BadQuarantine(error.to_string()))?;
    let (target_type, target_id) = (new.target_type.clone(), new.target_id.clone());
    let added = add_new(&state, new, Origin::Api).await?;
    Ok((StatusCode::CREATED, Json(answer(added, &target_type, &target_id)?)))
}

async fn add_new(
    state: &AppState,
    new: NewQuarantine,
    origin: Origin,
) -> Result<Option<Quarantined>, ApiError> {
    let request = new.request(origin)?;
    let (target_type, target_id) = request.change.target();
    check_name(state, target_type, target_id).await?;
    Ok(quarantine::add(&state.store, request).await?)
}

async fn check_name(state: &AppState, target_type: &str, name: &str) -> Result<(), ApiError> {
    if target_type != "format" {
        return Ok(());
    }
    let stored = state.store.catalogs().await?.pop().map(|catalog| catalog.formats).unwrap_or_default();
    Ok(quarantine::check_format(name, &stored)?)
}

pub async fn remove(
    State(state): State<AppState>,
    Path((target_type, target_id)): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    match quarantine::release(&state.store, &state.sessions, &target_type, &target_id, Origin::Api).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(missing(&target_type, &target_id)),
    }
}

/// The form of the page. An empty field was not filled in.
#[derive(Debug, Deserialize)]
pub struct AddForm {
    #[serde(rename = "type")]
    target_type: String,
    id: String,
    reason: String,
    #[serde(default)]
    auto_release: Option<String>,
    #[serde(default)]
    flow: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct ReleaseForm {
    #[serde(rename = "type")]
    target_type: String,
    id: String,
}

pub async fn add_by_form(
    State(state): State<AppState>,
    Submitted(form): Submitted<AddForm>,
) -> Result<Redirect, ApiError> {
    let new = NewQuarantine {
        target_type: form.target_type,
        target_id: form.id,
        reason: form.reason,
        auto_release: form.auto_release.is_some(),
        ttl: None,
        suggested_flow: form.flow,
    };
    add_new(&state, new, Origin::Page).await?;
    Ok(Redirect::to("/quarantine"))
}

/// Releases a target on behalf of the form that asked for confirmation.
pub async fn release_by_form(
    State(state): State<AppState>,
    Submitted(ReleaseForm { target_type, id }): Submitted<ReleaseForm>,
) -> Result<Redirect, ApiError> {
    // Somebody else may have released it in the meantime, which is what was wanted.
    quarantine::release(&state.store, &state.sessions, &target_type, &id, Origin::Page).await?;
    Ok(Redirect::to("/quarantine"))
}

fn answer(
    found: Option<Quarantined>,
    target_type: &str,
    target_id: &str,
) -> Result<ActiveQuarantine, ApiError> {
    let found = found.map(|found| ActiveQuarantine::of(found, clock::now_ms()));
    found.ok_or_else(|| missing(target_type, target_id))
}

fn missing(target_type: &str, target_id: &str) -> ApiError {
    let short = |words: &str| words.chars().take(64).collect::<String>();
    ApiError::NotQuarantined { target: format!("{} `{}`", short(target_type), short(target_id)) }
}
