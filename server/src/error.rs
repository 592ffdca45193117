//! The errors of requests, as RFC 9457 problem details: what went wrong, and what to do about it.

use app::access::Role;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::metrics;
use crate::quarantine::BadQuarantine;
use crate::security::Unknown;
use crate::store::StoreError;

#[derive(Debug, Error)]
pub enum ApiError {
    #[error("{}", too_large(*limit, *sent))]
    TooLarge { limit: usize, sent: Option<u64> },
    #[error("the gzip body decompresses to more than {times} times its size")]
    TooDense { times: usize },
    #[error("the content encoding `{found}` is not accepted")]
    UnsupportedEncoding { found: String },
    #[error("the charset `{found}` is not accepted")]
    UnsupportedCharset { found: String },
    #[error("{}", unsupported(found))]
    UnsupportedType { found: String },
    #[error("the text is empty")]
    Empty,
    #[error("{0}")]
    BadBody(String),
    #[error("{0}")]
    BadTelemetry(String),
    #[error("{}", unsupported(found))]
    UnsupportedTelemetry { found: String },
    #[error("the gzip body can't be decompressed: {0}")]
    BadGzip(String),
    #[error("{0}")]
    BadForm(String),
    #[error("the body ended before it was complete")]
    CutBody,
    #[error("{0}")]
    BadQuery(String),
    #[error("another text is stored under the idempotency key of document {id}")]
    ConflictingKey { id: String },
    #[error("{what} does not exist")]
    NotFound { what: String },
    #[error("{message}")]
    BadDecision { message: String, hint: &'static str },
    #[error("{0}")]
    BadQuarantine(String),
    #[error("{target} is not quarantined")]
    NotQuarantined { target: String },
    #[error("{0}")]
    BadWebhook(String),
    #[error("there is no webhook `{id}`")]
    NoWebhook { id: String },
    #[error("{0}")]
    BadPreview(String),
    #[error("this server has as many preview links as it may have")]
    TooManyPreviews,
    #[error("there is no preview `{id}` that could be revoked")]
    UnknownPreview { id: String },
    #[error("there is no report under this link")]
    NoPreview,
    #[error("this link {how}")]
    PreviewEnded { how: &'static str },
    #[error("{name} has the role {}, and this needs {}", role.as_str(), needed.as_str())]
    RoleTooNarrow { name: String, role: Role, needed: Role },
    #[error("the system has no random numbers")]
    NoRandomness,
    #[error("{0}")]
    BadToken(String),
    #[error("there is no token {id} that could be revoked")]
    NoToken { id: String },
    #[error("{path} does not accept {method}")]
    WrongMethod { method: String, path: String },
    #[error("{path} is a WebSocket, and the request does not ask for an upgrade")]
    UpgradeNeeded { path: &'static str },
    #[error("the body did not arrive in time")]
    TooSlow,
    #[error("`{host}` is not a name of this server")]
    ForeignHost { host: String },
    #[error("the request comes from {origin}")]
    ForeignOrigin { origin: String },
    #[error("{}", reason_of(.0))]
    Unauthorized(Unknown),
    #[error("too many requests from this address")]
    TooManyRequests { retry_after_s: u64 },
    #[error("this server has reached its limit of viewers")]
    TooManyViewers,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// `application/problem+json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    #[serde(rename = "type")]
    kind: String,
    pub title: &'static str,
    status: u16,
    pub detail: String,
    /// What the sender can do about it.
    pub hint: &'static str,
}

/// The part of a problem that depends on its kind alone.
struct Case {
    status: StatusCode,
    slug: &'static str,
    title: &'static str,
    hint: &'static str,
}

impl From<BadQuarantine> for ApiError {
    fn from(error: BadQuarantine) -> Self {
        Self::BadQuarantine(error.to_string())
    }
}

impl ApiError {
    fn case(&self) -> Case {
        let (status, slug, title, hint) = match self {
            Self::TooLarge { .. } => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "body-too-large",
                "The body is too large",
                "send the report without attachments, or split it into several documents",
            ),
            Self::TooDense { .. } => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "body-too-large",
                "The body is too large",
                "send it uncompressed, or in smaller parts",
            ),
            Self::UnsupportedEncoding { .. } => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-encoding",
                "The content encoding is not supported",
                "send the body uncompressed, or compressed with Content-Encoding: gzip",
            ),
            Self::UnsupportedCharset { .. } => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-charset",
                "The charset is not supported",
                "send the text as UTF-8, as in: iconv -f utf-16 -t utf-8 report.md | curl --data-binary @- …",
            ),
            Self::UnsupportedType { .. } => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-type",
                "The content type is not supported",
                "send text/markdown, text/plain, application/json or application/x-ndjson",
            ),
            Self::Empty => (
                StatusCode::BAD_REQUEST,
                "empty-text",
                "The text is empty",
                "send the text as the body, as in: curl --data-binary @report.md",
            ),
            Self::BadBody(_) => (
                StatusCode::BAD_REQUEST,
                "unreadable-body",
                "The body can't be read",
                r#"send {"text": "…", "source": {"path": "…"}} or {"documents": […]} as JSON, one such object per line as NDJSON, or the text itself as text/markdown"#,
            ),
            Self::BadTelemetry(_) => (
                StatusCode::BAD_REQUEST,
                "unreadable-body",
                "The body can't be read",
                "send what an OTLP/HTTP exporter sends: an export request in protobuf or JSON, as the content type says",
            ),
            Self::UnsupportedTelemetry { .. } => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-type",
                "The content type is not supported",
                "send application/x-protobuf or application/json, as OTLP/HTTP exporters do",
            ),
            Self::BadGzip(_) => (
                StatusCode::BAD_REQUEST,
                "unreadable-body",
                "The body can't be read",
                "compress the whole body with gzip, as in: gzip -c report.md | curl --data-binary @- -H 'Content-Encoding: gzip' …, or send it uncompressed without that header",
            ),
            Self::BadForm(_) => (
                StatusCode::BAD_REQUEST,
                "unreadable-body",
                "The form can't be read",
                "send it from Harmony's own page",
            ),
            Self::CutBody => (
                StatusCode::BAD_REQUEST,
                "unreadable-body",
                "The body can't be read",
                "send it again: nothing was stored, and a text that is sent twice is stored once",
            ),
            Self::BadQuery(_) => (
                StatusCode::BAD_REQUEST,
                "unreadable-query",
                "The address can't be read",
                "correct the part of the address that the detail names",
            ),
            Self::ConflictingKey { .. } => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "conflicting-key",
                "The idempotency key is taken",
                "use a new Idempotency-Key for a new text, and repeat a key only with the same text",
            ),
            Self::NotFound { .. } => (
                StatusCode::NOT_FOUND,
                "not-found",
                "Not found",
                "it may be mistyped, or have been deleted: GET /api lists all requests, also those that list what there is",
            ),
            Self::BadDecision { hint, .. } => {
                (StatusCode::BAD_REQUEST, "unusable-decision", "This can't be decided so", *hint)
            }
            Self::BadQuarantine(_) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "unusable-quarantine",
                "Nothing can be quarantined like this",
                r#"send {"targetType": "chain", "targetId": "…", "reason": "…", "autoRelease": false} as application/json; the type is chain, session or format"#,
            ),
            Self::NotQuarantined { .. } => (
                StatusCode::NOT_FOUND,
                "not-quarantined",
                "Not quarantined",
                "GET /api/quarantine lists everything that is quarantined",
            ),
            Self::BadWebhook(_) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "unusable-webhook",
                "This webhook can't be added",
                r#"send {"name": "…", "url": "https://…", "shape": "json", "secret": "…", "kinds": ["human-gate"], "urgency": "high"} as application/json; shape is json or slack"#,
            ),
            Self::NoWebhook { .. } => (
                StatusCode::NOT_FOUND,
                "no-webhook",
                "No such webhook",
                "GET /api/webhooks lists all webhooks",
            ),
            Self::BadPreview(_) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "unusable-preview",
                "This can't be published",
                r#"send {"title": "…", "keep": "30d", "documents": [{"name": "review.md", "text": "…"}]} as application/json, or one text as text/markdown"#,
            ),
            Self::TooManyPreviews => (
                StatusCode::CONFLICT,
                "too-many-previews",
                "Too many preview links",
                "revoke links on the page /previews that nobody needs any more, or publish with a shorter `keep`",
            ),
            Self::UnknownPreview { .. } => (
                StatusCode::NOT_FOUND,
                "unknown-preview",
                "No such preview",
                "GET /api/previews lists all previews that can be read",
            ),
            Self::NoPreview => (
                StatusCode::NOT_FOUND,
                "no-preview",
                "No such report",
                "the address may be mistyped, or the report was removed long ago: ask whoever sent it for a new link",
            ),
            Self::PreviewEnded { .. } => (
                StatusCode::GONE,
                "preview-ended",
                "This report is no longer here",
                "links to reports end after a while: ask whoever sent it for a new one",
            ),
            Self::RoleTooNarrow { .. } => (
                StatusCode::FORBIDDEN,
                "role",
                "The role doesn't allow this",
                "use a token with that role, or with the role operate: an operator creates one on the page /access or with `harmony token create`",
            ),
            Self::NoRandomness => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal",
                "Internal error",
                "the server's log has the details",
            ),
            Self::BadToken(_) => (
                StatusCode::BAD_REQUEST,
                "bad-token",
                "The token can't be created",
                "name it, and choose a role: read, ingest, publish or operate",
            ),
            Self::NoToken { .. } => (
                StatusCode::NOT_FOUND,
                "no-token",
                "No such token",
                "GET /api/tokens lists all tokens; one that has ended needs no revoking",
            ),
            Self::WrongMethod { .. } => (
                StatusCode::METHOD_NOT_ALLOWED,
                "wrong-method",
                "The method is not supported",
                "use a method that the Allow header names",
            ),
            Self::UpgradeNeeded { .. } => (
                StatusCode::UPGRADE_REQUIRED,
                "upgrade-needed",
                "This address is a WebSocket",
                "open it as a WebSocket, or read the same events with: curl -N …/events",
            ),
            Self::TooSlow => (
                StatusCode::REQUEST_TIMEOUT,
                "too-slow",
                "The request took too long",
                "send it again: a text that is sent twice is stored once",
            ),
            Self::ForeignHost { .. } => (
                StatusCode::MISDIRECTED_REQUEST,
                "foreign-host",
                "Unknown host name",
                "open the address that Harmony printed, or start Harmony with --allow-host NAME",
            ),
            Self::ForeignOrigin { .. } => (
                StatusCode::FORBIDDEN,
                "foreign-origin",
                "Requests from other sites are refused",
                "send it from a page of this server, or from a tool that sets `Authorization: Bearer TOKEN` and no Origin",
            ),
            Self::Unauthorized(_) => (
                StatusCode::UNAUTHORIZED,
                "token-missing",
                "The token is missing or wrong",
                "name a token of this server: `--token TOKEN` or HARMONY_TOKEN for a command of harmony, `Authorization: Bearer TOKEN` for other tools, /login for a browser",
            ),
            Self::TooManyRequests { .. } => (
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-requests",
                "Too many requests",
                "wait as many seconds as Retry-After says, or send several documents in one request",
            ),
            Self::TooManyViewers => (
                StatusCode::SERVICE_UNAVAILABLE,
                "too-many-viewers",
                "Too many viewers",
                "try again in a minute",
            ),
            Self::Store(StoreError::Full) => (
                StatusCode::INSUFFICIENT_STORAGE,
                "store-full",
                "The store is full",
                "free space on the server's disk, then send again what was refused: nothing of it was stored, and no restart is needed",
            ),
            Self::Store(StoreError::Busy | StoreError::ReadOnly | StoreError::Stopped) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "store-unavailable",
                "The store is not available",
                "send it again later: nothing of this request was stored",
            ),
            Self::Store(StoreError::Unreachable(_)) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "store-unavailable",
                "The database can't be reached",
                "send it again later: what was stored already isn't stored twice",
            ),
            Self::Store(StoreError::Corrupt(_)) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "store-damaged",
                "The store is damaged",
                "some of its content can't be read: the log has details, and `harmony serve --store COPY` opens a backup in its place",
            ),
            Self::Store(StoreError::Failed(_)) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal",
                "Internal error",
                "the server's log has the details",
            ),
        };
        Case { status, slug, title, hint }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::TooManyRequests { retry_after_s } => Some(*retry_after_s),
            Self::TooManyViewers => Some(60),
            Self::Store(
                StoreError::Busy | StoreError::Stopped | StoreError::ReadOnly | StoreError::Unreachable(_),
            ) => Some(5),
            _ => None,
        }
    }
}

