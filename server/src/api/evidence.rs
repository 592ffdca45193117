use app::evidence::Evidence;
use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ApiError;
use crate::library::evidence_of;
use crate::parameters::Parameters;
use crate::state::AppState;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EvidenceQuery {
    /// The name of a session.
    session: String,
}

/// Responds with what the agents of a session claim, beside what their tools answered, and with the session's facts.
pub async fn show(
    State(state): State<AppState>,
    Parameters(EvidenceQuery { session }): Parameters<EvidenceQuery>,
) -> Result<Json<Evidence>, ApiError> {
    let evidence = evidence_of(&state.store, &session, &state.prices).await?;
    if evidence.is_empty() {
        return Err(ApiError::NotFound { what: format!("a transcript of session `{session}`") });
    }
    Ok(Json(evidence))
}
