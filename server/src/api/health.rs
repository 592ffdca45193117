use app::event::Cursor;
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
    let feed = state.store.feed().await?;
    if let Some(reason) = state.store.damage() {
        return Err(StoreError::Corrupt(reason).into());
    }
    if state.store.is_full() {
        return Err(StoreError::Full.into());
    }
    let figures = (caller.by != By::Probe).then(|| Figures {
        version: env!("CARGO_PKG_VERSION"),
        cursor: feed.cursor,
        documents: feed.totals.documents,
        viewers: state.live.viewers(),
    });
    Ok(Json(Health { status: "ok", figures }))
}
