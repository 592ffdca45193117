//! Requests that may keep a core busy for long: those that read or show a whole text, or bring a large one. They run on a
//! runtime of their own with few threads, so that the threads of all others, and a core, are left to them.

use std::sync::LazyLock;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use crate::cores;

/// With a thread for each core but one.
static RUNTIME: LazyLock<Option<Runtime>> =
    LazyLock::new(|| cores::beside("heavy", cores::all_but_one(), cores::give_way));

/// Larger bodies take long to read.
const LARGE: u64 = 64 * 1024;
/// Places that read or show a whole text.
const SHOWING: [&str; 7] =
    ["/documents/", "/api/documents/", "/p/", "/compare", "/session", "/contract/", "/api/previews"];
/// Pieces of a page that are made before the client has taken the first of them.
const AHEAD: usize = 2;

pub async fn apart(request: Request, next: Next) -> Response {
    let Some(runtime) = RUNTIME.as_ref().filter(|_| is_heavy(&request) && cores::has_threads()) else {
        return next.run(request).await;
    };
    let answer = runtime.spawn(next.run(request).in_current_span());
    // Nobody waits for the answer any more once this is dropped.
    let Ok(response) = AbortOnDropHandle::new(answer).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if response.body().size_hint().exact().is_some() {
        response
    } else {
        response.map(|body| made_by(runtime, body))
    }
}

fn is_heavy(request: &Request) -> bool {
    let path = request.uri().path();
    let length = || request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse::<u64>().ok();
    let is_large = |length: Option<u64>| length.is_none_or(|length| length > LARGE);
    let is_compressed = request.headers().contains_key(header::CONTENT_ENCODING);
    let brings = *request.method() == Method::POST && (is_compressed || is_large(length()));
    brings || SHOWING.iter().any(|place| path.starts_with(place))
}

/// Pages are made while they are sent, which is done there as well.
fn made_by(runtime: &Runtime, body: Body) -> Body {
    let (sender, receiver) = mpsc::channel::<Result<Bytes, axum::Error>>(AHEAD);
    runtime.spawn(async move {
        let mut pieces = body.into_data_stream();
        while let Some(piece) = pieces.next().await {
            if sender.send(piece).await.is_err() {
                return;
            }
        }
    });
    let pieces = stream::unfold(receiver, |mut receiver| async { Some((receiver.recv().await?, receiver)) });
    // Whoever compresses the response asks once more after the end.
    Body::from_stream(pieces.fuse())
}

#[cfg(test)]
mod tests {
    use std::thread;

    use axum::Router;
    use axum::body::{Body, Bytes};
    use axum::extract::Request;
    use axum::middleware::from_fn;
    use axum::response::Response;
    use futures_util::{StreamExt, stream};
    use tower::ServiceExt;

    use super::{apart, is_heavy};

    #[test]
    fn lists_and_small_texts_are_not_heavy() {
        let check = |method: &str, path: &str, length: &str, expected: bool| {
            let request = Request::builder().method(method).uri(path).header("content-length", length);
            assert_eq!(is_heavy(&request.body(Body::empty()).unwrap()), expected, "{method} {path} {length}");
        };
        check("GET", "/documents", "", false);
        check("GET", "/api/documents?limit=20", "", false);
        check("GET", "/documents/1?view=source", "", true);
        check("GET", "/p/a/2", "", true);
        check("POST", "/api/documents", "5000", false);
        check("POST", "/api/documents", "5000000", true);
        check("POST", "/api/documents", "", true);
        check("DELETE", "/api/samples", "0", false);
    }

    /// Answers with the names of the threads that make the response, and the pieces of its body.
    async fn makers() -> Response {
        let name = || Bytes::from(thread::current().name().unwrap_or("?").to_owned() + " ");
        let first = stream::iter([Ok::<_, axum::Error>(name())]);
        Response::new(Body::from_stream(first.chain(stream::iter(0..3).map(move |_| Ok(name())))))
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn what_is_heavy_is_made_apart() {
        let router = Router::new().fallback(makers).layer(from_fn(apart));
        let of = async |path: &str| {
            let request = Request::builder().uri(path).body(Body::empty()).unwrap();
            let response = router.clone().oneshot(request).await.unwrap();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            String::from_utf8(body.to_vec()).unwrap()
        };
        assert_eq!(of("/documents/1").await, "heavy ".repeat(4));
        assert!(!of("/documents").await.contains("heavy "));
    }
}
