//! Keeps the rendered list of documents while nothing has changed, so that a team that looks at it at the same moment costs one
//! rendering.
//!
//! A page is answered from here for at most [`KEPT`], only while the store has the same newest event and no request changed
//! anything, and only to requests that are alike in all that the renderer gets of them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use app::event::Cursor;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::assets::accepts;
use crate::page_gzip::Compressed;
use crate::page_request::PageRequest;
use crate::security::RequestNonce;
use crate::store::SharedStore;

/// The page whose renderings are kept.
const PATH: &str = "/documents";
/// Times on a page, and what changes without an event, are that old at most.
const KEPT: Duration = Duration::from_secs(1);
/// The most renderings that are kept, each within the limit of a page.
const MOST: usize = 16;

pub struct PageCache {
    store: SharedStore,
    /// How many requests may have changed something.
    changes: AtomicU64,
    pages: Mutex<Vec<(PageRequest, Arc<Rendered>)>>,
}

/// What a page depends on that isn't in its request.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moment {
    cursor: Cursor,
    changes: u64,
}

struct Rendered {
    at: Instant,
    moment: Moment,
    headers: HeaderMap,
    /// What is between the nonces of its scripts.
    pieces: Vec<String>,
    /// The same as gzip, for the first browser that takes it and all after it.
    compressed: OnceLock<Option<Compressed>>,
}

impl PageCache {
    pub fn new(store: SharedStore) -> Arc<Self> {
        Arc::new(Self { store, changes: AtomicU64::new(0), pages: Mutex::default() })
    }

    fn moment(&self) -> Moment {
        Moment { cursor: *self.store.head().borrow(), changes: self.changes.load(Ordering::Acquire) }
    }

    fn pages(&self) -> MutexGuard<'_, Vec<(PageRequest, Arc<Rendered>)>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, asked: &PageRequest) -> Option<Arc<Rendered>> {
        let pages = self.pages();
        let (_, page) = pages.iter().find(|(other, _)| other == asked)?;
        (page.at.elapsed() < KEPT && page.moment == self.moment()).then(|| Arc::clone(page))
    }

    fn keep(&self, asked: PageRequest, page: Arc<Rendered>) {
        let mut pages = self.pages();
        pages.retain(|(other, page)| *other != asked && page.at.elapsed() < KEPT);
        if pages.len() < MOST {
            pages.push((asked, page));
        }
    }
}

impl Rendered {
    fn answer(&self, nonce: &str, is_gzip_taken: bool) -> Response {
        let compressed =
            || self.compressed.get_or_init(|| Compressed::of(&self.pieces)).as_ref()?.with(nonce);
        let compressed = is_gzip_taken.then(compressed).flatten();
        let encoding = compressed.is_some().then_some(HeaderValue::from_static("gzip"));
        let body = compressed.map_or_else(|| Body::from(self.pieces.join(nonce)), Body::from);
        let mut response = body.into_response();
        response.headers_mut().clone_from(&self.headers);
        if let Some(encoding) = encoding {
            response.headers_mut().insert(header::CONTENT_ENCODING, encoding);
            response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        response
    }
}

/// Notes requests that may change something.
pub async fn notice_changes(State(cache): State<Arc<PageCache>>, request: Request, next: Next) -> Response {
    let may_change = !matches!(*request.method(), Method::GET | Method::HEAD);
    let response = next.run(request).await;
    if may_change {
        cache.changes.fetch_add(1, Ordering::AcqRel);
    }
    response
}

/// Answers with the page as it was rendered a moment ago, if nothing has changed since.
pub async fn cached(State(cache): State<Arc<PageCache>>, request: Request, next: Next) -> Response {
    let nonce = request.extensions().get::<RequestNonce>().cloned();
    let is_kept = request.method() == Method::GET && request.uri().path() == PATH;
    let Some(nonce) = nonce.filter(|_| is_kept) else { return next.run(request).await };
    let (parts, _) = request.into_parts();
    let asked = PageRequest::of(&parts);
    let is_gzip_taken = accepts(&parts.headers, "gzip");
    if let Some(page) = cache.find(&asked) {
        return page.answer(&nonce.0, is_gzip_taken);
    }
    // Before it is rendered: what changes meanwhile may be missing.
    let (at, moment) = (Instant::now(), cache.moment());
    let (mut parts, body) = next.run(asked.request(nonce.clone())).await.into_parts();
    if parts.status != StatusCode::OK || parts.headers.contains_key(header::SET_COOKIE) {
        return Response::from_parts(parts, body);
    }
    // Pages are rendered as a whole, so that collecting one waits for nothing.
    let Ok(html) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let Ok(page) = std::str::from_utf8(&html) else { return Response::from_parts(parts, Body::from(html)) };
    parts.headers.remove(header::CONTENT_LENGTH);
    let pieces = page.split(&*nonce.0).map(str::to_owned).collect();
    let page = Arc::new(Rendered { at, moment, headers: parts.headers, pieces, compressed: OnceLock::new() });
    cache.keep(asked, Arc::clone(&page));
    page.answer(&nonce.0, is_gzip_taken)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::middleware::{from_fn_with_state, map_request};
    use axum::routing::get;
    use leptos::nonce::Nonce;
    use tower::ServiceExt;

    use super::*;
    use crate::store::SqliteStore;

    /// A server whose page is the headers that it gets, and how often it was rendered before.
    fn server() -> Router {
        let cache = PageCache::new(Arc::new(SqliteStore::temporary(1).unwrap()));
        let rendered = Arc::new(AtomicU64::new(0));
        let page = get(move |headers: HeaderMap| async move {
            let times = rendered.fetch_add(1, Ordering::Relaxed);
            let names: Vec<_> = headers.keys().map(|name| name.as_str()).collect();
            format!("{times}: {}", names.join(" "))
        });
        let with_nonce = |mut request: Request| async {
            request.extensions_mut().insert(RequestNonce(Nonce::new()));
            request
        };
        Router::new()
            .route(PATH, page)
            .layer(from_fn_with_state(Arc::clone(&cache), cached))
            .layer(from_fn_with_state(cache, notice_changes))
            .layer(map_request(with_nonce))
    }

    async fn ask(server: &Router, method: Method, headers: &[(&'static str, &'static str)]) -> String {
        let mut request = Request::builder().method(method).uri(PATH);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = server.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        String::from_utf8_lossy(&to_bytes(response.into_body(), usize::MAX).await.unwrap()).into_owned()
    }

    #[tokio::test]
    async fn different_browsers_cost_one_rendering() {
        let server = server();
        let page = ask(&server, Method::GET, &[("user-agent", "one"), ("accept-encoding", "gzip")]).await;
        assert!(page.starts_with("\u{1f}"), "it is gzip");
        let page = ask(&server, Method::GET, &[("user-agent", "one")]).await;
        assert_eq!(page, "0: accept-language cookie", "nothing else reaches the renderer");
        let others =
            [("user-agent", "another"), ("cookie", "of-another-site=1"), ("accept-language", "en-GB, fr")];
        assert_eq!(ask(&server, Method::GET, &others).await, page);
        assert_ne!(ask(&server, Method::GET, &[("accept-language", "ko")]).await, page);
        assert_ne!(ask(&server, Method::GET, &[("cookie", "harmony-theme=dark")]).await, page);
    }

    #[tokio::test]
    async fn a_request_that_may_change_something_ends_it() {
        let server = server();
        let page = ask(&server, Method::GET, &[]).await;
        ask(&server, Method::POST, &[]).await;
        assert_ne!(ask(&server, Method::GET, &[]).await, page);
    }
}
