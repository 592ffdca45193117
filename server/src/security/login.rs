use std::sync::Arc;

use axum::Form;
use axum::extract::{Query, State};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
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
pub struct WayIn {
    #[serde(default)]
    to: String,
}

pub async fn login_page(
    State(state): State<AppState>,
    Query(asked): Query<WayIn>,
    headers: HeaderMap,
) -> Response {
    if state.guard.token.is_none() {
        return Redirect::to(way_back(&asked.to)).into_response();
    }
    page(&headers, &asked.to, "").into_response()
}

pub async fn log_in(State(state): State<AppState>, headers: HeaderMap, Form(login): Form<Login>) -> Response {
    let guard: &Arc<Guard> = &state.guard;
    let Some(token) = &guard.token else { return Redirect::to("/").into_response() };
    if !token.is(login.token.trim()) {
        tracing::warn!("a login with a wrong token");
        let wrong = r#"<p class="plain__wrong" role="alert">That is not the token of this server.</p>"#;
        return (StatusCode::FORBIDDEN, page(&headers, &login.to, wrong)).into_response();
    }
    let mut response = Redirect::to(way_back(&login.to)).into_response();
    // The cookie is of letters and digits.
    if let Ok(cookie) = HeaderValue::from_str(&token.cookie()) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Where to go after the login: back to a page of ours, never to another site.
fn way_back(to: &str) -> &str {
    let is_path = to.starts_with('/') && !to.starts_with("//") && !to.starts_with("/login");
    let is_plain = to.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if is_path && is_plain { to } else { "/" }
}

/// The login that leads back to the page that was asked for.
pub(super) fn address(asked: &Uri) -> String {
    let to = asked.path_and_query().map_or("/", PathAndQuery::as_str);
    match serde_urlencoded::to_string([("to", to)]) {
        Ok(query) if to != "/" => format!("/login?{query}"),
        _ => "/login".to_owned(),
    }
}

fn page(headers: &HeaderMap, to: &str, notice: &str) -> Html<String> {
    let to = plain_page::escape(way_back(to));
    let main = format!(
        r#"<p class="muted">This server asks for the token that it was started with.</p>
{notice}
<form class="plain__form" method="post" action="/login">
<input type="hidden" name="to" value="{to}">
<label class="field"><span class="field__label">Token</span>
<input class="field__input" name="token" type="password" autocomplete="current-password" required autofocus></label>
<div><button class="button button--primary" type="submit">Log in</button></div>
</form>"#
    );
    Html(plain_page::html(headers, "Log in", &main))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_leads_only_to_pages_of_ours() {
        assert_eq!(way_back("/documents?text=a&page=2"), "/documents?text=a&page=2");
        let elsewhere = [
            "",
            "documents",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "http://evil.example",
            "/login?to=%2F",
            "/\r\nset-cookie: a=b",
        ];
        for elsewhere in elsewhere {
            assert_eq!(way_back(elsewhere), "/", "{elsewhere:?}");
        }
    }

    #[test]
    fn the_page_that_was_asked_for_is_kept() {
        assert_eq!(address(&Uri::from_static("/")), "/login");
        assert_eq!(
            address(&Uri::from_static("/documents?text=a&page=2")),
            "/login?to=%2Fdocuments%3Ftext%3Da%26page%3D2"
        );
    }
}
