//! Pages outside the app: the login, and errors. They need neither scripts nor a login.

use app::islands::Theme;
use app::ui::Shapes;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use leptos::prelude::*;

use crate::assets;
use crate::error::Problem;

/// Renders a page in the product's style and the reader's theme.
pub fn html(headers: &HeaderMap, title: &'static str, main: impl IntoView + 'static) -> String {
    let card = view! {
        <div class="plain__card card">
            <h1>{title}</h1>
            {main}
        </div>
    };
    page(headers, title, "plain", card)
}

/// Renders a page that is to be read.
pub fn wide_html(headers: &HeaderMap, title: &'static str, main: impl IntoView + 'static) -> String {
    let main = view! {
        <h1>{title}</h1>
        {main}
    };
    page(headers, title, "plain plain--wide", main)
}

fn page(
    headers: &HeaderMap,
    title: &'static str,
    class: &'static str,
    main: impl IntoView + 'static,
) -> String {
    let body = view! {
        <main class=class>
            <a class="plain__home" href="/">
                <img src="/favicon.svg" alt="" width="28" height="28"/>
                "Harmony"
            </a>
            {main}
        </main>
    };
    document(headers, title, (), body)
}

/// Renders a document around a body, with what its head has besides.
pub fn document(
    headers: &HeaderMap,
    title: &'static str,
    head: impl IntoView + 'static,
    body: impl IntoView + 'static,
) -> String {
    let page = view! {
        <!DOCTYPE html>
        <html lang="en" data-theme=theme_of(headers).map(Theme::as_str)>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                // As it is: the marks of hydration would be part of the title.
                <title inner_html=format!("{title} · Harmony")></title>
                <link rel="stylesheet" href=assets::stylesheet()/>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
                {head}
            </head>
            <body><Shapes/>{body}</body>
        </html>
    };
    page.to_html()
}

/// Returns whether a browser asks for a page, not a script for data.
pub fn is_wanted(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"))
}

/// Turns a problem into a page where a browser asked for one.
pub async fn for_people(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_page_wanted = is_wanted(request.headers()) && !path.starts_with("/api/");
    if !is_page_wanted {
        return next.run(request).await;
    }
    let way_on = WayOn::from(request.method(), path);
    let headers = request.headers().clone();
    let response = next.run(request).await;
    let Some(problem) = response.extensions().get::<Problem>() else { return response };
    let page = html(&headers, problem.title, way_on.describe(problem));
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_ENCODING);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Response::from_parts(parts, Body::from(page))
}

/// The beginnings of addresses that forms are sent to, with the page that has the form.
const FORMS: [(&str, &str, &str); 4] = [
    ("/webhooks", "/webhooks", "Back to the webhooks"),
    ("/healing", "/harmony#healing", "Back to the recommendations"),
    ("/quarantine", "/quarantine", "Back to the quarantines"),
    ("/inbox", "/inbox", "Back to the inbox"),
];

/// Where the page of a problem leads.
struct WayOn {
    href: String,
    /// Nothing if there is no way on for this reader.
    name: &'static str,
    /// Replaces the hint of the problem, which is written for scripts.
    hint: Option<&'static str>,
}

impl WayOn {
    fn from(method: &Method, path: &str) -> Self {
        let document = path.strip_suffix("/fixed").filter(|_| method == Method::POST);
        let form = FORMS.iter().find(|(form, ..)| path.starts_with(form)).filter(|_| method == Method::POST);
        if let Some(&(_, href, name)) = form {
            let hint = "Nothing was changed. Use your browser’s Back button to return to what you wrote.";
            return Self { href: href.to_owned(), name, hint: Some(hint) };
        }
        match (method, document) {
            (_, Some(document)) => Self {
                href: document.to_owned(),
                name: "Back to the document",
                hint: Some("Nothing was stored."),
            },
            (&Method::POST, None) if path == "/documents" => Self {
                href: "/add".to_owned(),
                name: "Back to an empty form",
                hint: Some("Nothing was stored. Use your browser’s Back button to return to your text."),
            },
            _ if path.starts_with("/p/") => Self { href: String::new(), name: "", hint: None },
            _ => Self { href: "/".to_owned(), name: "To the overview", hint: None },
        }
    }

    fn describe(self, problem: &Problem) -> impl IntoView + use<> {
        let hint = self.hint.unwrap_or(problem.hint);
        let way_on = (!self.name.is_empty()).then(|| {
            view! {
                <p>
                    <a class="button" href=self.href>
                        {self.name}
                    </a>
                </p>
            }
        });
        view! {
            <p role="alert">{problem.detail.clone()}</p>
            <p class="muted">{hint}</p>
            {way_on}
        }
    }
}

/// The theme that the reader chose, from the app's cookie.
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
    fn text_from_a_request_is_escaped() {
        let page = html(&HeaderMap::new(), "Not found", view! { <p>{r#"<b a="c">&"#.to_owned()}</p> });
        assert!(page.contains("<title>Not found · Harmony</title>"), "{page}");
        // Between words and the end of their element, hydration has its marks.
        let page = page.replace("<!>", "");
        assert!(page.contains(r#"<p>&lt;b a="c"&gt;&amp;</p>"#), "{page}");
    }

    #[test]
    fn a_page_is_in_the_reader_s_theme() {
        let headers =
            HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static("a=b; harmony-theme=dark"))]);
        assert!(html(&headers, "Log in", ()).contains(r#"<html lang="en" data-theme="dark">"#));
        assert!(html(&HeaderMap::new(), "Log in", ()).contains(r#"<html lang="en">"#));
    }
}
