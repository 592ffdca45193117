//! Sessions, for programs.

use app::api::{SessionList, SessionsQuery};
use app::track::Session;
use axum::Json;
use axum::extract::State;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ApiError;
use crate::otlp::session_trace;
use crate::parameters::Parameters;
use crate::state::AppState;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionTraceQuery {
    /// The name of a session.
    session: String,
    /// The id of one of its chains; all of them where it is not stated.
    chain: Option<String>,
    /// The state after this place in the server's order; the newest one where it is not stated.
    at: Option<u64>,
}

pub async fn list(
    State(state): State<AppState>,
    Parameters(query): Parameters<SessionsQuery>,
) -> Result<Json<SessionList>, ApiError> {
    state.inbox.catch_up().await?;
    Ok(Json(state.store.sessions(query).await?))
}

/// Responds with the chains of a session as OpenTelemetry spans, in OTLP/JSON.
pub async fn trace(
    State(state): State<AppState>,
    Parameters(SessionTraceQuery { session: name, chain, at }): Parameters<SessionTraceQuery>,
) -> Result<Json<ExportTraceServiceRequest>, ApiError> {
    let mentions = state.store.mentions(name.clone(), at).await?;
    let session = Session::of(&name, &mentions);
    let is_wanted = |id: &str| chain.as_deref().is_none_or(|wanted| wanted == id);
    if !session.chains.iter().any(|chain| is_wanted(&chain.id)) {
        let short = |words: &str| words.chars().take(64).collect::<String>();
        let of_session = format!("session `{}`", short(&name));
        let what = match &chain {
            Some(chain) => format!("a chain `{}` of the {of_session}", short(chain)),
            None => format!("a chain in the {of_session}"),
        };
        return Err(ApiError::NotFound { what });
    }
    Ok(Json(session_trace::request(&session, &mentions, chain.as_deref())))
}
