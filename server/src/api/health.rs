use app::event::{Cursor, Feed};
use axum::extract::State;
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ApiError;
use crate::security::{By, Caller};
use crate::state::AppState;
use crate::store::StoreError;

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ServerHealth")]
pub struct Health {
    status: &'static str,
    /// Left out under a foreign host name: by DNS rebinding, a page of another site could read it.
    #[serde(flatten)]
    figures: Option<Figures>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ServerFigures")]
struct Figures {
    version: &'static str,
    /// The newest place in the order of events.
    #[schemars(with = "String")]
    cursor: Cursor,
    documents: u64,
    /// Connected viewers: pages and tools that follow the events.
    viewers: usize,
}

/// Reports the health of the server, which needs a store that is open, undamaged and not full.
pub async fn healthz(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Health>, ApiError> {
    let is_probe = caller.by == By::Probe;
    let feed = sound(&state).await.map_err(|error| if is_probe { error.without_reason() } else { error })?;
    let figures = (!is_probe).then(|| Figures {
        version: env!("CARGO_PKG_VERSION"),
        cursor: feed.cursor,
        documents: feed.totals.documents,
        viewers: state.live.viewers(),
    });
    Ok(Json(Health { status: "ok", figures }))
}

async fn sound(state: &AppState) -> Result<Feed, StoreError> {
    let feed = state.store.feed().await?;
    match state.store.damage() {
        Some(reason) => Err(StoreError::Corrupt(reason)),
        None if state.store.is_full() => Err(StoreError::Full),
        None => Ok(feed),
    }
}
