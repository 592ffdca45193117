//! The servers that are killed.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::{PATIENCE, exchange, health};
use crate::harmony::Harmony;
use crate::loopback::Loopback;

pub struct Servers {
    binary: PathBuf,
    store: PathBuf,
    running: Vec<Mutex<Option<Harmony>>>,
    /// Where each is, or was last.
    addresses: Mutex<Vec<Loopback>>,
    next: AtomicUsize,
}

impl Servers {
    pub async fn start(binary: PathBuf, store: PathBuf, count: usize) -> Result<Self> {
        let (mut running, mut addresses) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (binary, store) = (binary.clone(), store.clone());
            let server = spawn_blocking(move || Harmony::start_quietly(&binary, &store)).await??;
            addresses.push(server.address);
            running.push(Mutex::new(Some(server)));
        }
        Ok(Self { binary, store, running, addresses: Mutex::new(addresses), next: AtomicUsize::new(0) })
    }

    /// Returns the server whose turn it is.
    pub fn any(&self) -> Loopback {
        let addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses[self.next.fetch_add(1, Ordering::Relaxed) % addresses.len()]
    }

    /// Kills a server without warning, and starts another in its place: until it is there, when the database isn't.
    pub async fn kill_and_start(&self, number: usize) -> Result<()> {
        let slot = self.running.get(number).context("there is no such server")?;
        let killed = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(killed);
        let began = Instant::now();
        loop {
            let (binary, store) = (self.binary.clone(), self.store.clone());
            match spawn_blocking(move || Harmony::start_quietly(&binary, &store)).await? {
                Ok(server) => {
                    self.addresses.lock().unwrap_or_else(PoisonError::into_inner)[number] = server.address;
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
                    return Ok(());
                }
                Err(error) if began.elapsed() > PATIENCE => return Err(error),
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// Returns what some server answers.
    pub async fn ask(&self, path: &str) -> Result<Vec<u8>> {
        let began = Instant::now();
        loop {
            match exchange::get(self.any(), path).await {
                Ok((200, body)) => return Ok(body),
                Ok((404, _)) => return Ok(Vec::new()),
                other if began.elapsed() > PATIENCE => bail!("{path} is not answered: {other:?}"),
                _ => sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// Returns the newest place in the order, and the number of documents.
    pub async fn health(&self) -> Result<(u64, u64)> {
        health(&self.ask("/healthz").await?)
    }
}
