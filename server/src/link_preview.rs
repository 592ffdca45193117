//! The page of links that carry a text (`/preview#…`) or its address (`/preview?src=…`). It is the same for all of them:
//! the browser reads the text.

use app::pages::playground::{BrowserFiles, Preview};
use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use leptos::prelude::*;
use serde::Deserialize;

use crate::plain_page;
use crate::security::{RequestNonce, content_security_policy};
use crate::state::AppState;

#[derive(Deserialize)]
pub struct Link {
    /// The address of a text at another site.
    src: Option<String>,
}

/// Responds with the page, which may fetch from the site of `src` and from no other.
pub async fn page(
    State(state): State<AppState>,
    Extension(RequestNonce(nonce)): Extension<RequestNonce>,
    link: Result<Query<Link>, QueryRejection>,
    request: HeaderMap,
) -> Response {
    let source = link.ok().and_then(|Query(Link { src })| origin_of(&src?));
    let policy = content_security_policy(&nonce, source.as_deref());
    let page = Owner::new().with(|| {
        provide_context(nonce);
        provide_context(BrowserFiles(state.leptos.site_pkg_dir.clone()));
        let head = view! { <meta name="robots" content="noindex"/> };
        plain_page::document(&request, "Preview", head, view! { <Preview/> })
    });
    let mut response = Html(page).into_response();
    // An origin is ASCII, so this fails for none.
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Returns the origin of an address of the web, as a policy writes it. Only host names, addresses and ports as they are
/// usually written pass, so that nothing else gets into the policy.
fn origin_of(src: &str) -> Option<String> {
    let uri: Uri = src.trim().parse().ok()?;
    let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "https" | "http"))?;
    let authority = uri.authority()?;
    let is_plain = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, '-' | '.' | '[' | ']' | ':')
    };
    let written = authority.as_str();
    (!written.is_empty() && written.chars().all(is_plain)).then(|| format!("{scheme}://{written}"))
}

#[cfg(test)]
mod tests {
    use super::origin_of;

    #[test]
    fn only_an_origin_gets_into_the_policy() {
        let check = |src: &str, expected: Option<&str>| {
            assert_eq!(origin_of(src).as_deref(), expected, "{src}");
        };
        check("https://example.org/a/review.md?b=c", Some("https://example.org"));
        check("http://127.0.0.1:8080/review.md", Some("http://127.0.0.1:8080"));
        check("https://[::1]:8080/", Some("https://[::1]:8080"));
        check("https://user:secret@example.org/", None);
        check("https://*/review.md", None);
        check("https://*.example.org/review.md", None);
        check("https://example.org;script-src%20*/", None);
        check("javascript:alert(1)", None);
        check("data:text/plain,x", None);
        check("/review.md", None);
        check("", None);
    }
}
