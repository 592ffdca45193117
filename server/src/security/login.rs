use std::sync::Arc;

use axum::Form;
use axum::extract::{Query, State};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use leptos::prelude::*;
use serde::Deserialize;

use super::Guard;
use crate::plain_page;
use crate::state::AppState;

#[derive(Deserialize)]
pub struct Login {
    token: String,
    #[serde(default)]
    to: String,
}

#[derive(Deserialize)]
pub struct LoginQuery {
    #[serde(default)]
    to: String,
}

pub async fn login_page(
    State(state): State<AppState>,
    Query(query): Query<LoginQuery>,
    headers: HeaderMap,
) -> Response {
    if state.guard.token.is_none() {
        return Redirect::to(way_back(&query.to)).into_response();
    }
    page(&headers, &query.to, None).into_response()
}

pub async fn log_in(State(state): State<AppState>, headers: HeaderMap, Form(login): Form<Login>) -> Response {
    let guard: &Arc<Guard> = &state.guard;
    let Some(token) = &guard.token else { return Redirect::to("/").into_response() };
    if !token.is(login.token.trim()) {
        tracing::warn!("login with a wrong token");
        let notice = "The token is wrong.";
        return (StatusCode::FORBIDDEN, page(&headers, &login.to, Some(notice))).into_response();
    }
    let mut response = Redirect::to(way_back(&login.to)).into_response();
    // The cookie consists of letters and digits.
    if let Ok(cookie) = HeaderValue::from_str(&token.cookie()) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Returns the page to open after the login, which is never on another site.
fn way_back(to: &str) -> &str {
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

fn page(headers: &HeaderMap, to: &str, notice: Option<&'static str>) -> Html<String> {
    let form = view! {
        <p class="muted">"This server requires the token that it was started with."</p>
        {notice.map(|notice| view! { <p class="plain__wrong" role="alert">{notice}</p> })}
        <form class="plain__form" method="post" action="/login">
            <input type="hidden" name="to" value=way_back(to).to_owned()/>
            <label class="field">
                <span class="field__label">"Token"</span>
                <input class="field__input" name="token" type="password" autocomplete="current-password" required autofocus/>
            </label>
            <div>
                <button class="button button--primary" type="submit">
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
