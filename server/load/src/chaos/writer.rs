//! Writers, which send each text until it is acknowledged.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::servers::Servers;
use super::{PATIENCE, exchange};

/// What was acknowledged: the id of each key.
#[derive(Default)]
pub struct Acknowledged {
    ids: Mutex<BTreeMap<String, String>>,
    count: watch::Sender<u64>,
}

impl Acknowledged {
    fn add(&self, key: String, id: String) -> Result<()> {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(other) = ids.insert(key.clone(), id.clone())
            && other != id
        {
            bail!("{key} was acknowledged as {other} and as {id}");
        }
        drop(ids);
        self.count.send_modify(|count| *count += 1);
        Ok(())
    }

    /// Waits until something is acknowledged that was not when this was called.
    pub async fn next(&self, most: Duration) -> Result<()> {
        let mut count = self.count.subscribe();
        timeout(most, count.changed()).await??;
        Ok(())
    }

    pub fn all(&self) -> BTreeMap<String, String> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub fn text_of(key: &str) -> String {
    format!("# Review Report: {key}\n\n## Verdict: APPROVED\n## Score: 91%\n")
}

/// Writes until `stop`, and then until its last text is acknowledged.
pub async fn write(
    writer: usize,
    servers: Arc<Servers>,
    acknowledged: Arc<Acknowledged>,
    stop: CancellationToken,
) -> Result<()> {
    for number in 0_u64.. {
        if stop.is_cancelled() {
            break;
        }
        let key = format!("writer-{writer}-{number}");
        let text = text_of(&key);
        let began = Instant::now();
        let id = loop {
            match exchange::deliver(servers.any(), &key, &text).await {
                Ok((200 | 201, body)) => {
                    let answer: Value = serde_json::from_slice(&body)?;
                    break answer["documents"][0]["id"].as_str().context("a receipt has no id")?.to_owned();
                }
                Ok((status @ (400..=428 | 430..=499), body)) => {
                    bail!("{key} was refused with {status}: {}", String::from_utf8_lossy(&body))
                }
                other if began.elapsed() > PATIENCE => bail!("{key} is not acknowledged: {other:?}"),
                _ => sleep(Duration::from_millis(10)).await,
            }
        };
        acknowledged.add(key, id)?;
    }
    Ok(())
}
