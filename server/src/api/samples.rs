use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ApiError;
use crate::library;
use crate::state::AppState;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Added {
    added: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Removed {
    removed: u32,
}

pub async fn add(State(state): State<AppState>) -> Result<Json<Added>, ApiError> {
    Ok(Json(Added { added: library::add_samples(&state.store).await? }))
}

pub async fn remove(State(state): State<AppState>) -> Result<Json<Removed>, ApiError> {
    Ok(Json(Removed { removed: state.store.remove_samples().await? }))
}
