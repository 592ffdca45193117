//! The two encodings of OTLP over HTTP. Errors are answered in the encoding of the request, as its specification asks.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use prost::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Signal, bounds};
use crate::error::{ApiError, Problem};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Protobuf,
    Json,
}

/// `google.rpc.Status`, the body of an error.
#[derive(Clone, PartialEq, Message, Serialize)]
struct Status {
    #[prost(int32, tag = "1")]
    code: i32,
    #[prost(string, tag = "2")]
    message: String,
}

/// Codes of gRPC.
const INVALID_ARGUMENT: i32 = 3;
const INTERNAL: i32 = 13;
const UNAVAILABLE: i32 = 14;

impl Encoding {
    pub fn of(headers: &HeaderMap) -> Result<Self, ApiError> {
        let found = headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or("?"));
        let essence = found.split(';').next().unwrap_or_default().trim();
        match essence.to_ascii_lowercase().as_str() {
            "application/x-protobuf" | "application/protobuf" => Ok(Self::Protobuf),
            "application/json" => Ok(Self::Json),
            _ => Err(ApiError::UnsupportedTelemetry { found: found.to_owned() }),
        }
    }

    /// Reads a request, unless it would take more memory than one may.
    pub fn decode<S: Signal + DeserializeOwned>(self, raw: &[u8]) -> Result<S, ApiError> {
        let bad = |reason: String| ApiError::BadTelemetry(reason);
        match self {
            Self::Protobuf => {
                bounds::check_protobuf(S::KIND, raw).map_err(bad)?;
                S::decode(raw).map_err(|error| bad(error.to_string()))
            }
            Self::Json => {
                bounds::check_json(raw).map_err(bad)?;
                serde_json::from_slice(raw).map_err(|error| bad(error.to_string()))
            }
        }
    }

    pub fn answer(self, message: &(impl Message + Serialize)) -> Response {
        let mut response = Response::new(self.encode(message));
        response.headers_mut().insert(header::CONTENT_TYPE, self.content_type());
        response
    }

    /// Responds with an error. Senders try again only after a few statuses, so that what a full disk refuses has another one
    /// here than elsewhere.
    pub fn refuse(self, error: ApiError) -> Response {
        let mut response = error.into_response();
        if response.status() == StatusCode::INSUFFICIENT_STORAGE {
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
        }
        let code = match response.status() {
            StatusCode::SERVICE_UNAVAILABLE => UNAVAILABLE,
            status if status.is_server_error() => INTERNAL,
            _ => INVALID_ARGUMENT,
        };
        let Some(problem) = response.extensions_mut().remove::<Problem>() else { return response };
        let message = format!("{}: {}", problem.detail, problem.hint);
        *response.body_mut() = self.encode(&Status { code, message });
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.content_type());
        headers.remove(header::CONTENT_LENGTH);
        response
    }

    fn encode(self, message: &(impl Message + Serialize)) -> Body {
        match self {
            Self::Protobuf => Body::from(message.encode_to_vec()),
            // Strings and numbers, which JSON has a form for.
            Self::Json => Body::from(serde_json::to_vec(message).unwrap_or_default()),
        }
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Protobuf => "application/x-protobuf",
            Self::Json => "application/json",
        })
    }
}
