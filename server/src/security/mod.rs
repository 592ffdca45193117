//! Access control. Every request is checked, whatever its route: the host name, the rate, who sends it, the origin, and
//! what they may do, in this order.

mod audit;
mod caller;
mod headers;
mod host;
mod login;
mod named;
mod needed;
mod origin;
mod provider;
mod rate;
mod secret;
mod stay;
mod token;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use app::access::Role;
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{Method, Request, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use crate::error::ApiError;
use crate::plain_page;
use crate::store::{Digest, SharedStore, StoreError};
use caller::identify;
use named::NamedTokens;
use needed::{changes, is_audited, needed};
use rate::{Limiter, RequestKind};
use stay::Stays;

pub use caller::{By, Caller, Unknown};
pub use headers::{RequestNonce, content_security_policy, with_headers};
pub use host::AllowedHosts;
pub use login::{log_in, log_out, login_page};
pub use provider::{Provider, ProviderOptions, Who, come_back, is_secure, send_there};
pub use secret::{digest_of, new_secret, random};
pub use stay::Stay;
pub use token::Token;

pub struct Guard {
    pub hosts: AllowedHosts,
    pub token: Option<Token>,
    /// Publishes previews, and can do nothing else.
    ci_token: Option<Token>,
    has_public_badges: bool,
    limiter: Limiter,
    store: Option<Known>,
    /// The tokens of the main project, where this is another: if there are any, this project needs one of its own.
    main: Option<NamedTokens>,
    /// Where people log in.
    pub provider: Option<Arc<Provider>>,
    /// The name of whoever opened the store itself, who needs no token.
    owner: Option<String>,
    stays: Stays,
}

/// The store, and the tokens in it.
struct Known {
    store: SharedStore,
    tokens: NamedTokens,
}

impl Guard {
    pub fn new(hosts: AllowedHosts, token: Option<Token>) -> Self {
        let hosts = if token.is_some() { hosts.or_any_address() } else { hosts };
        let limiter = Limiter::default();
        Self {
            hosts,
            token,
            ci_token: None,
            has_public_badges: false,
            limiter,
            store: None,
            main: None,
            provider: None,
            owner: None,
            stays: Stays::default(),
        }
    }

    /// Lets CI jobs publish previews with a token of their own.
    pub fn with_ci_token(self, ci_token: Option<Token>) -> Self {
        Self { ci_token, ..self }
    }

    /// Shows badges without the token.
    pub fn with_public_badges(self, has_public_badges: bool) -> Self {
        Self { has_public_badges, ..self }
    }

    /// Lets people log in at a provider.
    pub fn with_provider(self, provider: Option<Arc<Provider>>) -> Self {
        Self { provider, ..self }
    }

    /// Serves one who opened the store by its file or its password, in a command.
    pub fn for_owner(self, account: &str) -> Self {
        Self { owner: Some(format!("{account}, by a command")), ..self }
    }

    /// Accepts the tokens that a store knows, and records changes in it.
    pub fn over(self, store: SharedStore) -> Self {
        Self { store: Some(Known { tokens: NamedTokens::of(store.clone()), store }), ..self }
    }

    /// Asks for a token as soon as the main project has one.
    pub fn below(self, main: SharedStore) -> Self {
        Self { main: Some(NamedTokens::of(main)), ..self }
    }

    /// Forgets addresses that sent nothing for a while. Called at intervals.
    pub fn tidy(&self) {
        self.limiter.tidy();
    }

    /// Learns of a change of tokens by this server at once.
    pub fn forget_tokens(&self) {
        if let Some(known) = &self.store {
            known.tokens.forget();
        }
        self.stays.look();
    }

    /// Returns whether requests need a token.
    pub async fn is_restricted(&self) -> Result<bool, StoreError> {
        if self.token.is_some() || self.provider.is_some() {
            return Ok(true);
        }
        for tokens in self.store.iter().map(|known| &known.tokens).chain(&self.main) {
            if tokens.exist().await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn named(&self, secret: &str) -> Result<Option<app::access::Token>, StoreError> {
        self.find(digest_of(secret)).await
    }

    /// Returns the login with that secret, by a token that the store knows or by the server's own.
    async fn login(&self, secret: &str) -> Result<Option<app::access::Token>, StoreError> {
        let found = match (self.named(secret).await?, &self.token) {
            (None, Some(token)) => self.find(token.digest_of_login(secret)).await?,
            (found, _) => found,
        };
        Ok(found.filter(|token| token.is_login))
    }

    async fn find(&self, digest: Digest) -> Result<Option<app::access::Token>, StoreError> {
        match &self.store {
            Some(known) => known.tokens.find(digest).await,
            None => Ok(None),
        }
    }
}

pub async fn guard(State(guard): State<Arc<Guard>>, request: Request<Body>, next: Next) -> Response {
    // A body can't be shared with another thread while something is awaited.
    let (parts, body) = request.into_parts();
    let head = Request::from_parts(parts, ());
    let caller = match examine(&guard, &head).await {
        Ok(caller) => caller,
        Err(Refusal::Problem(error)) => {
            log_refusal(&head, &error);
            return error.into_response();
        }
        Err(Refusal::LogIn { to }) => return Redirect::to(&to).into_response(),
    };
    let audited = guard.store.as_ref().filter(|_| is_audited(&head));
    let (mut parts, ()) = head.into_parts();
    parts.extensions.insert(caller.viewer());
    parts.extensions.insert(caller.clone());
    if is_stream(parts.uri.path()) {
        parts.extensions.insert(guard.stay(&caller.by, &parts.headers));
    }
    let request = Request::from_parts(parts, body);
    let Some(Known { store, .. }) = audited else { return next.run(request).await };
    let (request, record) = match audit::begin(store, &caller, request).await {
        Ok(begun) => begun,
        Err(error) => return error.into_response(),
    };
    let response = next.run(request).await;
    audit::end(store, record, response.status().as_u16()).await;
    response
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

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Problem(error.into())
    }
}

async fn examine(guard: &Guard, request: &Request<()>) -> Result<Caller, Refusal> {
    let (path, peer) = (request.uri().path(), peer_of(request));
    let host = guard.hosts.check(request);
    let is_probe = host.is_err() && path == "/healthz" && !changes_or_streams(request);
    let host = if is_probe { "" } else { host? };
    guard.limiter.check(peer, RequestKind::of(request))?;
    if is_probe {
        return Ok(Caller::probe());
    }

    let is_open = is_open_to_all(path) || (guard.has_public_badges && path == "/badge.svg");
    if is_open {
        if changes_or_streams(request) {
            origin::check(request.headers(), host, peer.is_loopback())?;
        }
        return Ok(Caller::visitor());
    }
    let needed = needed(request);
    let found = identify(guard, request.headers()).await?;
    // Where only CI jobs have a token, a wrong one is refused where it is for something.
    let is_restricted = guard.is_restricted().await?;
    let is_wrong_for_ci = guard.ci_token.is_some() && needed == Role::Publish && found == Err(Unknown::Wrong);
    let asks = is_restricted || is_wrong_for_ci;
    if asks && found == Err(Unknown::Wrong) {
        guard.limiter.check(peer, RequestKind::WrongToken)?;
    }
    let is_refused = asks && found.is_err();
    if changes_or_streams(request) {
        let is_bearer = found.as_ref().is_ok_and(Caller::is_bearer);
        // Without an origin it is a tool, which has to learn that its token is missing.
        origin::check(request.headers(), host, is_bearer || peer.is_loopback() || is_refused)?;
    }
    match found {
        Ok(caller) if caller.role.allows(needed) => Ok(caller),
        Ok(Caller { name, role, .. }) => Err(ApiError::RoleTooNarrow { name, role, needed }.into()),
        Err(_) if !asks => Ok(Caller::anybody()),
        Err(unknown) => {
            let is_navigation = request.method() == Method::GET && plain_page::is_wanted(request.headers());
            Err(if is_navigation {
                Refusal::LogIn { to: login::address(request.uri()) }
            } else {
                ApiError::Unauthorized(unknown).into()
            })
        }
    }
}

/// Logs who tried what, where that may be an attack. A browser that isn't logged in yet is none.
fn log_refusal(request: &Request<()>, error: &ApiError) {
    let is_suspicious = matches!(
        error,
        ApiError::Unauthorized(Unknown::Wrong | Unknown::Ended { .. })
            | ApiError::RoleTooNarrow { .. }
            | ApiError::ForeignHost { .. }
            | ApiError::ForeignOrigin { .. }
    );
    if is_suspicious && rate::may_log() {
        let (peer, method, path) = (peer_of(request), request.method(), request.uri().path());
        tracing::warn!(%peer, %method, ?path, "refused: {error}");
    }
}

/// Returns the address of the client. An unknown one (in a test, or on a socket of another kind) isn't trusted.
fn peer_of<B>(request: &Request<B>) -> IpAddr {
    request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(peer)| peer.ip().to_canonical())
}

/// Returns whether another site must not make a browser send this: it changes something or streams events.
fn changes_or_streams<B>(request: &Request<B>) -> bool {
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    changes(request.method()) || is_upgrade || is_stream(request.uri().path())
}

/// Returns whether the events of a store are sent there, for as long as the client stays.
fn is_stream(path: &str) -> bool {
    matches!(path, "/ws" | "/events")
}

/// Returns whether a path needs no token: the login, its assets, the health check, the page of links that carry a text,
/// which shows nothing of this server, and previews, whose links are secrets themselves.
fn is_open_to_all(path: &str) -> bool {
    matches!(
        path,
        "/login" | "/login/provider" | "/login/provider/back" | "/healthz" | "/favicon.svg" | "/preview"
    ) || path.starts_with("/pkg/")
        || path.starts_with("/p/")
}
