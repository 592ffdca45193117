//! Tokens and the log of changes, for programs and for the forms of their page.

use app::access::{AuditLog, Role, Token};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, Redirect};
use axum::{Extension, Json};
use leptos::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::kept_for;
use crate::error::ApiError;
use crate::parameters::{Parameters, Submitted};
use crate::security::Caller;
use crate::state::AppState;
use crate::tokens::{self, Created, Wanted};
use crate::{clock, plain_page};

#[derive(Debug, Serialize, JsonSchema)]
pub struct TokenList {
    tokens: Vec<Token>,
}

/// A token to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// Who or what uses it.
    name: String,
    role: Role,
    /// After how long it expires, as in `90d`, `12h` or `2w`; never where it is not said.
    #[serde(default)]
    expires: Option<String>,
}

/// A token that was created, with its secret, which is answered this once.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CreatedToken {
    #[serde(flatten)]
    token: Token,
    secret: String,
}

/// Which records of the log are asked for.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AuditQuery {
    /// Only records before this id.
    before: Option<i64>,
}

pub async fn list(State(state): State<AppState>) -> Result<Json<TokenList>, ApiError> {
    Ok(Json(TokenList { tokens: state.store.tokens().await? }))
}

pub async fn audit(
    State(state): State<AppState>,
    Parameters(query): Parameters<AuditQuery>,
) -> Result<Json<AuditLog>, ApiError> {
    Ok(Json(state.store.audit_log(query.before).await?))
}

pub async fn create(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    Json(new): Json<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), ApiError> {
    let Created { token, secret } = add(&state, &caller, new).await?;
    Ok((StatusCode::CREATED, Json(CreatedToken { token, secret })))
}

/// Creates a token on behalf of the form on the page, and shows its secret.
pub async fn create_by_form(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Submitted(new): Submitted<NewToken>,
) -> Result<Html<String>, ApiError> {
    let Created { token, secret } = add(&state, &caller, new).await?;
    let page = view! {
        <p>"This is the secret of the token " <strong>{token.name}</strong> ", with the role " {token.role.as_str()} ". It is shown this once: copy it now."</p>
        <p><code class="plain__secret">{secret}</code></p>
        <p><a class="button button--primary" href="/access">"I have copied it"</a></p>
    };
    Ok(Html(plain_page::html(&headers, "Token created", page)))
}

pub async fn revoke(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    let missing = || ApiError::NoToken { id: id.chars().take(20).collect() };
    let number = id.parse().map_err(|_| missing())?;
    let was_active = tokens::revoke(&state.store, number, clock::now_ms()).await?;
    state.guard.forget_tokens();
    if was_active { Ok(StatusCode::NO_CONTENT) } else { Err(missing()) }
}

pub async fn revoke_by_form(state: State<AppState>, id: Path<String>) -> Result<Redirect, ApiError> {
    match revoke(state, id).await {
        // Somebody else may have revoked it in the meantime, which is what was wanted.
        Ok(_) | Err(ApiError::NoToken { .. }) => Ok(Redirect::to("/access")),
        Err(error) => Err(error),
    }
}

async fn add(state: &AppState, caller: &Caller, new: NewToken) -> Result<Created, ApiError> {
    let NewToken { name, role, expires } = new;
    let lasts_ms = expires.filter(|expires| !expires.trim().is_empty()).map(|expires| kept_for(&expires));
    let lasts_ms = lasts_ms.transpose().map_err(ApiError::BadToken)?;
    let wanted = Wanted { name, role, lasts_ms, created_by: caller.name.clone() };
    let is_restricted = state.guard.is_restricted().await?;
    let created = tokens::create(&state.store, wanted, is_restricted, clock::now_ms()).await?;
    state.guard.forget_tokens();
    Ok(created)
}
