use std::sync::Arc;

use app::access::Role;
use axum::extract::{Query, State};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use leptos::prelude::*;
use serde::Deserialize;

use super::caller::{LOGIN_COOKIES, SERVER_TOKEN};
use super::{By, Caller, Guard, Token, digest_of, new_secret};
use crate::error::ApiError;
use crate::state::AppState;
use crate::store::{AccessChange, NewAudited, NewToken};
use crate::{clock, plain_page};

#[derive(Deserialize)]
pub struct Login {
    token: String,
    #[serde(default)]
    to: String,
}

#[derive(Deserialize)]
pub struct LoginQuery {
    #[serde(default)]
    pub to: String,
}

/// How long a browser stays logged in, if its token is valid for that long.
const LOGGED_IN_FOR_MS: i64 = 30 * 24 * 60 * 60 * 1000;

pub async fn login_page(
    State(state): State<AppState>,
    Query(query): Query<LoginQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if !state.guard.is_restricted().await? {
        return Ok(Redirect::to(way_back(&query.to)).into_response());
    }
    Ok(page(&state, &headers, &query.to, None).into_response())
}

pub async fn log_in(
    State(state): State<AppState>,
    headers: HeaderMap,
    Form(login): Form<Login>,
) -> Result<Response, ApiError> {
    let guard: &Arc<Guard> = &state.guard;
    if !guard.is_restricted().await? {
        return Ok(Redirect::to("/").into_response());
    }
    let refused = |notice| refused(&state, &headers, &login.to, notice);
    let secret = login.token.trim();
    let now_ms = clock::now_ms();
    let ends_ms = now_ms + LOGGED_IN_FOR_MS;
    if let Some(token) = guard.token.as_ref().filter(|token| token.is(secret)) {
        let by = LoginBy::Server(token.clone());
        let person = Person { name: SERVER_TOKEN.to_owned(), role: Role::Operate, by, expires_ms: ends_ms };
        let cookie = begin_session(&state, person).await?;
        return Ok(with_cookie(way_back(&login.to), &cookie));
    }
    let token = guard.named(secret).await?.filter(|token| !token.is_login && token.is_active(now_ms));
    let Some(token) = token else {
        tracing::warn!("login with a wrong token");
        return Ok(refused("The token is wrong, or has ended."));
    };
    if !token.role.allows(Role::Read) {
        return Ok(refused("This token is for programs: it can't open pages."));
    }
    let expires_ms = token.expires_ms.map_or(ends_ms, |expires_ms| expires_ms.min(ends_ms));
    let person = Person { name: token.name, role: token.role, by: LoginBy::Token(token.id), expires_ms };
    let cookie = begin_session(&state, person).await?;
    Ok(with_cookie(way_back(&login.to), &cookie))
}

