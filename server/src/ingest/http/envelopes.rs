//! Texts in JSON, and the sources of texts.

use app::document::Source;
use axum::body::Bytes;
use axum::http::HeaderMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::error::ApiError;
use crate::ingest::{Incoming, LIMIT, LONGEST_NAME, is_empty};
use crate::store::Identity;

const DEEPEST: u32 = 64;
pub(super) const MOST_DOCUMENTS: usize = 10_000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object with `text`")]
#[schemars(rename = "OneText")]
struct Envelope {
    text: String,
    source: Option<Source>,
    idempotency_key: Option<String>,
}

/// One document, or many.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object with `text` or `documents`")]
#[schemars(rename = "Texts")]
pub struct JsonBody {
    text: Option<String>,
    source: Option<Source>,
    idempotency_key: Option<String>,
    /// Deserialized one by one, so that an error can name the document.
    #[schemars(with = "Option<Vec<Envelope>>")]
    documents: Option<Vec<Value>>,
}

pub fn from_json(raw: &[u8], source: &Source, headers: &HeaderMap) -> Result<Vec<Incoming>, ApiError> {
    check_depth(raw).map_err(ApiError::BadBody)?;
    let body: JsonBody = serde_json::from_slice(raw).map_err(|error| ApiError::BadBody(error.to_string()))?;
    match (body.text, body.documents) {
        (Some(text), None) => {
            let key = body.idempotency_key.or_else(|| key_of(headers));
            let envelope = Envelope { text, source: body.source, idempotency_key: key };
            open_all(vec![envelope], source)
        }
        (None, Some(documents)) => {
            let shared = merge(body.source.unwrap_or_default(), source);
            let envelopes = documents.into_iter().enumerate().map(|(index, document)| {
                serde_json::from_value(document)
                    .map_err(|error| ApiError::BadBody(format!("document {}: {error}", index + 1)))
            });
            open_all(envelopes.collect::<Result<_, _>>()?, &shared)
        }
        _ => Err(ApiError::BadBody("the JSON needs either `text` or `documents`".to_owned())),
    }
}

pub fn from_lines(raw: &[u8], source: &Source) -> Result<Vec<Incoming>, ApiError> {
    let mut envelopes = Vec::new();
    for (index, line) in raw.split(|byte| *byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let at_line = |what: String| ApiError::BadBody(format!("line {}: {what}", index + 1));
        envelopes.push(envelope(line).map_err(at_line)?);
    }
    open_all(envelopes, source)
}

/// Reads a line that gets an outcome of its own.
pub fn from_line(line: &[u8], source: &Source) -> Result<Incoming, ApiError> {
    open(envelope(line).map_err(ApiError::BadBody)?, source)
}

fn envelope(line: &[u8]) -> Result<Envelope, String> {
    check_depth(line)?;
    serde_json::from_slice(line).map_err(|error| {
        // Without the line number of serde_json, which is always 1 here.
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        format!("column {}: {}", error.column(), message.trim_end_matches(&place))
    })
}

pub fn key_of(headers: &HeaderMap) -> Option<String> {
    let key = headers.get("idempotency-key")?;
    Some(String::from_utf8_lossy(key.as_bytes()).into_owned())
}

/// Returns the source from the query and the headers; the query takes precedence.
pub fn source_of(query: Source, headers: &HeaderMap) -> Result<Source, ApiError> {
    let header =
        |name: &str| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let named = Source {
        session: header("x-harmony-session"),
        path: header("x-harmony-path"),
        repository: header("x-harmony-repository"),
        commit: header("x-harmony-commit"),
        ci_run: header("x-harmony-ci-run"),
        ..Source::default()
    };
    checked(merge(query, &named))
}

fn check_depth(raw: &[u8]) -> Result<(), String> {
    if depth_of(raw) > DEEPEST {
        return Err(format!("the JSON is nested more than {DEEPEST} levels deep"));
    }
    Ok(())
}

