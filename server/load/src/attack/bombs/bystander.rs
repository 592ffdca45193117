//! A client that only wants the list of documents, and how long it waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::io::AsyncWriteExt;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::super::request::{Request, read};
use crate::loopback::Loopback;

/// How often it asks, as a page that is looked at.
const EVERY: Duration = Duration::from_millis(4);

pub struct Bystander {
    asking: JoinHandle<Result<Vec<Duration>>>,
    is_over: Arc<AtomicBool>,
}

impl Bystander {
    pub fn begin(address: Loopback) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let asking = tokio::spawn(ask(address, Arc::clone(&is_over)));
        Self { asking, is_over }
    }

    pub async fn end(self) -> Result<Waits> {
        self.is_over.store(true, Ordering::Relaxed);
        Waits::of(self.asking.await??)
    }
}

/// Watches a server to which nothing else happens.
pub async fn quiet(address: Loopback, length: Duration) -> Result<Waits> {
    let bystander = Bystander::begin(address);
    sleep(length).await;
    bystander.end().await
}

async fn ask(address: Loopback, is_over: Arc<AtomicBool>) -> Result<Vec<Duration>> {
    let request = Request::new(address, "GET", "/api/documents?limit=20").bytes();
    // On one connection, as a browser.
    let request = String::from_utf8(request)?.replace("Connection: close\r\n", "");
    let mut stream = address.connect().await?;
    let mut waits = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let began = Instant::now();
        stream.write_all(request.as_bytes()).await?;
        let answer = read(&mut stream).await;
        anyhow::ensure!(answer.status == 200, "a bystander was answered with {}", answer.status);
        waits.push(began.elapsed());
        sleep(EVERY).await;
    }
    Ok(waits)
}

/// Times in which a bystander was answered, in order.
#[derive(Clone)]
pub struct Waits(Vec<Duration>);

impl Waits {
    fn of(mut waits: Vec<Duration>) -> Result<Self> {
        waits.sort();
        anyhow::ensure!(!waits.is_empty(), "a bystander was never answered");
        Ok(Self(waits))
    }

    pub fn and(self, other: Self) -> Result<Self> {
        Self::of([self.0, other.0].concat())
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the time within which so many of a hundred were answered.
    pub fn within(&self, percent: usize) -> Result<Duration> {
        self.0.get((self.0.len() * percent).div_ceil(100).saturating_sub(1)).copied().context("no waits")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Waits;

    #[test]
    fn of_a_hundred_waits_one_is_longer() {
        let waits = Waits::of((1..=100).rev().map(Duration::from_millis).collect()).unwrap();
        assert_eq!(waits.within(99).unwrap(), Duration::from_millis(99));
        assert_eq!(waits.within(50).unwrap(), Duration::from_millis(50));
        assert_eq!(waits.within(100).unwrap(), Duration::from_millis(100));
    }
}
