//! How the projects of an instance do.

use std::collections::BTreeMap;
use std::sync::Arc;

use app::api::{ProjectList, ProjectSummary};
use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use crate::projects::Projects;
use crate::state::AppState;

#[derive(Debug, Serialize, JsonSchema)]
pub struct ProjectSummaries {
    /// The main project first; another project answers of itself alone.
    projects: Vec<ProjectSummary>,
}

pub async fn list(State(state): State<AppState>) -> Json<ProjectSummaries> {
    let projects = match &state.projects {
        Some(all) => Arc::clone(&all.0).summaries().await,
        None => Arc::new(Projects::of(&state, &BTreeMap::new())).summaries().await,
    };
    Json(ProjectSummaries { projects })
}
