//! Preview links, for programs and for the forms of their page.

use app::document::DocumentHead;
use app::preview::Preview;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Redirect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::task;

use crate::clock;
use crate::error::ApiError;
use crate::ingest::http::{ContentType, read};
use crate::parameters::Parameters;
use crate::previews::{Publication, PublishedText, listed, path_of};
use crate::state::AppState;
use crate::store::{NewPreview, PreviewChange, PreviewRow, StoreError};

#[derive(Debug, Serialize, JsonSchema)]
pub struct PreviewList {
    previews: Vec<Preview>,
}

/// What was published.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Published {
    pub preview: Preview,
    /// The worst first.
    pub documents: Vec<PublishedDocument>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct PublishedDocument {
    pub title: String,
    /// The format's name, if one was recognized.
    pub format: Option<String>,
    pub state: app::document::State,
    pub verdict: Option<String>,
    pub score: Option<u8>,
    pub errors: u32,
    pub warnings: u32,
    pub url: String,
}

/// Of a text that is sent as it is.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishParameters {
    /// What the link is called.
    title: Option<String>,
    /// How long the link lasts, as in `30d`.
    keep: Option<String>,
    /// The name of the file.
    name: Option<String>,
}

pub async fn list(State(state): State<AppState>) -> Result<Json<PreviewList>, ApiError> {
    let previews = state.library.previews().await;
    let previews = previews.map_err(|error| StoreError::Failed(error.to_string()))?;
    Ok(Json(PreviewList { previews }))
}

pub async fn publish(
    State(state): State<AppState>,
    Parameters(named): Parameters<PublishParameters>,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<Published>), ApiError> {
    let PublishParameters { title, keep, name } = named;
    let content_type = ContentType::of(&headers)?;
    let raw = read(&headers, body, content_type).await?;
    let publication = match content_type {
        ContentType::Text => {
            let text = String::from_utf8_lossy(&raw).into_owned();
            Publication { title, keep, documents: vec![PublishedText { name, text }] }
        }
        ContentType::Json => {
            serde_json::from_slice(&raw).map_err(|error| ApiError::BadPreview(error.to_string()))?
        }
        ContentType::Lines => {
            return Err(ApiError::BadPreview("lines of JSON can't be published".to_owned()));
        }
    };
    let checked = task::spawn_blocking(move || publication.checked(clock::now_ms()));
    let new = checked.await.map_err(|_| StoreError::Stopped)?;
    let new = new.map_err(|bad| ApiError::BadPreview(bad.to_string()))?;
    let published = published(&new, state.webhooks.public_url());
    let id = state.store.change_previews(PreviewChange::Publish(new)).await?;
    let id = id.ok_or(ApiError::TooManyPreviews)?;
    let preview = Preview { id, ..published.preview };
    tracing::info!(preview.id = id, documents = preview.documents, "published a preview");
    Ok((StatusCode::CREATED, Json(Published { preview, ..published })))
}

pub async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    let change = PreviewChange::Revoke { id: number(&id)?, now_ms: clock::now_ms() };
    let revoked = state.store.change_previews(change).await?;
    revoked.map(|_| StatusCode::NO_CONTENT).ok_or_else(|| ApiError::UnknownPreview { id: short(&id) })
}

pub async fn revoke_by_form(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Redirect, ApiError> {
    let change = PreviewChange::Revoke { id: number(&id)?, now_ms: clock::now_ms() };
    // Somebody else may have revoked it in the meantime, which is what was wanted.
    state.store.change_previews(change).await?;
    Ok(Redirect::to("/previews"))
}

fn published(new: &NewPreview, public_url: Option<&str>) -> Published {
    let NewPreview { token, title, published_ms, expires_ms, documents } = new;
    let base = format!("{}{}", public_url.unwrap_or_default(), path_of(token));
    let lead = documents.first().and_then(|(head, _)| head.lead());
    let row = PreviewRow {
        id: 0,
        token: token.clone(),
        title: title.clone(),
        summary: lead.map(|lead| lead.summary.clone()).unwrap_or_default(),
        documents: documents.len() as u32,
        published_ms: *published_ms,
        expires_ms: *expires_ms,
        revoked_ms: None,
    };
    let is_alone = documents.len() == 1;
    let document = |(number, (head, _)): (u32, &(DocumentHead, _))| {
        let lead = head.lead().cloned();
        let (errors, warnings) = (head.errors(), head.warnings());
        let summary = lead.as_ref().map(|lead| lead.summary.clone()).unwrap_or_default();
        PublishedDocument {
            title: head.title.clone(),
            format: lead.map(|lead| lead.name),
            state: summary.state,
            verdict: summary.verdict,
            score: summary.score,
            errors,
            warnings,
            url: if is_alone { base.clone() } else { format!("{base}/{number}") },
        }
    };
    Published { preview: listed(row, public_url), documents: (1..).zip(documents).map(document).collect() }
}

fn number(id: &str) -> Result<i64, ApiError> {
    id.parse().map_err(|_| ApiError::UnknownPreview { id: short(id) })
}

fn short(id: &str) -> String {
    id.chars().take(20).collect()
}
