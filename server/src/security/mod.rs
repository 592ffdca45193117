//! Access control. Every request is checked, whatever its route: the host name, the rate, the origin and the token,
//! in this order.

mod headers;
mod host;
mod login;
mod origin;
mod rate;
mod token;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use crate::error::ApiError;
use crate::plain_page;
use rate::{Limiter, RequestKind};

pub use headers::{RequestNonce, content_security_policy, with_headers};
pub use host::AllowedHosts;
pub use login::{log_in, login_page};
pub use token::Token;

pub struct Guard {
    pub hosts: AllowedHosts,
    pub token: Option<Token>,
    /// Publishes previews, and can do nothing else.
    ci_token: Option<Token>,
    has_public_badges: bool,
    limiter: Limiter,
}

impl Guard {
    pub fn new(hosts: AllowedHosts, token: Option<Token>) -> Self {
        let hosts = if token.is_some() { hosts.or_any_address() } else { hosts };
        Self { hosts, token, ci_token: None, has_public_badges: false, limiter: Limiter::default() }
    }

    /// Lets CI jobs publish previews with a token of their own.
    pub fn with_ci_token(self, ci_token: Option<Token>) -> Self {
        Self { ci_token, ..self }
    }

    /// Shows badges without the token.
    pub fn with_public_badges(self, has_public_badges: bool) -> Self {
        Self { has_public_badges, ..self }
    }

    /// Forgets addresses that sent nothing for a while. Called at intervals.
    pub fn tidy(&self) {
        self.limiter.tidy();
    }
}

pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    match examine(&guard, &request) {
        Ok(()) => next.run(request).await,
        Err(Refusal::Problem(error)) => error.into_response(),
        Err(Refusal::LogIn { to }) => Redirect::to(&to).into_response(),
    }
}

enum Refusal {
    Problem(ApiError),
    /// A browser without a session is sent to the login.
    LogIn {
        to: String,
    },
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        Self::Problem(error)
    }
}

fn examine(guard: &Guard, request: &Request) -> Result<(), Refusal> {
    let host = guard.hosts.check(request)?;
    let peer = peer_of(request);
    guard.limiter.check(peer, RequestKind::of(request))?;

    let bears =
        |token: &Option<Token>| token.as_ref().is_some_and(|token| token.is_bearer_of(request.headers()));
    let bearer = bears(&guard.token);
    let is_of_ci = bears(&guard.ci_token);
    if is_of_ci && !publishes(request) {
        return Err(ApiError::CiTokenOnlyPublishes.into());
    }
    let sends_token = request.headers().contains_key(header::AUTHORIZATION);
    let needs_token = guard.token.is_some() || (guard.ci_token.is_some() && publishes(request));
    let is_wrong = needs_token && sends_token && !bearer && !is_of_ci;
    if is_wrong {
        guard.limiter.check(peer, RequestKind::WrongToken)?;
    }
    let path = request.uri().path();
    let is_open = is_open_to_all(path) || (guard.has_public_badges && path == "/badge.svg");
    let has_none = guard
        .token
        .as_ref()
        .is_some_and(|token| !bearer && !is_of_ci && !token.has_session(request.headers()) && !is_open);
    let lacks_token = has_none || (is_wrong && publishes(request));
    if changes_or_streams(request) {
        // Without an origin it is a tool, which has to learn that its token is missing.
        origin::check(request.headers(), host, bearer || is_of_ci || peer.is_loopback() || lacks_token)?;
    }
    if !lacks_token {
        return Ok(());
    }
    let is_navigation = request.method() == Method::GET && plain_page::is_wanted(request.headers());
    Err(if is_navigation {
        Refusal::LogIn { to: login::address(request.uri()) }
    } else {
        ApiError::Unauthorized { is_wrong }.into()
    })
}

/// Returns the address of the client. An unknown one (in a test, or on a socket of another kind) isn't trusted.
fn peer_of(request: &Request) -> IpAddr {
    request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(peer)| peer.ip().to_canonical())
}

/// Returns whether another site must not make a browser send this: it changes something or streams events.
fn changes_or_streams(request: &Request) -> bool {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    !is_safe || is_upgrade || matches!(request.uri().path(), "/ws" | "/events")
}

/// Returns whether a request asks for what the CI token is for.
fn publishes(request: &Request) -> bool {
    request.method() == Method::POST && request.uri().path() == "/api/previews"
}

/// Returns whether a path needs no token: the login, its assets, the health check, the page of links that carry a text,
/// which shows nothing of this server, and previews, whose links are secrets themselves.
fn is_open_to_all(path: &str) -> bool {
    matches!(path, "/login" | "/healthz" | "/favicon.svg" | "/preview")
        || path.starts_with("/pkg/")
        || path.starts_with("/p/")
}
