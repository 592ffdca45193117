//! Bodies that are packed, and how much may come of them.

use std::io::{self, Write};

use axum::body::Bytes;
use flate2::write::MultiGzDecoder;

use crate::error::ApiError;

/// So much a packed body may come to, and so many times its size. Reports pack to a fourth; what packs to less than a
/// hundredth was made to fill a memory.
pub(super) const UNPACKED_LIMIT: usize = 64 * 1024 * 1024;
const DENSEST: usize = 100;
/// Below this nothing is suspicious: a few blanks pack well, too.
const HARMLESS: usize = 1024 * 1024;

pub(super) struct Unpacker(MultiGzDecoder<Unpacked>);

/// What was unpacked and not taken yet.
#[derive(Default)]
struct Unpacked {
    bytes: Vec<u8>,
    /// Of the whole body so far.
    packed: usize,
    unpacked: usize,
}

impl Default for Unpacker {
    fn default() -> Self {
        Self(MultiGzDecoder::new(Unpacked::default()))
    }
}

impl Unpacker {
    pub fn unpack(&mut self, piece: &[u8]) -> Result<Bytes, ApiError> {
        self.0.get_mut().packed += piece.len();
        self.0.write_all(piece).and_then(|()| self.0.flush()).map_err(refusal)?;
        Ok(std::mem::take(&mut self.0.get_mut().bytes).into())
    }

    /// At the end of the body: what is packed must be whole. All of it was given out before.
    pub fn finish(&mut self) -> Result<(), ApiError> {
        self.0.try_finish().map_err(refusal)
    }
}

impl Write for Unpacked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unpacked += bytes.len();
        if self.unpacked > UNPACKED_LIMIT {
            return Err(io::Error::other(ApiError::TooLarge { limit: UNPACKED_LIMIT, sent: None }));
        }
        if self.unpacked > HARMLESS && self.unpacked / DENSEST > self.packed {
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