/// Ends the login of a browser.
pub async fn log_out(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, ApiError> {
    if let By::Login(id) = caller.by {
        state.store.change_access(AccessChange::Revoke { id, at_ms: clock::now_ms() }).await?;
        state.guard.forget_tokens();
    }
    record(&state, &caller.name, "POST /logout").await?;
    let mut response = Redirect::to("/login").into_response();
    for name in LOGIN_COOKIES {
        let secure = if name.starts_with("__Host-") { "; Secure" } else { "" };
        append_cookie(&mut response, &format!("{name}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0{secure}"));
    }
    // What the browser keeps of pages ends, too.
    response.headers_mut().insert("clear-site-data", HeaderValue::from_static("\"cache\""));
    Ok(response)
}

/// Somebody who logs in.
pub(super) struct Person {
    pub name: String,
    pub role: Role,
    pub by: LoginBy,
    pub expires_ms: i64,
}

/// How somebody logs in.
pub(super) enum LoginBy {
    /// By the token that the server was started with.
    Server(Token),
    /// By a token that the store knows.
    Token(i64),
    /// At a provider.
    Provider,
}

/// Begins a login, which can be revoked as any token. Returns its cookie, which holds the only copy of its secret.
pub(super) async fn begin_session(state: &AppState, person: Person) -> Result<String, ApiError> {
    let Person { name, role, by, expires_ms } = person;
    let secret = new_secret().map_err(|_| ApiError::NoRandomness)?;
    let (digest, parent) = match by {
        LoginBy::Server(token) => (token.digest_of_login(&secret), None),
        LoginBy::Token(id) => (digest_of(&secret), Some(id)),
        LoginBy::Provider => (digest_of(&secret), None),
    };
    let created_ms = clock::now_ms();
    let login = NewToken {
        name: name.clone(),
        role,
        digest,
        is_login: true,
        parent,
        created_ms,
        created_by: name.clone(),
        expires_ms: Some(expires_ms),
    };
    state.store.change_access(AccessChange::Create(login)).await?;
    record(state, &name, "POST /login").await?;
    let is_by_https = state.webhooks.public_url().is_some_and(|url| url.starts_with("https://"));
    let [by_https, by_any] = LOGIN_COOKIES;
    let (name, secure) = if is_by_https { (by_https, "; Secure") } else { (by_any, "") };
    let seconds = (expires_ms - created_ms) / 1000;
    // Links from a chat or a mail open the page: nothing is changed by opening one.
    Ok(format!("{name}={secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}"))
}

async fn record(state: &AppState, actor: &str, action: &str) -> Result<(), ApiError> {
    let record = NewAudited {
        at_ms: clock::now_ms(),
        actor: actor.to_owned(),
        action: action.to_owned(),
        subject: String::new(),
        status: Some(StatusCode::SEE_OTHER.as_u16()),
    };
    state.store.change_access(AccessChange::Begin(record)).await?;
    Ok(())
}

pub(super) fn with_cookie(to: &str, cookie: &str) -> Response {
    let mut response = Redirect::to(to).into_response();
    append_cookie(&mut response, cookie);
    response
}

fn append_cookie(response: &mut Response, cookie: &str) {
    // The cookie consists of letters, digits and signs of ASCII.
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// Returns the page to open after the login, which is never on another site.
pub(super) fn way_back(to: &str) -> &str {
    let is_path = to.starts_with('/') && !to.starts_with("//") && !to.starts_with("/login");
    let is_plain = to.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if is_path && is_plain { to } else { "/" }
}

/// Returns the address of a login that leads back to the requested page.
pub(super) fn address(requested: &Uri) -> String {
    let to = requested.path_and_query().map_or("/", PathAndQuery::as_str);
    match serde_urlencoded::to_string([("to", to)]) {
        Ok(query) if to != "/" => format!("/login?{query}"),
        _ => "/login".to_owned(),
    }
}

/// Returns the page of the login, which says why somebody isn't let in.
pub(super) fn refused(state: &AppState, headers: &HeaderMap, to: &str, notice: &str) -> Response {
    (StatusCode::FORBIDDEN, page(state, headers, to, Some(notice.to_owned()))).into_response()
}

fn page(state: &AppState, headers: &HeaderMap, to: &str, notice: Option<String>) -> Html<String> {
    let provider = state.guard.provider.as_ref().map(|provider| {
        let to = serde_urlencoded::to_string([("to", way_back(to))]).unwrap_or_default();
        view! {
            <a class="button button--primary" href=format!("/login/provider?{to}")>
                {format!("Log in with {}", provider.host())}
            </a>
            <p class="muted">"Or with a token:"</p>
        }
    });
    let is_only_way = provider.is_none();
    let kind = if is_only_way { "button button--primary" } else { "button" };
    let form = view! {
        {is_only_way.then(|| view! { <p class="muted">"This server requires a token."</p> })}
        {notice.map(|notice| view! { <p class="plain__wrong" role="alert">{notice}</p> })}
        {provider}
        <form class="plain__form" method="post" action="/login">
            <input type="hidden" name="to" value=way_back(to).to_owned()/>
            <label class="field">
                <span class="field__label">"Token"</span>
                <input class="field__input" name="token" type="password" autocomplete="current-password" required autofocus=is_only_way/>
            </label>
            <div>
                <button class=kind type="submit">
                    "Log in"
                </button>
            </div>
        </form>
    };
    Html(plain_page::html(headers, "Log in", form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_never_leads_to_another_site() {
        assert_eq!(way_back("/documents?text=a&page=2"), "/documents?text=a&page=2");
        let elsewhere = [
            "", "documents", "//evil.example", "/\\evil.example", "/\t/evil.example", "http://evil.example",
            "/login?to=%2F", "/\r\nset-cookie: a=b",
        ];
        for elsewhere in elsewhere {
            assert_eq!(way_back(elsewhere), "/", "{elsewhere:?}");
        }
    }

    #[test]
    fn a_login_leads_back_to_the_requested_page() {
        assert_eq!(address(&Uri::from_static("/")), "/login");
        assert_eq!(
            address(&Uri::from_static("/documents?text=a&page=2")),
            "/login?to=%2Fdocuments%3Ftext%3Da%26page%3D2"
        );
    }
}
