//! Bytes that two servers could read in two ways, and bytes that are no request. What comes behind a request that can't be
//! read is never answered as another one.

use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::super::request::Answer;
use super::super::tally::Tally;
use crate::loopback::Loopback;

/// A request that is hidden in the body of another.
const HIDDEN: &str = "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n";

pub async fn attack(address: Loopback) -> Tally {
    let mut tally = Tally::default();
    for (what, head) in heads(address) {
        match exchange(address, &[head.as_bytes(), HIDDEN.as_bytes()].concat()).await {
            Ok(heard) => tally.add(what, &heard, judge),
            Err(error) => tally.fail(format!("{what}: {error:#}")),
        }
    }
    for (what, bytes) in malformed() {
        match exchange(address, &bytes).await {
            Ok(heard) => tally.add(what, &heard, judge),
            Err(error) => tally.fail(format!("{what}: {error:#}")),
        }
    }
    tally
}

/// Beginnings of requests whose ends can be understood in two ways.
fn heads(address: Loopback) -> Vec<(&'static str, String)> {
    let post = |headers: &str| {
        format!(
            "POST /api/documents HTTP/1.1\r\nHost: {address}\r\nContent-Type: text/plain\r\n{headers}\r\n"
        )
    };
    let length = HIDDEN.len();
    vec![
        ("two lengths", post(&format!("Content-Length: 0\r\nContent-Length: {length}\r\n"))),
        ("a list of lengths", post(&format!("Content-Length: 0, {length}\r\n"))),
        ("a negative length", post("Content-Length: -1\r\n")),
        ("a length with a sign", post("Content-Length: +0\r\n")),
        ("a length in hexadecimal", post("Content-Length: 0x0\r\n")),
        ("a length beyond 64 bits", post("Content-Length: 18446744073709551616\r\n")),
        ("length and chunks", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n"),
        ("chunks twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n") + "0\r\n\r\n"),
        ("chunks that are not last", post("Transfer-Encoding: chunked, identity\r\n") + "0\r\n\r\n"),
        ("chunks behind a tab", post("Transfer-Encoding:\tchunked\r\nContent-Length: 5\r\n") + "0\r\n\r\n"),
        ("a space before the colon", post("Transfer-Encoding : chunked\r\n") + "0\r\n\r\n"),
        ("a folded header", post("X-A: b\r\n Transfer-Encoding: chunked\r\n") + "0\r\n\r\n"),
        ("a chunk beyond 64 bits", post("Transfer-Encoding: chunked\r\n") + "fffffffffffffffff\r\n"),
        ("a negative chunk", post("Transfer-Encoding: chunked\r\n") + "-1\r\n"),
        ("a chunk without a size", post("Transfer-Encoding: chunked\r\n") + "\r\n\r\n"),
        ("unknown coding", post("Transfer-Encoding: xchunked\r\n") + "0\r\n\r\n"),
        ("a bare return", post("X-A: b\rContent-Length: 0\r\n")),
        ("a NUL in a header", post("X-A: b\0c\r\n")),
    ]
}

fn malformed() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(40)),
        ("zeros", vec![0; 4096]),
        ("no version", b"GET /healthz\r\n\r\n".to_vec()),
        ("HTTP/9.9", b"GET /healthz HTTP/9.9\r\n\r\n".to_vec()),
        ("no target", b"GET HTTP/1.1\r\n\r\n".to_vec()),
        ("a method of 60 kB", ["A".repeat(60_000).as_bytes(), b" / HTTP/1.1\r\n\r\n"].concat()),
        ("a target of 1 MB", ["GET /", &"a".repeat(1 << 20), " HTTP/1.1\r\n\r\n"].concat().into_bytes()),
        (
            "a header of 1 MB",
            ["GET / HTTP/1.1\r\nX: ", &"a".repeat(1 << 20), "\r\n\r\n"].concat().into_bytes(),
        ),
        (
            "100,000 headers",
            ["GET / HTTP/1.1\r\n", &"X: a\r\n".repeat(100_000), "\r\n"].concat().into_bytes(),
        ),
        ("CONNECT", b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n".to_vec()),
        ("a body of nothing", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET / HTTP/1.1\r\n\r\n".to_vec()),
    ]
}

/// Sends bytes, ends the sending side, and returns everything that comes back, of which the head is the first answer's.
async fn exchange(address: Loopback, bytes: &[u8]) -> anyhow::Result<Answer> {
    let mut stream = address.connect().await?;
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut body = Vec::new();
    let reading = stream.read_to_end(&mut body);
    let _ = tokio::time::timeout(std::time::Duration::from_secs(30), reading).await?;
    let head = String::from_utf8_lossy(&body).lines().next().unwrap_or_default().to_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Ok(Answer { status, head, body })
}

fn judge(heard: &Answer) -> Option<String> {
    let answers = memmem::find_iter(&heard.body, b"HTTP/1.1 ").count();
    let served = memmem::find(&heard.body, b"HTTP/1.1 2").is_some();
    if served {
        return Some("a request was served".to_owned());
    }
    // One that was read to its end may be followed by the next, which is of a foreign host.
    (answers > 1 && memmem::find(&heard.body, b"HTTP/1.1 421").is_none())
        .then(|| format!("answered {answers} times"))
}
