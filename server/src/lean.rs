//! Leaves out of a page what only hydration and tests need, so that a browser has less to read: the marks between nodes
//! outside of islands, and the names of the fields that viewers show.

use std::borrow::Cow;
use std::sync::LazyLock;

use app::language::{Catalogue, Language};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use memchr::memchr;
use memchr::memmem::Finder;

use crate::translation::Translation;

const ISLAND: &str = "<leptos-island";
const ISLAND_END: &str = "</leptos-island>";
const MARK: &str = "<!>";
const FIELD: &str = " data-field=\"";
/// Made once: making it costs more than to look through a tag.
static FIELDS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(FIELD));

/// Pages are rendered as a whole, so that collecting one waits for nothing.
pub async fn lean(request: Request, next: Next) -> Response {
    let language = Language::of_request(request.headers());
    let (mut parts, body) = next.run(request).await.into_parts();
    let is_page =
        parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !is_page {
        return Response::from_parts(parts, body);
    }
    let Ok(html) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-language, cookie"));
    let body = match std::str::from_utf8(&html) {
        Ok(page) => Body::from(without_marks(page, Catalogue::of(language))),
        Err(_) => Body::from(html),
    };
    Response::from_parts(parts, body)
}

/// Translates what is between the tags as well, if there is a catalog.
fn without_marks(page: &str, catalogue: Option<&'static Catalogue>) -> String {
    let mut lean = String::with_capacity(page.len());
    let mut translation = catalogue.map(Translation::by);
    let mut rest = page;
    let mut islands = 0_usize;
    while let Some(start) = memchr(b'<', rest.as_bytes()) {
        let (text, tagged) = rest.split_at(start);
        let end = memchr(b'>', tagged.as_bytes());
        let (tag, after) = tagged.split_at(end.map_or(tagged.len(), |end| end + 1));
        rest = after;
        if tag.starts_with(ISLAND) {
            islands += 1;
        } else if tag == ISLAND_END {
            islands = islands.saturating_sub(1);
        }
        let tag = match &mut translation {
            None => {
                lean.push_str(text);
                Cow::Borrowed(tag)
            }
            Some(translation) => {
                lean.push_str(&translation.text(text));
                translation.tag(tag)
            }
        };
        if islands > 0 {
            lean.push_str(&tag);
        } else if tag != MARK {
            push_without_field(&mut lean, &tag);
        }
    }
    lean.push_str(rest);
    lean
}

fn push_without_field(lean: &mut String, tag: &str) {
    let found = FIELDS.find(tag.as_bytes()).and_then(|start| {
        let (head, field) = tag.split_at_checked(start)?;
        let (_, tail) = field.get(FIELD.len()..)?.split_once('"')?;
        Some((head, tail))
    });
    let (head, tail) = found.unwrap_or((tag, ""));
    lean.push_str(head);
    lean.push_str(tail);
}

#[cfg(test)]
mod tests {
    use super::without_marks;

    #[test]
    fn islands_keep_their_marks() {
        let page = r#"<p data-field="a.b" class="c">1 &lt; 2<!><!></p><leptos-island data-component="X">a<!>b</leptos-island><!>"#;
        let lean = r#"<p class="c">1 &lt; 2</p><leptos-island data-component="X">a<!>b</leptos-island>"#;
        assert_eq!(without_marks(page, None), lean);
    }

    #[test]
    fn anything_else_stays_as_it_is() {
        for page in
            ["", "a < b", "<script>if (a<b) { \"<!-- x -->\" }</script>", "<!DOCTYPE html><p", "<!--HEAD-->"]
        {
            assert_eq!(without_marks(page, None), page);
        }
    }
}
