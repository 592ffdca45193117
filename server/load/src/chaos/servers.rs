//! The servers that are disturbed.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::{PATIENCE, exchange};
use crate::harmony::Harmony;
use crate::loopback::Loopback;

/// How servers are started.
#[derive(Clone)]
pub struct Plan {
    pub harmony: PathBuf,
    /// The store of each server.
    pub stores: Vec<PathBuf>,
    pub options: Vec<&'static str>,
    pub environment: Vec<(&'static str, PathBuf)>,
    /// The file to which all of them add what they log.
    pub log: PathBuf,
}

impl Plan {
    fn command(&self, store: &Path) -> Result<Command> {
        let mut command = Harmony::command(&self.harmony, store);
        command.args(&self.options).env("RUST_LOG", "warn");
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stderr(File::options().create(true).append(true).open(&self.log)?);
        Ok(command)
    }
}

pub struct Servers {
    plan: Plan,
    running: Vec<Mutex<Option<Harmony>>>,
    /// Where each is, or was last.
    addresses: Mutex<Vec<Loopback>>,
    next: AtomicUsize,
}

/// What a server says of its store.
pub struct Health {
    pub epoch: u64,
    /// The newest place in the order.
    pub newest: u64,
    pub documents: u64,
}

impl Servers {
    pub async fn start(plan: Plan) -> Result<Self> {
        let (mut running, mut addresses) = (Vec::new(), Vec::new());
        for store in &plan.stores {
            let command = plan.command(store)?;
            let server = spawn_blocking(move || Harmony::start_by(command)).await??;
            addresses.push(server.address);
            running.push(Mutex::new(Some(server)));
        }
        Ok(Self { plan, running, addresses: Mutex::new(addresses), next: AtomicUsize::new(0) })
    }

    pub fn count(&self) -> usize {
        self.running.len()
    }

    /// Returns the server whose turn it is.
    pub fn any(&self) -> Loopback {
        let addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses[self.next.fetch_add(1, Ordering::Relaxed) % addresses.len()]
    }

    /// Kills a server without warning.
    pub async fn kill(&self, number: usize) -> Result<()> {
        let killed = self.slot(number)?.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(spawn_blocking(move || drop(killed)).await?)
    }

    /// Starts a server in the place of one that was killed, and kills it a little later.
    pub async fn start_and_kill(&self, number: usize, after: Duration) -> Result<()> {
        let store = self.plan.stores.get(number).context("there is no such server")?;
        let mut child = self.plan.command(store)?.spawn().context("could not start harmony")?;
        sleep(after).await;
        child.kill()?;
        spawn_blocking(move || child.wait()).await??;
        Ok(())
    }

    /// Starts a server in the place of one that was killed: until it is there, when its store isn't.
    pub async fn start_again(&self, number: usize) -> Result<()> {
        let began = Instant::now();
        loop {
            let command = self.plan.command(&self.plan.stores[number])?;
            match spawn_blocking(move || Harmony::start_by(command)).await? {
                Ok(server) => {
                    self.addresses.lock().unwrap_or_else(PoisonError::into_inner)[number] = server.address;
                    *self.slot(number)?.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
                    return Ok(());
                }
                Err(error) if began.elapsed() > PATIENCE => return Err(error),
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// Waits until each server is healthy.
    pub async fn are_healthy(&self) -> Result<()> {
        let addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let began = Instant::now();
        for address in addresses {
            while !matches!(exchange::get(address, "/healthz").await, Ok((200, _))) {
                if began.elapsed() > PATIENCE {
                    bail!("{address} is not healthy again");
                }
                sleep(Duration::from_millis(20)).await;
            }
        }
        Ok(())
    }

    /// Returns what some server answers; nothing if it has no such page.
    pub async fn ask(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let began = Instant::now();
        loop {
            match exchange::get(self.any(), path).await {
                Ok((200, body)) => return Ok(Some(body)),
                Ok((404, _)) => return Ok(None),
                other if began.elapsed() > PATIENCE => bail!("{path} is not answered: {other:?}"),
                _ => sleep(Duration::from_millis(50)).await,
            }
        }
    }

    pub async fn health(&self) -> Result<Health> {
        Health::read(&self.ask("/healthz").await?.context("there is no health")?)
    }

    fn slot(&self, number: usize) -> Result<&Mutex<Option<Harmony>>> {
        self.running.get(number).context("there is no such server")
    }
}

impl Health {
    pub fn read(body: &[u8]) -> Result<Self> {
        let health: Value = serde_json::from_slice(body).context("the health can't be read")?;
        let cursor = health["cursor"].as_str().and_then(cursor);
        let (epoch, newest) = cursor.context("the health has no cursor")?;
        let documents = health["documents"].as_u64().context("the health has no count")?;
        Ok(Self { epoch, newest, documents })
    }
}

/// Reads a cursor such as `1795789494.43`: the epoch and the place.
fn cursor(text: &str) -> Option<(u64, u64)> {
    let (epoch, place) = text.trim().split_once('.')?;
    Some((epoch.parse().ok()?, place.parse().ok()?))
}
