//! Drafts of formats, which a page shows and which become files.

use app::catalog::Catalog;
use app::catalog::drafts::{LONGEST, keep, try_compile};
use axum::Json;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{Redirect, Response};
use serde::Deserialize;

use super::documents::{as_text, find};
use crate::error::ApiError;
use crate::own_formats::SUFFIX;
use crate::state::AppState;
use crate::store::StoredFormat;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    source: String,
}

/// Responds with the files of a team's formats that texts are read by, for the playground.
pub async fn own(State(state): State<AppState>) -> Result<Json<Vec<StoredFormat>>, ApiError> {
    let key = Catalog::current().key();
    let newest = state.store.catalogs().await?.pop();
    let current = newest.filter(|catalog| Some(catalog.key) == key);
    Ok(Json(current.map(|catalog| catalog.formats).unwrap_or_default()))
}

/// Keeps a draft for the page of a document, and redirects to the page.
pub async fn show_draft(
    State(state): State<AppState>,
    Path(id): Path<String>,
    form: Result<Form<Draft>, FormRejection>,
) -> Result<Redirect, ApiError> {
    let source = source_of(form)?;
    let id = find(&state, id).await?.head.id;
    Ok(Redirect::to(&format!("/documents/{id}/format?draft={}", keep(&source))))
}

/// Responds with the draft as a file to save.
pub async fn download_draft(form: Result<Form<Draft>, FormRejection>) -> Result<Response, ApiError> {
    let source = source_of(form)?;
    let slug = try_compile(&source).map_or("my-format", |format| format.spec.slug);
    let name = if slug.is_ascii() { slug } else { "my-format" };
    let mut response = as_text(source);
    let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}{SUFFIX}\""));
    response.headers_mut().extend(disposition.ok().map(|value| (header::CONTENT_DISPOSITION, value)));
    Ok(response)
}

/// Returns the draft of a form, with the line breaks that files have.
fn source_of(form: Result<Form<Draft>, FormRejection>) -> Result<String, ApiError> {
    let Form(Draft { source }) = form.map_err(|rejection| ApiError::BadForm(rejection.body_text()))?;
    let source = source.replace("\r\n", "\n");
    if source.len() > LONGEST {
        return Err(ApiError::TooLarge { limit: LONGEST, sent: Some(source.len() as u64) });
    }
    Ok(source)
}
