//! Pages that stand outside the app: the way in, and what went wrong. They need no script, and no session.

use app::islands::Theme;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::assets;
use crate::error::Problem;

/// A page in the product's own style and in the reader's theme; `main` is HTML.
pub fn html(headers: &HeaderMap, title: &str, main: &str) -> String {
    let title = escape(title);
    let stylesheet = assets::stylesheet();
    let theme =
        theme_of(headers).map(|theme| format!(r#" data-theme="{}""#, theme.as_str())).unwrap_or_default();
    format!(
        r#"<!DOCTYPE html>
<html lang="en"{theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Harmony</title>
<link rel="stylesheet" href="{stylesheet}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<main class="plain">
<a class="plain__home" href="/"><img src="/favicon.svg" alt="" width="28" height="28">Harmony</a>
<div class="plain__card card">
<h1>{title}</h1>
{main}
</div>
</main>
</body>
</html>
"#
    )
}

pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A browser that goes to a page, not a script that fetches data.
pub fn is_wanted(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"))
}

/// Says a problem to a person as a page, and leaves it to machines as it is.
pub async fn for_people(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_for_a_person = is_wanted(request.headers()) && !path.starts_with("/api/");
    if !is_for_a_person {
        return next.run(request).await;
    }
    let way_on = WayOn::from(request.method(), path);
    let headers = request.headers().clone();
    let response = next.run(request).await;
    let Some(problem) = response.extensions().get::<Problem>() else { return response };
    let page = html(&headers, problem.title, &way_on.describe(problem));
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_ENCODING);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Response::from_parts(parts, Body::from(page))
}

/// Where a person goes from a problem.
struct WayOn {
    href: String,
    name: &'static str,
    /// In place of the hint, which speaks to scripts.
    hint: Option<&'static str>,
}

impl WayOn {
    fn from(method: &Method, path: &str) -> Self {
        let document = path.strip_suffix("/fixed").filter(|_| method == Method::POST);
        match (method, document) {
            (_, Some(document)) => Self {
                href: document.to_owned(),
                name: "Back to the document",
                hint: Some("Nothing was stored."),
            },
            (&Method::POST, None) if path == "/documents" => Self {
                href: "/add".to_owned(),
                name: "An empty form",
                hint: Some(
                    "Nothing was stored. Your browser’s Back button leads to the form with your text in it.",
                ),
            },
            _ => Self { href: "/".to_owned(), name: "To the overview", hint: None },
        }
    }

    fn describe(&self, problem: &Problem) -> String {
        let detail = escape(&problem.detail);
        let hint = escape(self.hint.unwrap_or(problem.hint));
        let (href, name) = (escape(&self.href), self.name);
        format!(
            r#"<p role="alert">{detail}</p>
<p class="muted">{hint}</p>
<p><a class="button" href="{href}">{name}</a></p>"#
        )
    }
}

/// What the reader chose, as the pages of the app keep it.
fn theme_of(headers: &HeaderMap) -> Option<Theme> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let chosen =
        cookies.split(';').find_map(|pair| pair.trim().strip_prefix(Theme::COOKIE)?.strip_prefix('='))?;
    [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.as_str() == chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_is_never_markup() {
        assert_eq!(escape(r#"<b a="c">&"#), "&lt;b a=&quot;c&quot;&gt;&amp;");
    }

    #[test]
    fn a_page_is_in_the_reader_s_theme() {
        let headers =
            HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static("a=b; harmony-theme=dark"))]);
        assert!(html(&headers, "Log in", "").contains(r#"<html lang="en" data-theme="dark">"#));
        assert!(html(&HeaderMap::new(), "Log in", "").contains(r#"<html lang="en">"#));
    }
}