impl ApiError {
    /// Returns the message for the sender. An error of the server itself is logged here, and its title returned.
    pub fn message(&self) -> String {
        let Case { status, title, .. } = self.case();
        if status.is_server_error() {
            tracing::error!(error = %self, "a request failed");
            return title.to_owned();
        }
        shortened(self.to_string())
    }

    pub fn problem(&self) -> Problem {
        let detail = self.message();
        let Case { status, slug, title, hint } = self.case();
        let kind = format!("urn:harmony:problem:{slug}");
        Problem { kind, title, status: status.as_u16(), detail, hint }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Case { status, slug, .. } = self.case();
        metrics::refused(slug);
        let problem = self.problem();
        let mut response = (status, Json(&problem)).into_response();
        // A middleware turns it into a page for people.
        response.extensions_mut().insert(problem);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after_s() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UPGRADE_REQUIRED {
            headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        }
        if let Self::Unauthorized(unknown) = self {
            let challenge = match unknown {
                Unknown::Missing => "Bearer realm=\"Harmony\"",
                Unknown::Wrong | Unknown::Ended { .. } => "Bearer realm=\"Harmony\", error=\"invalid_token\"",
            };
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        }
        response
    }
}

fn reason_of(unknown: &Unknown) -> String {
    match unknown {
        Unknown::Missing => "this server requires a token".to_owned(),
        Unknown::Wrong => "the token is not one of this server".to_owned(),
        Unknown::Ended { name, how } => format!("the token `{name}` {how}"),
    }
}

/// The most bytes of a message. What it repeats of a request may be as long as the request.
const LONGEST_MESSAGE: usize = 4_000;

/// Returns the beginning and the end of a message that is too long.
fn shortened(message: String) -> String {
    if message.len() <= LONGEST_MESSAGE {
        return message;
    }
    let head = message.floor_char_boundary(LONGEST_MESSAGE / 2);
    let tail = message.ceil_char_boundary(message.len() - LONGEST_MESSAGE / 2);
    format!("{}…{}", message.get(..head).unwrap_or_default(), message.get(tail..).unwrap_or_default())
}

fn unsupported(found: &str) -> String {
    match found {
        "" => "the request names no content type".to_owned(),
        found => format!("the content type `{found}` is not accepted"),
    }
}

fn too_large(limit: usize, sent: Option<u64>) -> String {
    let limit_mb = limit / (1024 * 1024);
    match sent {
        Some(sent) => format!("the body has {sent} bytes; the limit is {limit_mb} MB ({limit} bytes)"),
        None => format!("the body is larger than the limit of {limit_mb} MB ({limit} bytes)"),
    }
}
