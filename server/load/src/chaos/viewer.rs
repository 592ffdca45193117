//! Viewers, which follow the events from one server to the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::cursor;
use super::servers::Servers;

/// A server says something every 15 seconds; one that says nothing for longer is gone.
const SILENCE: Duration = Duration::from_secs(20);

/// What a viewer has seen.
#[derive(Default)]
pub struct Watched {
    place: AtomicU64,
    connections: AtomicU64,
    missed: AtomicU64,
    repeated: AtomicU64,
}

impl Watched {
    pub fn place(&self) -> u64 {
        self.place.load(Ordering::Relaxed)
    }

    pub fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }

    pub fn missed(&self) -> u64 {
        self.missed.load(Ordering::Relaxed)
    }

    pub fn repeated(&self) -> u64 {
        self.repeated.load(Ordering::Relaxed)
    }

    fn see(&self, seq: u64) {
        let before = self.place.swap(seq, Ordering::Relaxed);
        if seq > before + 1 {
            self.missed.fetch_add(seq - before - 1, Ordering::Relaxed);
        } else if seq <= before {
            self.repeated.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The page is loaded again: it has everything up to there.
    fn reload(&self, seq: u64) {
        self.place.store(seq, Ordering::Relaxed);
    }
}

/// Watches from the beginning of the order until `stop`.
pub async fn watch(number: usize, servers: Arc<Servers>, seen: Arc<Watched>, stop: CancellationToken) {
    let mut epoch = None;
    // Not all at once.
    sleep(Duration::from_millis(number as u64 * 7)).await;
    while !stop.is_cancelled() {
        let _ = stop.run_until_cancelled(follow(&servers, &seen, &mut epoch)).await;
        sleep(Duration::from_millis(20)).await;
    }
}

/// Follows one server until it is gone.
async fn follow(servers: &Servers, seen: &Watched, epoch: &mut Option<u64>) -> Result<()> {
    let address = servers.any();
    let since = match *epoch {
        Some(epoch) => format!("{epoch}.{}", seen.place()),
        None => {
            let body = servers.ask("/healthz").await?;
            let health: serde_json::Value = serde_json::from_slice(&body)?;
            let (first, _) = health["cursor"].as_str().and_then(cursor).context("no cursor")?;
            *epoch = Some(first);
            format!("{first}.0")
        }
    };
    let mut stream = address.connect().await?;
    let request =
        format!("GET /events?since={since} HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    seen.connections.fetch_add(1, Ordering::Relaxed);
    let mut lines = BufReader::new(stream).split(b'\n');
    let mut at = None;
    while let Some(line) = timeout(SILENCE, lines.next_segment()).await?? {
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if let Some(id) = line.strip_prefix("id:") {
            at = cursor(id);
        } else if let Some(data) = line.strip_prefix("data:")
            && let Some((of_epoch, seq)) = at.take()
        {
            let start = data.get(..160).unwrap_or(data);
            if start.contains(r#""type":"Resync""#) {
                *epoch = Some(of_epoch);
                seen.reload(seq);
            } else if !start.contains(r#""type":"Heartbeat""#) {
                seen.see(seq);
            }
        }
    }
    Ok(())
}
