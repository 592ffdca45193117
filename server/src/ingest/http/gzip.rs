//! Decompresses bodies within limits.

use std::io::{self, Write};

use axum::body::Bytes;
use flate2::write::MultiGzDecoder;

use crate::error::ApiError;

/// The largest decompressed size of a body, and the largest ratio to its compressed size. Reports compress to a fourth; a
/// body that compresses to less than a hundredth is an attack on the server's memory.
pub(super) const DECOMPRESSED_LIMIT: usize = 64 * 1024 * 1024;
const DENSEST: usize = 100;
/// Below this size any ratio is allowed: white space compresses well, too.
const HARMLESS: usize = 1024 * 1024;

pub(super) struct Decompressor(MultiGzDecoder<Decompressed>);

/// Decompressed bytes that were not returned yet.
#[derive(Default)]
struct Decompressed {
    bytes: Vec<u8>,
    /// Counts of the whole body so far.
    compressed: usize,
    decompressed: usize,
}

impl Default for Decompressor {
    fn default() -> Self {
        Self(MultiGzDecoder::new(Decompressed::default()))
    }
}

impl Decompressor {
    pub fn decompress(&mut self, piece: &[u8]) -> Result<Bytes, ApiError> {
        self.0.get_mut().compressed += piece.len();
        self.0.write_all(piece).and_then(|()| self.0.flush()).map_err(refusal)?;
        Ok(std::mem::take(&mut self.0.get_mut().bytes).into())
    }

    /// Checks at the end of the body that the compressed data is complete. All of it was returned before.
    pub fn finish(&mut self) -> Result<(), ApiError> {
        self.0.try_finish().map_err(refusal)
    }
}

impl Write for Decompressed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.decompressed += bytes.len();
        if self.decompressed > DECOMPRESSED_LIMIT {
            return Err(io::Error::other(ApiError::TooLarge { limit: DECOMPRESSED_LIMIT, sent: None }));
        }
        if self.decompressed > HARMLESS && self.decompressed / DENSEST > self.compressed {
            return Err(io::Error::other(ApiError::TooDense { times: DENSEST }));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn refusal(error: io::Error) -> ApiError {
    error.downcast::<ApiError>().unwrap_or_else(|error| ApiError::BadGzip(error.to_string()))
}
