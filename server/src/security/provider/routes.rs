use std::sync::Arc;

use app::access::Role;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::sign_in::SignIn;
use super::{Identified, LOGGED_IN_FOR_MS, Provider};
use crate::clock;
use crate::error::ApiError;
use crate::security::login::{LoginBy, LoginQuery, Person, begin_session, refused, way_back, with_cookie};
use crate::state::AppState;

/// Where the provider sends browsers back to; registered there.
pub(super) const BACK: &str = "/login/provider/back";

/// What the provider sends a browser back with.
#[derive(Deserialize)]
pub struct Returned {
    #[serde(default)]
    state: String,
    code: Option<String>,
    error: Option<String>,
    error_description: Option<String>,
}

/// Sends a browser to the provider.
pub async fn send_there(
    State(state): State<AppState>,
    Query(query): Query<LoginQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Some(provider) = state.guard.provider.clone() else { return Err(no_provider()) };
    let sign_in = SignIn::begin(way_back(&query.to)).map_err(|_| ApiError::NoRandomness)?;
    let is_by_https = provider.options.public_url.starts_with("https://");
    let cookie = sign_in.cookie(is_by_https);
    match blocking(move || provider.address(&sign_in)).await {
        Ok(address) => Ok(with_cookie(&address, &cookie)),
        Err(reason) => Ok(failed(&state, &headers, &query.to, &reason)),
    }
}

/// Lets somebody in whom the provider sends back.
pub async fn come_back(
    State(state): State<AppState>,
    Query(returned): Query<Returned>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Some(provider) = state.guard.provider.clone() else { return Err(no_provider()) };
    let begun =
        SignIn::of(&headers).filter(|begun| !returned.state.is_empty() && begun.state == returned.state);
    let Some(begun) = begun else {
        let notice = "This sign-in was not begun in this browser, or took too long. Begin again.";
        return Ok(refused(&state, &headers, "/", notice));
    };
    let to = begun.to.clone();
    let Some(code) = returned.code else {
        let said = returned.error_description.or(returned.error).unwrap_or_default();
        let said: String = said.chars().filter(|letter| !letter.is_control()).take(300).collect();
        return Ok(failed(&state, &headers, &to, &format!("it sent no code: {said}")));
    };
    let asked = Arc::clone(&provider);
    let person = match blocking(move || asked.identify(&code, &begun)).await {
        Ok(person) => person,
        Err(reason) => return Ok(failed(&state, &headers, &to, &reason)),
    };
    let Some(role) = provider.role_of(&person) else {
        tracing::warn!(name = %person.name, "somebody without access came from the provider");
        let notice = format!("{} has no access here. Ask whoever operates this server.", person.name);
        return Ok(refused(&state, &headers, &to, &notice));
    };
    let expires_ms = clock::now_ms() + LOGGED_IN_FOR_MS;
    let login = Person { name: person.name, role, by: LoginBy::Provider, expires_ms };
    let cookie = begin_session(&state, login).await?;
    let mut response = with_cookie(way_back(&to), &cookie);
    if let Ok(ended) = SignIn::ended().parse() {
        response.headers_mut().append(header::SET_COOKIE, ended);
    }
    Ok(response)
}

impl Provider {
    fn role_of(&self, person: &Identified) -> Option<Role> {
        let is_among = |people: &[super::Who]| people.iter().any(|who| who.includes(person));
        if is_among(&self.options.operators) {
            return Some(Role::Operate);
        }
        is_among(&self.options.readers).then_some(Role::Read)
    }
}

fn failed(state: &AppState, headers: &HeaderMap, to: &str, reason: &str) -> Response {
    tracing::warn!(reason, "a login at the provider failed");
    let notice = format!("The login at the provider failed: {reason}.");
    let mut response = refused(state, headers, to, &notice);
    *response.status_mut() = StatusCode::BAD_GATEWAY;
    response.into_response()
}

fn no_provider() -> ApiError {
    ApiError::NotFound { what: "a provider of logins".to_owned() }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err("the request was interrupted".to_owned()))
}
