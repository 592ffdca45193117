//! Reading a body within its limits, whole or as it comes.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use tokio::time::timeout;
use tower_http::timeout::TimeoutError;

use super::gzip::{UNPACKED_LIMIT, Unpacker};
use crate::error::ApiError;
use crate::ingest::{LIMIT, is_empty};

/// So much of a body that is too large is read and dropped: most clients only look at the answer once they
/// have sent everything.
const DRAINED: usize = 4 * LIMIT;
const DRAINED_FOR: Duration = Duration::from_secs(5);

/// Texts are kept as they come and read as UTF-8: in any other charset they would be kept, and nothing found in them.
const CHARSETS: [&str; 4] = ["utf-8", "utf8", "us-ascii", "ascii"];

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ContentType {
    Text,
    Json,
    Lines,
}

impl ContentType {
    pub fn of(headers: &HeaderMap) -> Result<Self, ApiError> {
        let found = headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or("?"));
        let mut parts = found.split(';').map(|part| part.trim().to_ascii_lowercase());
        let essence = parts.next().unwrap_or_default();
        let charset = parts.find_map(|part| part.strip_prefix("charset=").map(str::to_owned));
        let charset = charset.map(|charset| charset.trim_matches('"').to_owned());
        if let Some(found) = charset.filter(|charset| !CHARSETS.contains(&charset.as_str())) {
            return Err(ApiError::UnsupportedCharset { found });
        }
        match essence.as_str() {
            "text/markdown" | "text/x-markdown" | "text/plain" => Ok(Self::Text),
            "application/json" => Ok(Self::Json),
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => Ok(Self::Lines),
            _ => Err(ApiError::UnsupportedType { found: found.to_owned() }),
        }
    }
}

/// The whole body, unpacked; an empty one, one of blanks only, or one beyond the limit, is an error.
pub async fn read(headers: &HeaderMap, body: Body, taken: ContentType) -> Result<Bytes, ApiError> {
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<u64>().ok());
    let mut pieces = Pieces::of(headers, body)?;
    // What is packed may hold many texts, each within the limit of a text.
    let limit = match taken {
        ContentType::Json | ContentType::Lines if pieces.are_packed() => UNPACKED_LIMIT,
        _ => LIMIT,
    };
    if let Some(sent) = announced.filter(|sent| *sent > LIMIT as u64) {
        drain(&mut pieces.stream).await;
        return Err(ApiError::TooLarge { limit: LIMIT, sent: Some(sent) });
    }
    let mut raw = Vec::new();
    loop {
        let piece = match pieces.next().await {
            Ok(Some(piece)) if raw.len() + piece.len() <= limit => piece,
            Ok(Some(_)) => {
                drain(&mut pieces.stream).await;
                return Err(ApiError::TooLarge { limit, sent: None });
            }
            Ok(None) => break,
            Err(error) => {
                drain(&mut pieces.stream).await;
                return Err(error);
            }
        };
        raw.extend_from_slice(&piece);
    }
    if is_empty(&raw) { Err(ApiError::Empty) } else { Ok(raw.into()) }
}

/// A body as it comes, unpacked.
pub struct Pieces {
    stream: BodyDataStream,
    unpacker: Option<Unpacker>,
}

impl Pieces {
    pub fn of(headers: &HeaderMap, body: Body) -> Result<Self, ApiError> {
        let found = headers.get(header::CONTENT_ENCODING).map_or("", |value| value.to_str().unwrap_or("?"));
        let unpacker = match found.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => None,
            "gzip" | "x-gzip" => Some(Unpacker::default()),
            _ => return Err(ApiError::UnsupportedEncoding { found: found.to_owned() }),
        };
        Ok(Self { stream: body.into_data_stream(), unpacker })
    }

    /// Nothing at the end of the body.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        let piece = self.stream.next().await.transpose().map_err(|error| unreadable(&error))?;
        match (&mut self.unpacker, piece) {
            (None, piece) => Ok(piece),
            (Some(unpacker), Some(piece)) => unpacker.unpack(&piece).map(Some),
            (Some(unpacker), None) => unpacker.finish().map(|()| None),
        }
    }

    fn are_packed(&self) -> bool {
        self.unpacker.is_some()
    }
}

async fn drain(stream: &mut BodyDataStream) {
    let read_on = async {
        let mut dropped = 0;
        while let Some(Ok(piece)) = stream.next().await {
            dropped += piece.len();
            if dropped > DRAINED {
                return;
            }
        }
    };
    // Whether it ended or took too long, the answer is the same.
    let _ = timeout(DRAINED_FOR, read_on).await;
}

fn unreadable(error: &axum::Error) -> ApiError {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.is::<TimeoutError>() {
            return ApiError::TooSlow;
        }
        cause = inner.source();
    }
    ApiError::CutBody
}
