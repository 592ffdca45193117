use app::fix::{Choice, Fixed, apply_choice};
use app::read_as::ReadAs;
use app::text::Text;
use axum::body::Bytes;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::response::{Redirect, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::task;

use super::documents::{as_text, find};
use crate::error::ApiError;
use crate::ingest::{Incoming, arrive, http};
use crate::parameters::Parameters;
use crate::state::AppState;
use crate::store::{Identity, Receipt, StoreError};

/// Which fixes to apply: all, or one by its name; and as which format to parse the document.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FixQuery {
    /// `all`, or the name of a fix.
    fix: String,
    /// The id of a format to parse the document as.
    #[serde(rename = "as")]
    format: Option<String>,
    /// The line from which it is parsed as that format.
    at: Option<String>,
}

/// Responds with the text of a document with fixes applied. The document itself doesn't change.
pub async fn download(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Parameters(query): Parameters<FixQuery>,
) -> Result<Response, ApiError> {
    let document = find(&state, id).await?;
    Ok(as_text(fixed(document.raw.into(), query).await?))
}

/// Stores the text with fixes applied as a new document of the same source, and redirects to it.
pub async fn store(
    State(state): State<AppState>,
    Path(id): Path<String>,
    form: Result<Form<FixQuery>, FormRejection>,
) -> Result<Redirect, ApiError> {
    let Form(query) = form.map_err(|rejection| ApiError::BadForm(rejection.body_text()))?;
    let document = find(&state, id).await?;
    let source = document.head.source;
    let raw = Bytes::from(fixed(document.raw.into(), query).await?);
    let identity = Identity::of_content(&source, &raw);
    let receipts = arrive(&state.store, vec![Incoming { identity, source, raw }]).await?;
    match receipts.into_iter().next() {
        Some(Receipt::Stored(head) | Receipt::Duplicate(head)) => Ok(Redirect::to(&http::page_of(&head.id))),
        Some(Receipt::Conflict(head)) => Err(ApiError::ConflictingKey { id: head.id }),
        None => Err(ApiError::Empty),
    }
}

async fn fixed(raw: Vec<u8>, query: FixQuery) -> Result<String, ApiError> {
    let choice =
        Choice::of(&query.fix).ok_or_else(|| ApiError::BadQuery(format!("`{}` is not a fix", query.fix)))?;
    let read_as = ReadAs::of(query.format.as_deref(), query.at.as_deref());
    let read_as = read_as.map_err(|error| ApiError::BadQuery(error.to_string()))?;
    let fix = move || {
        let text = Text::from_bytes(&raw);
        if text.oddities().invalid_utf8 {
            return Err(ApiError::BadQuery(
                "the text has bytes that are not UTF-8, which would be lost".to_owned(),
            ));
        }
        let Fixed { text, .. } = apply_choice(&text, read_as, &choice);
        Ok(text.source().to_owned())
    };
    task::spawn_blocking(fix).await.map_err(|_| StoreError::Stopped)?
}
