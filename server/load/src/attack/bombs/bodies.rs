//! Bodies that expand, nest or overflow.

use std::io::Write;

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::super::request::Request;
use super::Bomb;
use crate::loopback::Loopback;

const MEGABYTE: usize = 1024 * 1024;
const REFUSED: &[u16] = &[400, 413, 415, 422, 431];

pub fn bombs(address: Loopback) -> Result<Vec<Bomb>> {
    let zeros = gzip(&vec![b'0'; 256 * MEGABYTE])?;
    let twice = gzip(&zeros)?;
    let spaces = gzip(&[br#"{"text":""#, &vec![b' '; 63 * MEGABYTE][..], br##"# a"}"##].concat())?;
    let encoded = |name, coding: &str, kind, body: Vec<u8>| {
        let request = Request::new(address, "POST", "/api/documents").with("Content-Encoding", coding);
        Bomb { name, bytes: request.sending(kind, body).bytes(), statuses: REFUSED, pages: &[] }
    };
    let json = |name, body: Vec<u8>| {
        let request = Request::new(address, "POST", "/api/documents").sending("application/json", body);
        Bomb { name, bytes: request.bytes(), statuses: REFUSED, pages: &[] }
    };
    let most = 15 * MEGABYTE;
    Ok(vec![
        encoded("gzip, 256 MB in 250 kB", "gzip", "text/markdown", zeros.clone()),
        encoded("gzip, lines", "gzip", "application/x-ndjson", zeros),
        encoded("gzip of gzip", "gzip, gzip", "text/markdown", twice),
        encoded("gzip, JSON of 63 MB", "gzip", "application/json", spaces),
        encoded("zstd, 1 GB in 32 kB", "zstd", "text/markdown", zstd(1024)),
        json("JSON, 15 million arrays in each other", b"[".repeat(most)),
        json("JSON, 3 million objects in each other", br#"{"a":"#.repeat(most / 5)),
        json("JSON, a number of 15 MB", [br#"{"text":"#, &b"9".repeat(most)[..], b"}"].concat()),
        json("JSON, 2 million numbers too large", [b"[", &b"1e999,".repeat(most / 6)[..], b"1]"].concat()),
        json(
            "JSON, a million keys",
            [b"{", &br#""documents":0,"#.repeat(most / 14)[..], br#""a":0}"#].concat(),
        ),
        json("JSON, 10,001 documents", documents(10_001)),
        header_flood(address),
    ])
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Returns a frame of so many megabytes, in blocks that say how often a byte is repeated.
fn zstd(megabytes: usize) -> Vec<u8> {
    const BLOCK: u32 = 128 * 1024;
    const REPEATED: u32 = 1;
    let header = (BLOCK << 3) | (REPEATED << 1);
    let [first, second, third, _] = header.to_le_bytes();
    let blocks = [first, second, third, b'0'].repeat(megabytes * MEGABYTE / BLOCK as usize);
    // The magic number, a descriptor without a size of the content, and a window of 128 kB.
    [&[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38][..], &blocks, &[1, 0, 0]].concat()
}

fn documents(count: usize) -> Vec<u8> {
    let one = br##"{"text":"# a"},"##.repeat(count);
    [br#"{"documents":["#, one.get(..one.len() - 1).unwrap_or_default(), b"]}"].concat()
}

fn header_flood(address: Loopback) -> Bomb {
    let headers = "X-Header-Of-A-Flood: and its value\r\n".repeat(100_000);
    let bytes = format!("GET / HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n").into_bytes();
    // A server that has seen enough may close the connection while the rest is being sent.
    Bomb { name: "100,000 headers", bytes, statuses: &[0, 400, 431], pages: &[] }
}
