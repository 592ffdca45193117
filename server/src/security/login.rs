use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::Guard;
use crate::state::AppState;

#[derive(Deserialize)]
pub struct Login {
    token: String,
}

pub async fn login_page(State(state): State<AppState>) -> Response {
    if state.guard.token.is_none() {
        return Redirect::to("/").into_response();
    }
    Html(page("")).into_response()
}

pub async fn log_in(State(state): State<AppState>, Form(login): Form<Login>) -> Response {
    let guard: &Arc<Guard> = &state.guard;
    let Some(token) = &guard.token else { return Redirect::to("/").into_response() };
    if !token.is(login.token.trim()) {
        tracing::warn!("a login with a wrong token");
        let wrong = r#"<p role="alert">That is not the token of this server.</p>"#;
        return (StatusCode::FORBIDDEN, Html(page(wrong))).into_response();
    }
    let mut response = Redirect::to("/").into_response();
    // The cookie is of letters and digits.
    if let Ok(cookie) = HeaderValue::from_str(&token.cookie()) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// A browser that goes to a page, not a script that fetches data.
pub(super) fn wants_a_page(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"))
}

/// Stands before everything else, so it needs no script, and its few words are its own.
fn page(notice: &str) -> String {
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in · Harmony</title>
</head>
<body>
<main>
<h1>Harmony</h1>
<p>This server asks for the token that it was started with.</p>
{notice}
<form method="post" action="/login">
<p><label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus></p>
<p><button>Log in</button></p>
</form>
</main>
</body>
</html>
"#
    )
}
