use app::api::{ListQuery, asked};
use app::document::{DocumentHead, Excerpt};
use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use super::documents;
use crate::error::ApiError;
use crate::ingest::http::page_of;
use crate::parameters::Parameters;
use crate::state::AppState;
use crate::store::listed;

/// Documents with all of the words, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchResults {
    hits: Vec<Hit>,
    /// The `before` of the next page, if there is one.
    next: Option<u64>,
    /// Documents so new that their words can't be found yet.
    not_searched: u64,
}

/// A document with the words.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Hit {
    document: DocumentHead,
    /// Where the words are; `null` if they are in its title, path, session or verdict.
    excerpt: Option<Excerpt>,
    /// The path of its page.
    url: String,
}

/// Responds with the documents that have all of the words in `q`, and to which its terms apply.
pub async fn find(
    State(state): State<AppState>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<Json<SearchResults>, ApiError> {
    if asked(&query.text).is_none() {
        return Err(ApiError::BadQuery("`q` is missing: it has the words to search for".to_owned()));
    }
    let query = query.with_terms();
    documents::check(&query)?;
    let mut found = listed(&*state.store, query).await?;
    let hits = std::mem::take(&mut found.documents).into_iter().map(|document| Hit {
        excerpt: found.excerpts.remove(&document.id),
        url: page_of(&document.id),
        document,
    });
    Ok(Json(SearchResults { hits: hits.collect(), next: found.next, not_searched: found.not_searched }))
}
