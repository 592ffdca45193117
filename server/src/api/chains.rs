use axum::Json;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ApiError;
use crate::library::{ChainList, ChainMoment, chain_at, chains_at};
use crate::parameters::Parameters;
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChainQuery {
    /// The state after this place in the server's order; the newest one where it is not stated.
    at: Option<u64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChainsQuery {
    /// The name of a session.
    session: String,
    /// Those after this place in the server's order; the newest ones where it is not stated.
    at: Option<u64>,
}

/// Responds with the chains of a session, now or at an earlier moment.
pub async fn list(
    State(state): State<AppState>,
    Parameters(ChainsQuery { session, at }): Parameters<ChainsQuery>,
) -> Result<Json<ChainList>, ApiError> {
    let found = chains_at(&state.store, &session, at).await?;
    found.map(Json).ok_or_else(|| {
        let session: String = session.chars().take(64).collect();
        ApiError::NotFound { what: format!("a chain of session `{session}`") }
    })
}

/// Responds with the state of a chain, now or at an earlier moment.
pub async fn show(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Parameters(ChainQuery { at }): Parameters<ChainQuery>,
) -> Result<Json<ChainMoment>, ApiError> {
    let found = chain_at(&state.store, &id, at).await?;
    found.map(Json).ok_or_else(|| {
        let moment = at.map(|at| format!(" at {at}")).unwrap_or_default();
        ApiError::NotFound { what: format!("chain `{}`{moment}", id.chars().take(64).collect::<String>()) }
    })
}
