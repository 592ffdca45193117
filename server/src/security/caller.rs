//! Who sends a request, by its headers.

use app::access::{Role, Token as Named, Viewer};
use app::cookie::cookie;
use axum::http::{HeaderMap, header};

use super::Guard;
use crate::clock;
use crate::error::ApiError;

/// The cookies of a login, the first of which only arrives by HTTPS.
pub(super) const LOGIN_COOKIES: [&str; 2] = ["__Host-harmony_login", "harmony_login"];

/// The name of whoever has the token that the server was started with.
pub(super) const SERVER_TOKEN: &str = "the server's token";

/// Who sends a request, and what they may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    pub name: String,
    pub role: Role,
    pub by: By,
}

/// How it is known who sends a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The server asks nobody.
    Open,
    /// A health check by another name than the server's, as balancers send.
    Probe,
    /// They opened the store itself.
    Owner,
    /// The token, or the CI token, that the server was started with.
    ServerToken,
    /// A token that the store knows.
    Token(i64),
    /// A login that the store knows.
    Login(i64),
}

impl Caller {
    fn named(token: Named) -> Self {
        let by = if token.is_login { By::Login(token.id) } else { By::Token(token.id) };
        Self { name: token.name, role: token.role, by }
    }

    fn of_server(name: &str, role: Role, by: By) -> Self {
        Self { name: name.to_owned(), role, by }
    }

    /// Returns everybody, where nobody is asked who they are.
    pub(super) fn anybody() -> Self {
        Self::of_server("this machine", Role::Operate, By::Open)
    }

    /// Returns somebody at the login or another page that is open to all, who may do nothing.
    pub(super) fn visitor() -> Self {
        Self::of_server("a visitor", Role::Read, By::Open)
    }

    /// Returns a balancer, which learns whether the server is healthy and no more.
    pub(super) fn probe() -> Self {
        Self::of_server("a health check", Role::Read, By::Probe)
    }

    pub fn viewer(&self) -> Viewer {
        let has_login = matches!(self.by, By::Login(_));
        Viewer { name: self.name.clone(), role: self.role, has_login, is_anybody: self.by == By::Open }
    }

    pub fn is_bearer(&self) -> bool {
        matches!(self.by, By::ServerToken | By::Token(_))
    }
}

/// Why a request has no caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// It names no token.
    Missing,
    Wrong,
    /// A token of this name, or a login, is over.
    Ended {
        name: String,
        how: &'static str,
    },
}

/// Finds out who sends a request. A token counts more than a cookie.
pub(super) async fn identify(
    guard: &Guard,
    headers: &HeaderMap,
) -> Result<Result<Caller, Unknown>, ApiError> {
    if let Some(owner) = &guard.owner {
        return Ok(Ok(Caller::of_server(owner, Role::Operate, By::Owner)));
    }
    if headers.contains_key(header::AUTHORIZATION) {
        let Some(secret) = bearer(headers) else { return Ok(Err(Unknown::Wrong)) };
        let is = |token: &Option<super::Token>| token.as_ref().is_some_and(|token| token.is(secret));
        if is(&guard.token) {
            return Ok(Ok(Caller::of_server(SERVER_TOKEN, Role::Operate, By::ServerToken)));
        }
        if is(&guard.ci_token) {
            return Ok(Ok(Caller::of_server("the CI token", Role::Publish, By::ServerToken)));
        }
        let token = guard.named(secret).await?.filter(|token| !token.is_login);
        return Ok(token.map_or(Err(Unknown::Wrong), active));
    }
    let Some(secret) = login_secret(headers) else { return Ok(Err(Unknown::Missing)) };
    // A browser whose login is over is asked to log in again, without another word.
    Ok(guard
        .login(secret)
        .await?
        .map_or(Err(Unknown::Missing), |login| active(login).map_err(|_| Unknown::Missing)))
}

fn active(token: Named) -> Result<Caller, Unknown> {
    if token.is_active(clock::now_ms()) {
        return Ok(Caller::named(token));
    }
    let how = if token.revoked_ms.is_some() { "was revoked" } else { "has expired" };
    Err(Unknown::Ended { name: token.name, how })
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, secret) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(secret.trim())
}

/// Returns the secret of a login.
pub(super) fn login_secret(headers: &HeaderMap) -> Option<&str> {
    LOGIN_COOKIES.into_iter().find_map(|name| cookie(headers, name))
}