/// Returns how deep brackets are nested, without parsing values.
fn depth_of(raw: &[u8]) -> u32 {
    let (mut depth, mut deepest) = (0_u32, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in raw {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn open_all(envelopes: Vec<Envelope>, shared: &Source) -> Result<Vec<Incoming>, ApiError> {
    if envelopes.is_empty() {
        return Err(ApiError::Empty);
    }
    if envelopes.len() > MOST_DOCUMENTS {
        let sent = envelopes.len();
        return Err(ApiError::BadBody(format!(
            "the request has {sent} documents; the limit is {MOST_DOCUMENTS}"
        )));
    }
    let count = envelopes.len();
    let opened = envelopes.into_iter().enumerate().map(|(index, envelope)| {
        open(envelope, shared).map_err(|error| match error {
            ApiError::Empty | ApiError::BadBody(_) if count > 1 => {
                ApiError::BadBody(format!("document {}: {error}", index + 1))
            }
            error => error,
        })
    });
    opened.collect()
}

fn open(envelope: Envelope, shared: &Source) -> Result<Incoming, ApiError> {
    if is_empty(envelope.text.as_bytes()) {
        return Err(ApiError::Empty);
    }
    if envelope.text.len() > LIMIT {
        return Err(ApiError::TooLarge { limit: LIMIT, sent: Some(envelope.text.len() as u64) });
    }
    let source = checked(merge(envelope.source.unwrap_or_default(), shared))?;
    let raw = Bytes::from(envelope.text);
    let identity = match &envelope.idempotency_key {
        Some(key) => Identity::of_key(key),
        None => Identity::of_content(&source, &raw),
    };
    Ok(Incoming { identity, source, raw })
}

/// The end of the year 9999, the last one with four digits.
const LATEST_MS: i64 = 253_402_300_799_999;

/// Merges two sources. Only Harmony's own samples are samples.
fn merge(own: Source, shared: &Source) -> Source {
    Source { sample: false, ..own.or(shared) }
}

/// Refuses a source that no program can name.
pub(super) fn checked(source: Source) -> Result<Source, ApiError> {
    // An empty one is that of a variable which isn't set.
    let session = source.session.filter(|session| !session.trim().is_empty());
    let source = Source { session, ..source };
    let Source { session, path, repository, commit, ci_run, branch, agent, model, part, said_ms, sample: _ } =
        &source;
    if let Some(said_ms) = said_ms.filter(|said_ms| !(0..=LATEST_MS).contains(said_ms)) {
        return Err(ApiError::BadBody(format!(
            "the source's `said_ms` is {said_ms}; it counts milliseconds since 1970 and ends with the year 9999"
        )));
    }
    for (name, value) in [
        ("session", session),
        ("path", path),
        ("repository", repository),
        ("commit", commit),
        ("ci_run", ci_run),
        ("branch", branch),
        ("agent", agent),
        ("model", model),
        ("part", part),
    ] {
        let length = value.as_ref().map_or(0, String::len);
        if length > LONGEST_NAME {
            return Err(ApiError::BadBody(format!(
                "the source's `{name}` may have {LONGEST_NAME} bytes; this one has {length}"
            )));
        }
        // What other programs pass on ends at one.
        if value.as_ref().is_some_and(|value| value.contains('\0')) {
            return Err(ApiError::BadBody(format!("the source's `{name}` holds a NUL character")));
        }
    }
    Ok(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_brackets_outside_strings() {
        assert_eq!(depth_of(br#"{"a": [1, {"b": "[[[["}], "c\"[": []}"#), 3);
        assert_eq!(depth_of(b"plain"), 0);
        assert_eq!(depth_of(&[b'['; 1000]), 1000);
    }

    #[test]
    fn what_a_document_says_of_itself_wins_over_the_request() {
        let raw = br#"{"documents": [{"text": "a", "source": {"path": "own.md"}}, {"text": "b"}]}"#;
        let shared = Source {
            path: Some("shared.md".to_owned()),
            session: Some("s1".to_owned()),
            ..Source::default()
        };
        let texts = from_json(raw, &shared, &HeaderMap::new()).unwrap();
        let paths: Vec<_> = texts.iter().map(|text| text.source.path.as_deref()).collect();
        assert_eq!(paths, [Some("own.md"), Some("shared.md")]);
        assert!(texts.iter().all(|text| text.source.session.as_deref() == Some("s1")));
    }

    #[test]
    fn times_that_no_calendar_has_are_refused() {
        let at = |said_ms: i64| {
            let raw = format!(r#"{{"text": "a", "source": {{"said_ms": {said_ms}}}}}"#);
            from_json(raw.as_bytes(), &Source::default(), &HeaderMap::new()).is_ok()
        };
        assert!(at(0) && at(LATEST_MS));
        assert!(!at(-1) && !at(LATEST_MS + 1));
    }

    #[test]
    fn nobody_else_makes_samples() {
        let raw = br#"{"text": "a", "source": {"sample": true}}"#;
        let texts = from_json(raw, &Source::default(), &HeaderMap::new()).unwrap();
        assert!(texts.iter().all(|text| !text.source.sample));
    }
}
