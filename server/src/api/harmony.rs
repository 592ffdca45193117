//! Health, and what a person decides of its recommendations.

use app::api::{HealthPage, HealthQuery};
use app::catalog;
use app::health::{Decided, Decision};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Redirect;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::clock;
use crate::error::ApiError;
use crate::library::health;
use crate::parameters::{Parameters, Submitted};
use crate::state::AppState;
use crate::store::Choice;

/// The most bytes of a reason.
const LONGEST_REASON: usize = 2_000;

pub async fn show(
    State(state): State<AppState>,
    Parameters(query): Parameters<HealthQuery>,
) -> Result<Json<HealthPage>, ApiError> {
    if let Some(error) = query.error() {
        return Err(ApiError::BadQuery(error.to_string()));
    }
    Ok(Json(health::load(&state.store, query, clock::now_ms()).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HealingDecision {
    rule: String,
    format: String,
    decision: Decision,
    #[serde(default)]
    reason: Option<String>,
}

/// Accepts or ignores a recommendation.
pub async fn decide(
    State(state): State<AppState>,
    Json(decision): Json<HealingDecision>,
) -> Result<StatusCode, ApiError> {
    choose(&state, decision).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn decide_by_form(
    State(state): State<AppState>,
    Submitted(decision): Submitted<HealingDecision>,
) -> Result<Redirect, ApiError> {
    choose(&state, decision).await?;
    Ok(Redirect::to("/harmony#healing"))
}

async fn choose(state: &AppState, decision: HealingDecision) -> Result<(), ApiError> {
    let HealingDecision { rule, format, decision, reason } = decision;
    let is_known = catalog::by_id(&format).is_some_and(|spec| spec.all_rules().any(|known| known.id == rule));
    if !is_known {
        return Err(bad(format!("the format `{format}` has no rule `{rule}`")));
    }
    let reason = reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    if decision == Decision::Ignored && reason.is_none() {
        return Err(bad("a recommendation is ignored for a `reason`".to_owned()));
    }
    if reason.as_ref().is_some_and(|reason| reason.len() > LONGEST_REASON) {
        return Err(bad(format!("a `reason` may have {LONGEST_REASON} bytes")));
    }
    let decided = Decided { rule, format, decision, reason, at_ms: clock::now_ms() };
    Ok(state.store.choose(Choice::Healing(decided)).await?)
}

fn bad(message: String) -> ApiError {
    let hint = r#"send {"rule": "…", "format": "5.1", "decision": "ignored", "reason": "…"} as application/json; an accepted recommendation needs no reason"#;
    ApiError::BadDecision { message, hint }
}
