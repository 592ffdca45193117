//! Writers, which send each text until it is acknowledged.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::servers::Servers;
use super::{PATIENCE, exchange};

/// A text that was acknowledged.
#[derive(Clone)]
pub struct Written {
    pub writer: usize,
    pub number: u64,
    pub id: String,
}

impl Written {
    pub fn text(&self) -> String {
        text_of(self.writer, self.number)
    }
}

/// What was acknowledged, and what was refused meanwhile.
#[derive(Default)]
pub struct Acknowledged {
    written: Mutex<Vec<Written>>,
    count: watch::Sender<u64>,
    /// Answers that there is no room.
    full: AtomicU64,
    /// Answers that say to send it again later.
    later: AtomicU64,
    /// Answers that say nothing.
    failed: AtomicU64,
}

impl Acknowledged {
    fn add(&self, written: Written) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).push(written);
        self.count.send_modify(|count| *count += 1);
    }

    /// Waits until something is acknowledged that was not when this was called.
    pub async fn next(&self, most: Duration) -> Result<()> {
        let mut count = self.count.subscribe();
        timeout(most, count.changed()).await??;
        Ok(())
    }

    pub fn count(&self) -> u64 {
        *self.count.borrow()
    }

    /// Returns one of them, the newest first.
    pub fn nth_newest(&self, number: u64) -> Option<Written> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let number = usize::try_from(number).ok()?;
        written.iter().rev().nth(number).cloned()
    }

    pub fn all(&self) -> Vec<Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn full(&self) -> u64 {
        self.full.load(Ordering::Relaxed)
    }

    pub fn later(&self) -> u64 {
        self.later.load(Ordering::Relaxed)
    }

    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }
}

fn text_of(writer: usize, number: u64) -> String {
    format!("# Review Report: text {number} of writer {writer}\n\n## Verdict: APPROVED\n## Score: 91%\n")
}

/// Writes until `stop`, and then until its last text is acknowledged.
pub async fn write(
    writer: usize,
    servers: Arc<Servers>,
    acknowledged: Arc<Acknowledged>,
    pause: Duration,
    stop: CancellationToken,
) -> Result<()> {
    for number in 0_u64.. {
        if stop.is_cancelled() {
            break;
        }
        let key = format!("writer-{writer}-{number}");
        let text = text_of(writer, number);
        let began = Instant::now();
        let id = loop {
            let answer = exchange::deliver(servers.any(), &key, &text).await;
            let refused = match &answer {
                Ok((200 | 201, body)) => {
                    let answer: Value = serde_json::from_slice(body)?;
                    break answer["documents"][0]["id"].as_str().context("a receipt has no id")?.to_owned();
                }
                Ok((status @ (400..=428 | 430..=499), body)) => {
                    bail!("{key} was refused with {status}: {}", String::from_utf8_lossy(body))
                }
                Ok((507, _)) => Some(&acknowledged.full),
                Ok((429 | 503, _)) => Some(&acknowledged.later),
                Ok(_) => Some(&acknowledged.failed),
                Err(_) => None,
            };
            if let Some(refused) = refused {
                refused.fetch_add(1, Ordering::Relaxed);
            }
            if began.elapsed() > PATIENCE {
                bail!("{key} is not acknowledged: {answer:?}");
            }
            sleep(Duration::from_millis(10)).await;
        };
        acknowledged.add(Written { writer, number, id });
        sleep(pause).await;
    }
    Ok(())
}
