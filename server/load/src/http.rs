//! A minimal HTTP client, so that the load generator takes little of the machine.

use anyhow::{Context, Result, bail};
use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::loopback::Loopback;

/// A connection that is reused for several requests.
pub struct Connection {
    stream: TcpStream,
    address: Loopback,
    answer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: Loopback) -> Result<Self> {
        Ok(Self { stream: address.connect().await?, address, answer: Vec::new() })
    }

    /// Returns the bytes of a request, to be prepared before measuring.
    pub fn request(address: Loopback, path: &str, content_type: &str, body: &[u8]) -> Vec<u8> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        [head.as_bytes(), body].concat()
    }

    /// Returns the bytes of a request for a page.
    pub fn get(address: Loopback, path: &str) -> Vec<u8> {
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").into_bytes()
    }

    /// Returns those of a request for a page as browsers take it.
    pub fn get_packed(address: Loopback, path: &str) -> Vec<u8> {
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\r\n")
            .into_bytes()
    }

    /// Returns the body of the last response.
    pub fn body(&self) -> &[u8] {
        let end = memmem::find(&self.answer, b"\r\n\r\n").map_or(self.answer.len(), |end| end + 4);
        self.answer.get(end..).unwrap_or_default()
    }

    /// Sends a request and waits for the whole response, which must be a success.
    pub async fn send(&mut self, request: &[u8]) -> Result<()> {
        self.stream.write_all(request).await.context("could not send the request")?;
        self.answer.clear();
        loop {
            if self.stream.read_buf(&mut self.answer).await? == 0 {
                bail!("{} closed the connection", self.address);
            }
            let Some(end) = memmem::find(&self.answer, b"\r\n\r\n") else { continue };
            let (head, body) = self.answer.split_at(end);
            let head = String::from_utf8_lossy(head);
            if !head.starts_with("HTTP/1.1 2") {
                bail!("{} answered: {head}\n{}", self.address, String::from_utf8_lossy(body).trim());
            }
            let has_all = match length_of(&head) {
                Some(length) => body.len() - 4 >= length,
                // The last of the chunks of a response without a length.
                None => body.ends_with(b"\r\n0\r\n\r\n"),
            };
            if has_all {
                return Ok(());
            }
        }
    }
}

fn length_of(head: &str) -> Option<usize> {
    let of_line = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    };
    head.lines().find_map(of_line)
}
