use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;

use crate::error::ApiError;
use crate::library::{ChainMoment, chain_at};
use crate::parameters::Parameters;
use crate::state::AppState;

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChainQuery {
    /// The state after this place in the server's order; the newest one where it is not stated.
    at: Option<u64>,
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
