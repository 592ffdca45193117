use app::api::ListQuery;
use app::document::{BlockHead, DocumentHead, Source, Versions};
use app::report;
use app::scan::Blocks;
use app::text::Text;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::streamed::streamed;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;
use crate::store::{StoredDocument, listed};

/// A document with its blocks in full.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Document")]
pub struct DocumentJson<'t> {
    id: String,
    seq: u64,
    received_ms: i64,
    title: String,
    source: Source,
    version: u32,
    /// The neighboring versions.
    versions: Versions,
    bytes: u32,
    lines: u32,
    masked: u32,
    not_utf8: bool,
    pinned: bool,
    /// The blocks as lists show them.
    summaries: Vec<BlockHead>,
    /// The blocks as `harmony parse` prints them.
    #[serde(serialize_with = "all_blocks")]
    #[schemars(with = "Vec<serde_json::Value>")]
    blocks: &'t Text,
    /// Bytes that are not UTF-8 are replaced; `/raw` has them unchanged.
    text: &'t str,
}

fn all_blocks<S: Serializer>(text: &&Text, serializer: S) -> Result<S::Ok, S::Error> {
    report::serialize_all(&Blocks::of(text, None), serializer)
}

impl<'t> DocumentJson<'t> {
    fn of(head: DocumentHead, versions: Versions, text: &'t Text) -> Self {
        let DocumentHead {
            id,
            seq,
            received_ms,
            title,
            source,
            version,
            bytes,
            lines,
            masked,
            not_utf8,
            pinned,
            blocks: summaries,
            beyond: _,
        } = head;
        Self {
            id,
            seq,
            received_ms,
            title,
            source,
            version,
            versions,
            bytes,
            lines,
            masked,
            not_utf8,
            pinned,
            summaries,
            blocks: text,
            text: text.source(),
        }
    }
}

pub async fn list(
    State(state): State<AppState>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<Response, ApiError> {
    let query = query.with_terms();
    check(&query)?;
    Ok(Json(listed(&*state.store, query).await?).into_response())
}

/// Refuses a query with unknown values.
pub(super) fn check(query: &ListQuery) -> Result<(), ApiError> {
    let errors: Vec<String> = query.errors().iter().map(ToString::to_string).collect();
    if errors.is_empty() { Ok(()) } else { Err(ApiError::BadQuery(errors.join("; "))) }
}

pub async fn show(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let StoredDocument { head, versions, raw } = find(&state, id).await?;
    let body = streamed(move |out| {
        let text = Text::from_bytes(&raw);
        Ok(serde_json::to_writer(out, &DocumentJson::of(head, versions, &text))?)
    });
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response())
}

pub async fn raw(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let document = find(&state, id).await?;
    let mut response = as_text(document.raw);
    // A browser that saves it gives it this name, whatever the sender called it.
    let name = HeaderValue::from_static("inline; filename=\"document.txt\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// Responds with text from outside, which browsers must not take for anything but text.
pub(super) fn as_text(body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    // Disables everything for a browser that renders it as a page all the same.
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
    );
    response
}

pub(super) async fn find(state: &AppState, id: String) -> Result<StoredDocument, ApiError> {
    let missing = missing(&id);
    state.store.get(id).await?.ok_or(missing)
}

pub(super) fn missing(id: &str) -> ApiError {
    ApiError::NotFound { what: format!("document `{}`", id.chars().take(64).collect::<String>()) }
}
