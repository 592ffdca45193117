use app::trace::{TraceList, TraceQuery};
use axum::Json;
use axum::extract::State;

use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;

pub async fn list(
    State(state): State<AppState>,
    Parameters(query): Parameters<TraceQuery>,
) -> Result<Json<TraceList>, ApiError> {
    if let Some(error) = query.error() {
        return Err(ApiError::BadQuery(error.to_string()));
    }
    Ok(Json(state.store.traces(query).await?))
}
