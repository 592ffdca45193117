use app::fix::{Choice, Fixed, apply_choice};
use app::format::Parsed;
use app::prompt;
use app::read_as::ReadAs;
use app::scan::Blocks;
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

/// Blocks with issues that a prompt is written from; it names fewer.
const MOST_BLOCKS: usize = 256;

/// Which issues are meant: all, those of a rule, or one; and as which format to parse the document.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FixQuery {
    /// `all`, the id of a rule, or a rule and a place: `score-form@41`.
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

/// Responds with a prompt that asks an agent to fix the issues; with nothing if there are none.
pub async fn prompt(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Parameters(query): Parameters<FixQuery>,
) -> Result<Response, ApiError> {
    let (choice, read_as) = query.parsed()?;
    let document = find(&state, id).await?;
    let name = document.head.name().to_owned();
    let write = move || {
        let text = Text::from_bytes(&document.raw);
        let blocks = Blocks::of(&text, read_as);
        let is_meant = |block: &Parsed| block.diagnostics.iter().any(|found| choice.includes(block, found));
        let meant: Vec<Parsed> = blocks.batches().flatten().filter(is_meant).take(MOST_BLOCKS).collect();
        prompt::prompt(&name, &text, &meant.iter().collect::<Vec<_>>(), &choice)
    };
    let prompt = task::spawn_blocking(write).await.map_err(|_| StoreError::Stopped)?;
    Ok(as_text(prompt.unwrap_or_default()))
}

impl FixQuery {
    fn parsed(&self) -> Result<(Choice, Option<ReadAs>), ApiError> {
        let not_a_fix = || ApiError::BadQuery(format!("`{}` is not a fix", self.fix));
        let choice = Choice::of(&self.fix).ok_or_else(not_a_fix)?;
        let read_as = ReadAs::of(self.format.as_deref(), self.at.as_deref());
        Ok((choice, read_as.map_err(|error| ApiError::BadQuery(error.to_string()))?))
    }
}

async fn fixed(raw: Vec<u8>, query: FixQuery) -> Result<String, ApiError> {
    let (choice, read_as) = query.parsed()?;
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
