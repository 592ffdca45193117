use app::work_item::{WorkItem, WorkItemQuery, WorkItems};
use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Verdicts {
    All(WorkItems),
    /// About the task that was asked for.
    One(WorkItem),
}

/// Responds with the work items that gates judged, or with all that gates answered about one.
pub async fn show(
    State(state): State<AppState>,
    Parameters(query): Parameters<WorkItemQuery>,
) -> Result<Json<Verdicts>, ApiError> {
    if let Some(error) = query.error() {
        return Err(ApiError::BadQuery(error.to_string()));
    }
    let WorkItemQuery { task, before } = query;
    let Some(task) = task else {
        return Ok(Json(Verdicts::All(state.store.work_items(before).await?)));
    };
    match state.store.work_item(task.clone()).await? {
        Some(item) => Ok(Json(Verdicts::One(item))),
        None => {
            let task: String = task.chars().take(64).collect();
            Err(ApiError::NotFound { what: format!("a verdict about `{task}`") })
        }
    }
}
