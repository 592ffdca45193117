//! A server without a socket, and requests to it like those of a tool on this machine.

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::request::Builder;
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use server::router::router;
use server::security::{AllowedHosts, Guard, Token};
use server::state::AppState;
use server::store::SharedStore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::stores;

pub const LISTEN: ([u8; 4], u16) = ([127, 0, 0, 1], 4180);
pub const HOST: &str = "localhost:4180";
pub const HERE: ([u8; 4], u16) = ([127, 0, 0, 1], 50_000);
pub const ELSEWHERE: ([u8; 4], u16) = ([192, 0, 2, 7], 50_000);

pub struct Server {
    pub state: AppState,
    pub router: Router,
}

pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

pub fn temporary_store() -> SharedStore {
    stores::temporary(7)
}

impl Server {
    pub fn new() -> Self {
        Self::with(temporary_store(), None)
    }

    pub fn with(store: SharedStore, token: Option<&str>) -> Self {
        let guard = Guard::new(AllowedHosts::new(LISTEN.into(), &[]), token.map(Token::new));
        let state = AppState::new(store, guard, CancellationToken::new());
        Self::of(state)
    }

    pub fn of(state: AppState) -> Self {
        Self { router: router(state.clone()), state }
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Reply { status: parts.status, headers: parts.headers, body }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(from_here("GET", path).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, content_type: &str, body: impl Into<Body>) -> Reply {
        let request = from_here("POST", path).header("content-type", content_type);
        self.send(request.body(body.into()).unwrap()).await
    }

    pub async fn post_text(&self, text: &str) -> Reply {
        self.post("/api/documents", "text/markdown", text.to_owned()).await
    }

    /// Folds all chains, as the background does. What waits for a person waits for that only a moment, which is too short on
    /// a busy machine.
    pub async fn fold(&self) {
        while !self.state.inbox.catch_up().await.unwrap() {}
    }
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Expects a problem of this kind whose text contains each of `said`.
    pub fn expect_problem(&self, status: u16, kind: &str, said: &[&str]) {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["type"], format!("urn:harmony:problem:{kind}"));
        assert_eq!(problem["status"], status);
        for part in ["title", "detail", "hint"] {
            assert!(!problem[part].as_str().unwrap().is_empty(), "no {part}: {problem}");
        }
        for word in said {
            assert!(self.text().contains(word), "`{word}` is not said: {problem}");
        }
    }
}

pub fn request(method: &str, path: &str, peer: impl Into<SocketAddr>) -> Builder {
    Request::builder().method(method).uri(path).extension(ConnectInfo::<SocketAddr>(peer.into()))
}

/// Builds a request like that of curl on this machine.
pub fn from_here(method: &str, path: &str) -> Builder {
    request(method, path, HERE).header("host", HOST)
}
