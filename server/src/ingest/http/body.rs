//! Reads request bodies within their limits, as a whole or as a stream.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::gzip::{DECOMPRESSED_LIMIT, Decompressor};
use crate::error::ApiError;
use crate::ingest::{LIMIT, is_empty};
use crate::paced::TooSlow;

/// How much of a body that is too large is read and dropped: most clients read the response only after they have sent
/// everything.
const DRAINED: usize = 4 * LIMIT;
const DRAINED_FOR: Duration = Duration::from_secs(5);

/// The bytes of all large bodies that are under way, in the size of the largest small one. Each is counted as if it were as
/// large as it may be.
static ROOM: Semaphore = Semaphore::const_new(512);
const ROOM_WITHIN: Duration = Duration::from_secs(20);
const SMALL: usize = 1024 * 1024;

/// The accepted charsets. Texts are parsed as UTF-8; nothing would be recognized in another charset.
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

/// Reads the whole body, decompressed. A body that is blank or too large is an error.
pub async fn read(headers: &HeaderMap, body: Body, taken: ContentType) -> Result<Bytes, ApiError> {
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<u64>().ok());
    let mut pieces = Pieces::of(headers, body)?;
    // A compressed body may contain many texts, each of which has a limit of its own.
    let limit = match taken {
        ContentType::Json | ContentType::Lines if pieces.are_compressed() => DECOMPRESSED_LIMIT,
        _ => LIMIT,
    };
    if let Some(sent) = announced.filter(|sent| *sent > LIMIT as u64) {
        drain(&mut pieces.stream).await;
        return Err(ApiError::TooLarge { limit: LIMIT, sent: Some(sent) });
    }
    let mut raw = Vec::new();
    let mut room = None;
    loop {
        if raw.len() > SMALL && room.is_none() {
            room = Some(room_for(limit).await?);
        }
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
    match room {
        _ if is_empty(&raw) => Err(ApiError::Empty),
        None => Ok(raw.into()),
        Some(room) => Ok(Bytes::from_owner(Roomy { raw, _room: room })),
    }
}

/// A large body, which keeps its room until nobody needs it.
struct Roomy {
    raw: Vec<u8>,
    _room: SemaphorePermit<'static>,
}

impl AsRef<[u8]> for Roomy {
    fn as_ref(&self) -> &[u8] {
        &self.raw
    }
}

/// Waits until there is room for a body of this size.
async fn room_for(limit: usize) -> Result<SemaphorePermit<'static>, ApiError> {
    let room = ROOM.acquire_many((limit / SMALL) as u32);
    // The semaphore is never closed.
    timeout(ROOM_WITHIN, room).await.ok().and_then(Result::ok).ok_or(ApiError::TooSlow)
}

/// A body as a stream, decompressed.
pub struct Pieces {
    stream: BodyDataStream,
    decompressor: Option<Decompressor>,
}

impl Pieces {
    pub fn of(headers: &HeaderMap, body: Body) -> Result<Self, ApiError> {
        let found = headers.get(header::CONTENT_ENCODING).map_or("", |value| value.to_str().unwrap_or("?"));
        let decompressor = match found.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => None,
            "gzip" | "x-gzip" => Some(Decompressor::default()),
            _ => return Err(ApiError::UnsupportedEncoding { found: found.to_owned() }),
        };
        Ok(Self { stream: body.into_data_stream(), decompressor })
    }

    /// Returns the next piece, or `None` at the end of the body.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        let piece = self.stream.next().await.transpose().map_err(|error| unreadable(&error))?;
        match (&mut self.decompressor, piece) {
            (None, piece) => Ok(piece),
            (Some(decompressor), Some(piece)) => decompressor.decompress(&piece).map(Some),
            (Some(decompressor), None) => decompressor.finish().map(|()| None),
        }
    }

    fn are_compressed(&self) -> bool {
        self.decompressor.is_some()
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
    // The response is the same whether the body ended or took too long.
    let _ = timeout(DRAINED_FOR, read_on).await;
}

fn unreadable(error: &axum::Error) -> ApiError {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.is::<TooSlow>() {
            return ApiError::TooSlow;
        }
        cause = inner.source();
    }
    ApiError::CutBody
}
