//! How a row stores a text: as received when it is short, compressed where that makes it smaller.

use std::cell::RefCell;

use axum::body::Bytes;
use zstd::bulk::Compressor;

use crate::store::StoreError;

/// A text up to this size shares a page with others, so that compressing it gains little.
const PLAIN_UP_TO: usize = 1024;
pub(in crate::store) const PLAIN: i64 = 0;
const ZSTD: i64 = 1;

thread_local! {
    /// Creating one takes longer than compressing a text. Without the memory for one, texts are stored as received.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = RefCell::new(Compressor::new(1).ok());
}

pub(in crate::store) fn encode(raw: Bytes) -> (i64, Bytes) {
    if !may_be_packed(&raw) {
        return (PLAIN, raw);
    }
    match COMPRESSOR.with_borrow_mut(|compressor| compressor.as_mut()?.compress(&raw).ok()) {
        Some(packed) if packed.len() < raw.len() => (ZSTD, packed.into()),
        _ => (PLAIN, raw),
    }
}

/// Returns whether [`encode`] would try to compress a text that is stored as received.
pub(in crate::store) fn may_be_packed(raw: &[u8]) -> bool {
    raw.len() > PLAIN_UP_TO
}

/// Returns the text. `length` is from the document's head, so that a damaged row can't allocate more than that.
pub(in crate::store) fn decode(codec: i64, stored: Vec<u8>, length: u32) -> Result<Vec<u8>, StoreError> {
    let raw = match codec {
        PLAIN => stored,
        ZSTD => zstd::bulk::decompress(&stored, length as usize)
            .map_err(|error| StoreError::Corrupt(format!("a text can't be decompressed: {error}")))?,
        other => return Err(StoreError::Corrupt(format!("a text has the unknown codec {other}"))),
    };
    if raw.len() != length as usize {
        return Err(StoreError::Corrupt(format!("a text has {} bytes instead of {length}", raw.len())));
    }
    Ok(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &[u8], codec: i64) {
        let (found, stored) = encode(Bytes::copy_from_slice(raw));
        assert_eq!(found, codec);
        assert_eq!(decode(found, stored.into(), raw.len() as u32), Ok(raw.to_vec()));
    }

    #[test]
    fn encoding_and_decoding_gives_the_same_bytes() {
        check(b"", PLAIN);
        check(b"short \xff\xfe", PLAIN);
        check("a long line, again and again\n".repeat(100).as_bytes(), ZSTD);
    }

    #[test]
    fn a_wrong_length_is_an_error() {
        let (codec, stored) = encode(Bytes::from_static(&[b'a'; 4000]));
        assert!(matches!(decode(codec, stored.into(), 3999), Err(StoreError::Corrupt(_))));
    }
}
