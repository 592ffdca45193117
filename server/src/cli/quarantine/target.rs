//! The server or the store that is asked.

use axum::http::Method;

use crate::cli::asked::Asked;
use crate::cli::reach::{Access, Answer, Reach, escaped};
use crate::quarantine::{ActiveQuarantine, NewQuarantine, QuarantineList};

pub(super) struct Target(Reach);

const PATH: &str = "/api/quarantine";
/// The problem of a target that isn't quarantined. Another 404 is from something else than this route.
const NOT_QUARANTINED: &str = "not-quarantined";

impl Target {
    pub fn of(asked: &Asked, access: Access) -> anyhow::Result<Self> {
        asked.reach(access).map(Self)
    }

    pub async fn add(&self, new: NewQuarantine) -> anyhow::Result<ActiveQuarantine> {
        let body = serde_json::to_vec(&new)?;
        self.0.ask(Method::POST, PATH, Some(("application/json", body))).await?.read()
    }

    /// Returns whether the target was quarantined.
    pub async fn release(&self, target_type: &str, target_id: &str) -> anyhow::Result<bool> {
        let answer = self.0.ask(Method::DELETE, &path_of(target_type, target_id), None).await?;
        Ok(some(answer)?.is_some())
    }

    pub async fn list(&self) -> anyhow::Result<QuarantineList> {
        self.0.get(PATH).await
    }

    pub async fn find(&self, target_type: &str, target_id: &str) -> anyhow::Result<Option<ActiveQuarantine>> {
        let answer = self.0.ask(Method::GET, &path_of(target_type, target_id), None).await?;
        some(answer)?.map(|answer| answer.read()).transpose()
    }
}

/// Returns an answer about a target that is quarantined; `None` if it isn't.
fn some(answer: Answer) -> anyhow::Result<Option<Answer>> {
    if answer.is_problem(NOT_QUARANTINED) {
        return Ok(None);
    }
    answer.expect_success()?;
    Ok(Some(answer))
}

fn path_of(target_type: &str, target_id: &str) -> String {
    format!("{PATH}/{target_type}/{}", escaped(target_id))
}
