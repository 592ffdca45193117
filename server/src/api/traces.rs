use app::trace::{TraceList, TraceQuery};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};

use crate::error::ApiError;
use crate::state::AppState;

pub async fn list(
    State(state): State<AppState>,
    query: Result<Query<TraceQuery>, QueryRejection>,
) -> Result<Json<TraceList>, ApiError> {
    let Query(query) = query.map_err(|rejection| ApiError::BadQuery(rejection.body_text()))?;
    Ok(Json(state.store.traces(query).await?))
}
