//! Sessions, for programs.

use app::api::{SessionList, SessionsQuery};
use axum::Json;
use axum::extract::State;

use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;

pub async fn list(
    State(state): State<AppState>,
    Parameters(query): Parameters<SessionsQuery>,
) -> Result<Json<SessionList>, ApiError> {
    state.inbox.catch_up().await?;
    Ok(Json(state.store.sessions(query).await?))
}
