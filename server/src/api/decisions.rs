use app::audit::{DecisionQuery, Decisions};
use axum::Json;
use axum::extract::State;

use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;

/// Responds with decision records, and with the trail of a task that is asked for.
pub async fn show(
    State(state): State<AppState>,
    Parameters(query): Parameters<DecisionQuery>,
) -> Result<Json<Decisions>, ApiError> {
    if let Some(error) = query.error() {
        return Err(ApiError::BadQuery(error.to_string()));
    }
    let query = query.cleaned();
    let task = query.task.clone();
    let found = state.store.decisions(query).await?;
    match task {
        Some(task) if found.trail.is_none() => {
            let task: String = task.chars().take(64).collect();
            Err(ApiError::NotFound { what: format!("a decision about `{task}`") })
        }
        _ => Ok(Json(found)),
    }
}
