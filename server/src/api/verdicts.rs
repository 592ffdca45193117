use app::work_item::WorkItemQuery;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;

/// Responds with the work items that gates judged, or with all that gates answered about one.
pub async fn show(
    State(state): State<AppState>,
    Parameters(query): Parameters<WorkItemQuery>,
) -> Result<Response, ApiError> {
    if let Some(error) = query.error() {
        return Err(ApiError::BadQuery(error.to_string()));
    }
    let WorkItemQuery { task, before } = query;
    let Some(task) = task else {
        return Ok(Json(state.store.work_items(before).await?).into_response());
    };
    match state.store.work_item(task.clone()).await? {
        Some(item) => Ok(Json(item).into_response()),
        None => {
            let task: String = task.chars().take(64).collect();
            Err(ApiError::NotFound { what: format!("a verdict about `{task}`") })
        }
    }
}
