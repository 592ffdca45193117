//! The projects of an instance, which the main one shows.

use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::event::Totals;

/// How a project does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct ProjectSummary {
    /// The main one has none.
    pub name: Option<String>,
    /// `None` if its store can't be read.
    pub totals: Option<Totals>,
    /// What waits for a person.
    pub waiting: u64,
    pub quarantined: u64,
    /// When the newest document arrived.
    pub newest_ms: Option<i64>,
}

pub type SummariesFuture = Pin<Box<dyn Future<Output = Vec<ProjectSummary>> + Send>>;

pub trait ProjectList: Send + Sync {
    fn summaries(self: Arc<Self>) -> SummariesFuture;
}

/// Given to the pages of the main project, if there are others.
#[derive(Clone)]
pub struct SharedProjects(pub Arc<dyn ProjectList>);

/// Given to the pages of another project: its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectPlace(pub String);

/// Returns how each project does; `None` if there is only one.
pub async fn load_projects() -> Result<Option<Vec<ProjectSummary>>, ServerFnError> {
    match use_context::<SharedProjects>() {
        Some(SharedProjects(projects)) => Ok(Some(projects.summaries().await)),
        None => Ok(None),
    }
}
