use std::error::Error;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// The query of an address. One that can't be read is a problem like any other.
pub struct Parameters<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(read)) => Ok(Self(read)),
            Err(rejection) => Err(ApiError::BadQuery(reason_of(&rejection))),
        }
    }
}

/// The fields of a form on one of our own pages. Those that can't be read are a problem like any other.
pub struct Submitted<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Submitted<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bad = |reason: String| ApiError::BadForm(reason);
        let body = Bytes::from_request(request, state).await.map_err(|error| bad(error.body_text()))?;
        serde_urlencoded::from_bytes(&body).map(Self).map_err(|error| bad(error.to_string()))
    }
}

/// Returns a path to return to, if it is one of this site.
pub fn on_this_site(back: &str) -> Option<&str> {
    let is_here = back.starts_with('/') && !back.starts_with("//") && !back.contains(['\\', '\r', '\n']);
    is_here.then_some(back)
}

/// Returns the reason, without what the library adds to it.
fn reason_of(rejection: &QueryRejection) -> String {
    let reason = rejection.source().map_or_else(|| rejection.body_text(), ToString::to_string);
    match reason.split_once(": ") {
        // It contains the name already.
        Some((_, reason)) if reason.starts_with("unknown field") => reason.to_owned(),
        Some((name, reason)) if !name.contains(' ') => format!("`{name}` can't be read: {reason}"),
        _ => reason,
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::FromRequestParts;
    use axum::http::Request;
    use serde::Deserialize;

    use super::Parameters;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct TraceParameters {
        gate: Option<u8>,
    }

    async fn read(query: &str) -> Result<Option<u8>, String> {
        let (mut parts, ()) = Request::get(format!("/api/traces?{query}")).body(()).unwrap().into_parts();
        let read = Parameters::<TraceParameters>::from_request_parts(&mut parts, &()).await;
        read.map(|Parameters(query)| query.gate).map_err(|error| error.to_string())
    }

    async fn check(query: &str, expected: Result<Option<u8>, &str>) {
        assert_eq!(read(query).await, expected.map_err(str::to_owned), "{query}");
    }

    #[tokio::test]
    async fn an_unreadable_parameter_is_named() {
        check("gate=9", Ok(Some(9))).await;
        check("", Ok(None)).await;
        check("gate=x", Err("`gate` can't be read: invalid digit found in string")).await;
        check("page=2", Err("unknown field `page`, expected `gate`")).await;
    }

    #[tokio::test]
    async fn a_parameter_that_comes_twice_is_refused() {
        assert!(read("gate=9&gate=8").await.is_err());
    }
}
