//! One request on a connection of its own, since any server may be gone at the next.

use std::time::Duration;

use anyhow::{Context, Result};
use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use crate::loopback::Loopback;

const PATIENCE: Duration = Duration::from_secs(15);

/// Returns the status and the body.
pub async fn get(address: Loopback, path: &str) -> Result<(u16, Vec<u8>)> {
    exchange(address, format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")).await
}

/// Delivers a text under a key.
pub async fn deliver(address: Loopback, key: &str, text: &str) -> Result<(u16, Vec<u8>)> {
    let request = format!(
        "POST /api/documents HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: text/markdown\r\n\
         Idempotency-Key: {key}\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    );
    exchange(address, request).await
}

async fn exchange(address: Loopback, request: String) -> Result<(u16, Vec<u8>)> {
    let exchange = async {
        let mut stream = address.connect().await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let end = memmem::find(&answer, b"\r\n\r\n").context("the response ended early")?;
        let (head, body) = answer.split_at(end + 4);
        let head = String::from_utf8_lossy(head).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
        let length: usize = length.context("no length")?.trim().parse()?;
        anyhow::ensure!(body.len() == length, "the response ended early");
        Ok((status, body.to_vec()))
    };
    timeout(PATIENCE, exchange).await.context("no answer")?
}
