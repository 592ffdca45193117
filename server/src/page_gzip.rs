//! A kept page as gzip. Its pieces are compressed once and on their own, and the nonce of each response is put between them as it
//! is: compressing a page costs far more than anything else that a kept one needs.

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// Deflated, without a name, a time or a system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// An empty block that is the last one.
const END: [u8; 5] = [1, 0, 0, 0xff, 0xff];

pub struct Compressed(Vec<Piece>);

struct Piece {
    /// Whole blocks, so that another may follow.
    deflated: Vec<u8>,
    sum: Crc,
}

impl Compressed {
    /// Compresses what is between the nonces, or returns `None` if the compressor fails.
    pub fn of(pieces: &[String]) -> Option<Self> {
        pieces.iter().map(|piece| Piece::of(piece.as_bytes())).collect::<Option<_>>().map(Self)
    }

    /// Returns the page with a nonce, which must be shorter than 64 kB.
    pub fn with(&self, nonce: &str) -> Option<Vec<u8>> {
        let length = u16::try_from(nonce.len()).ok()?;
        let mut sum_of_nonce = Crc::new();
        sum_of_nonce.update(nonce.as_bytes());
        let mut page = HEADER.to_vec();
        let mut sum = Crc::new();
        for (number, piece) in self.0.iter().enumerate() {
            if number > 0 {
                // A block that isn't compressed: its length, the same inverted, and the bytes.
                page.push(0);
                page.extend_from_slice(&length.to_le_bytes());
                page.extend_from_slice(&(!length).to_le_bytes());
                page.extend_from_slice(nonce.as_bytes());
                sum.combine(&sum_of_nonce);
            }
            page.extend_from_slice(&piece.deflated);
            sum.combine(&piece.sum);
        }
        page.extend_from_slice(&END);
        page.extend_from_slice(&sum.sum().to_le_bytes());
        page.extend_from_slice(&sum.amount().to_le_bytes());
        Some(page)
    }
}

impl Piece {
    fn of(bytes: &[u8]) -> Option<Self> {
        let mut sum = Crc::new();
        sum.update(bytes);
        let mut compress = Compress::new(Compression::default(), false);
        let mut deflated = Vec::with_capacity(bytes.len() / 4 + 64);
        loop {
            let left = bytes.get(usize::try_from(compress.total_in()).ok()?..)?;
            match compress.compress_vec(left, &mut deflated, FlushCompress::Sync) {
                Ok(Status::Ok | Status::BufError) if deflated.len() == deflated.capacity() => {
                    deflated.reserve(deflated.len());
                }
                Ok(Status::Ok | Status::BufError) => return Some(Self { deflated, sum }),
                Ok(Status::StreamEnd) | Err(_) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn a_page_is_what_it_was() {
        let long: String = (0..20_000_u32).map(|number| format!("<p>{}</p>", number * 7919 % 1000)).collect();
        for pieces in [vec![""], vec!["", ""], vec!["one", "two", ""], vec!["<script nonce=\"", "\">", &long]]
        {
            let pieces: Vec<String> = pieces.into_iter().map(str::to_owned).collect();
            let compressed = Compressed::of(&pieces).unwrap();
            for nonce in ["TYBmUR/x", "another"] {
                let page = compressed.with(nonce).unwrap();
                let mut read = String::new();
                GzDecoder::new(&page[..]).read_to_string(&mut read).unwrap();
                assert!(read == pieces.join(nonce), "{} bytes", read.len());
                assert!(read.len() < 1000 || page.len() * 3 < read.len(), "{} of {}", page.len(), read.len());
            }
        }
    }
}
