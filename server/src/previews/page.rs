//! `/p/TOKEN`: the report, or the list of reports with a page each.

use std::sync::Arc;

use app::catalog::Catalog;
use app::document::DocumentHead;
use app::shell::{Lifetime, PreviewIndex, PreviewPlace, PreviewReport};
use app::text::Text;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use leptos::prelude::*;
use tokio::task;

use super::html::{Meta, of_server};
use super::{meta, path_of, previewed};
use crate::clock;
use crate::error::ApiError;
use crate::state::AppState;
use crate::store::{PreviewRow, StoreError, StoredPreview};

/// Forms choose what is shown of a report. Nothing else may leave the page, and nothing in it runs.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

pub async fn show(
    State(state): State<AppState>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let StoredPreview { row, heads, text } = find(&state, token, None).await?;
    if let ([head], Some(text)) = (heads.as_slice(), text) {
        let base = path_of(&row.token);
        return report(row, head.clone(), text, base, query.unwrap_or_default(), None).await;
    }
    let lifetime = lifetime_of(&row);
    let base = path_of(&row.token);
    let draw = move || {
        let meta = Meta::of_all(&row.title, &heads);
        let pages = (1..).map(|number: u32| format!("{base}/{number}"));
        let documents = heads.into_iter().zip(pages).collect();
        of_server(meta, lifetime, || view! { <PreviewIndex title=row.title documents/> }.into_any())
    };
    respond(task::spawn_blocking(draw).await)
}

pub async fn show_document(
    State(state): State<AppState>,
    Path((token, number)): Path<(String, u32)>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let StoredPreview { row, mut heads, text } = find(&state, token, Some(number)).await?;
    let index = (number as usize).checked_sub(1).filter(|index| *index < heads.len());
    let (Some(index), Some(text)) = (index, text) else { return Err(ApiError::NoPreview) };
    let head = heads.swap_remove(index);
    let all = path_of(&row.token);
    let base = format!("{all}/{number}");
    report(row, head, text, base, query.unwrap_or_default(), Some(all)).await
}

async fn find(state: &AppState, token: String, document: Option<u32>) -> Result<StoredPreview, ApiError> {
    let now_ms = clock::now_ms();
    let found = state.store.preview(token, document, now_ms).await?.ok_or(ApiError::NoPreview)?;
    if found.row.revoked_ms.is_some() {
        return Err(ApiError::PreviewEnded { how: "was revoked" });
    }
    if found.row.expires_ms <= now_ms {
        return Err(ApiError::PreviewEnded { how: "has expired" });
    }
    Ok(found)
}

async fn report(
    row: PreviewRow,
    head: DocumentHead,
    raw: Bytes,
    base: String,
    query: String,
    index_href: Option<String>,
) -> Result<Response, ApiError> {
    let query: Vec<(String, String)> =
        serde_urlencoded::from_str(&query).map_err(|error| ApiError::BadQuery(error.to_string()))?;
    let place = PreviewPlace::Link { base, query };
    let errors: Vec<String> = place.errors().iter().map(ToString::to_string).collect();
    if !errors.is_empty() {
        return Err(ApiError::BadQuery(errors.join("; ")));
    }
    let lifetime = lifetime_of(&row);
    let draw = move || {
        let text = Arc::new(Text::from_bytes(&raw));
        let head = if may_have_changed(&head) {
            // So that the header comes from the same reading as the report.
            DocumentHead { title: head.title, ..previewed(None, raw, row.published_ms).0 }
        } else {
            head
        };
        let mut meta = Meta::of_document(&head);
        if index_href.is_none() {
            meta.title = meta::title(&row.title);
        }
        of_server(meta, lifetime, || view! { <PreviewReport head text place index_href/> }.into_any())
    };
    respond(task::spawn_blocking(draw).await)
}

/// Returns whether formats of a team may read a document otherwise now than when it was published.
fn may_have_changed(head: &DocumentHead) -> bool {
    let catalog = Catalog::current();
    catalog.key().is_some() || head.blocks.iter().any(|block| catalog.room(&block.format).is_none())
}

fn lifetime_of(row: &PreviewRow) -> Lifetime {
    Lifetime { published_ms: row.published_ms, expires_ms: row.expires_ms }
}

fn respond(page: Result<String, task::JoinError>) -> Result<Response, ApiError> {
    let page = page.map_err(|_| StoreError::Failed("a preview could not be drawn".to_owned()))?;
    let mut response = Html(page).into_response();
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // The address is the secret.
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "private, no-store"),
        (header::HeaderName::from_static("x-robots-tag"), "noindex, nofollow"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
