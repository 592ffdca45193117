//! The log of what was changed. A record is written before the change, so that nothing is changed without one, and gets
//! the status of the answer afterwards.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{MatchedPath, Request};
use axum::http::header;
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::Caller;
use crate::clock;
use crate::error::ApiError;
use crate::store::{AccessChange, NewAudited, SharedStore};

/// A longer body isn't read for the log.
const MOST_BYTES: usize = 16 * 1024;
/// The most letters of a subject.
const MOST_LETTERS: usize = 300;
/// The fields that name what a request is about.
const NAMES: [&str; 7] = ["targetType", "targetId", "type", "name", "title", "id", "key"];
/// The fields that say more about it. Others may be secrets.
const FACTS: [&str; 9] =
    ["action", "rule", "format", "decision", "role", "kind", "session", "reason", "query"];

/// Returns what a body says that a record may hold.
type Reader = fn(&[u8]) -> Vec<String>;

/// Begins the record of a change. Returns the request as it was, and the record's id.
pub(super) async fn begin(
    store: &SharedStore,
    caller: &Caller,
    request: Request,
) -> Result<(Request, Option<i64>), ApiError> {
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let path = matched.as_ref().map_or(request.uri().path(), MatchedPath::as_str);
    let action: String = format!("{} {path}", request.method()).chars().take(MOST_LETTERS).collect();
    let (parts, body) = request.into_parts();
    let mut said = ids_in(parts.uri.path(), matched.as_ref().map_or("", MatchedPath::as_str));
    said.extend(of_form(parts.uri.query().unwrap_or_default().as_bytes()));
    let header =
        |name| parts.headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let length = header(header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    let is_small = length.is_some_and(|length| length <= MOST_BYTES);
    let media_type = header(header::CONTENT_TYPE).unwrap_or_default();
    let is_encoded = parts.headers.contains_key(header::CONTENT_ENCODING);
    let read: Option<Reader> = match media_type {
        _ if !is_small || is_encoded => None,
        json if json.starts_with("application/json") => Some(of_json),
        form if form.starts_with("application/x-www-form-urlencoded") => Some(of_form),
        _ => None,
    };
    let body = match read {
        None => body,
        Some(read) => {
            let bytes: Bytes = to_bytes(body, MOST_BYTES).await.map_err(|_| ApiError::TooSlow)?;
            said.extend(read(&bytes));
            Body::from(bytes)
        }
    };
    let subject: String = said.join(", ").chars().take(MOST_LETTERS).collect();
    let record =
        NewAudited { at_ms: clock::now_ms(), actor: caller.name.clone(), action, subject, status: None };
    let id = store.change_access(AccessChange::Begin(record)).await?;
    Ok((Request::from_parts(parts, body), id))
}

/// Adds the status of the answer. If that fails, the record says that the answer isn't known.
pub(super) async fn end(store: &SharedStore, id: Option<i64>, status: u16) {
    let Some(id) = id else { return };
    if let Err(error) = store.change_access(AccessChange::End { id, status }).await {
        tracing::warn!(%error, "could not complete a record of the audit log");
    }
}

/// Returns the parts of the path that the route names.
fn ids_in(path: &str, route: &str) -> Vec<String> {
    let mut parts = path.split('/');
    let mut ids = Vec::new();
    for place in route.split('/') {
        let part = parts.next().unwrap_or_default();
        if place.starts_with("{*") {
            let rest: Vec<&str> = std::iter::once(part).chain(parts.by_ref()).collect();
            ids.push(rest.join("/"));
        } else if place.starts_with('{') {
            ids.push(part.to_owned());
        }
    }
    ids.iter().map(|id| percent_decode_str(id).decode_utf8_lossy().into_owned()).collect()
}

fn of_form(form: &[u8]) -> Vec<String> {
    let fields: Vec<(String, String)> = serde_urlencoded::from_bytes(form).unwrap_or_default();
    fields.iter().filter_map(|(name, value)| said(name, value)).collect()
}

fn of_json(json: &[u8]) -> Vec<String> {
    let Ok(Value::Object(fields)) = serde_json::from_slice(json) else { return Vec::new() };
    let known = NAMES.iter().chain(&FACTS).filter_map(|name| match fields.get(*name)? {
        Value::String(value) => said(name, value),
        Value::Number(value) => said(name, &value.to_string()),
        _ => None,
    });
    known.collect()
}

/// Returns a field for the record: a name as it is, and a fact with what it is.
fn said(field: &str, value: &str) -> Option<String> {
    match value {
        "" => None,
        value if NAMES.contains(&field) => Some(value.to_owned()),
        value if FACTS.contains(&field) => Some(format!("{field} {value}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_what_the_route_names() {
        assert_eq!(ids_in("/api/documents/a%20b/pin", "/api/documents/{id}/pin"), ["a b"]);
        assert_eq!(ids_in("/api/quarantine/format/a/b", "/api/quarantine/{type}/{*id}"), ["format", "a/b"]);
        assert!(ids_in("/api/samples", "/api/samples").is_empty());
    }

    #[test]
    fn secrets_are_not_recorded() {
        let json =
            br#"{"name": "CI", "url": "https://hooks.example/SECRET", "secret": "s3cret", "kinds": []}"#;
        assert_eq!(of_json(json), ["CI"]);
        assert_eq!(of_form(b"name=CI&url=https%3A%2F%2Fhooks.example%2FSECRET&secret=x"), ["CI"]);
    }
}
