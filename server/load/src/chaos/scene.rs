//! Servers with writers, readers and viewers, among which something goes wrong.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::history::History;
use super::servers::{Plan, Servers};
use super::tally::{MOST, Tally};
use super::viewer::Watched;
use super::writer::{Acknowledged, Written};
use super::{PATIENCE, reader, viewer, writer};

/// Requests for texts at the same time, at the end.
const CHECKS: usize = 8;

/// Who uses the servers.
#[derive(Copy, Clone)]
pub struct Crowd {
    pub writers: usize,
    pub viewers: u64,
    /// Between two texts of a writer.
    pub pause: Duration,
    /// Cuts each connection of a viewer within this time.
    pub cut_within: Option<Duration>,
}

pub struct Scene {
    pub servers: Arc<Servers>,
    acknowledged: Arc<Acknowledged>,
    history: Arc<History>,
    watched: Vec<Arc<Watched>>,
    writing: JoinSet<Result<()>>,
    watching: JoinSet<()>,
    stop_writing: CancellationToken,
    stop_watching: CancellationToken,
}

impl Scene {
    pub async fn begin(plan: Plan, crowd: Crowd) -> Result<Self> {
        let mut scene = Self {
            servers: Arc::new(Servers::start(plan).await?),
            acknowledged: Arc::default(),
            history: Arc::default(),
            watched: Vec::new(),
            writing: JoinSet::new(),
            watching: JoinSet::new(),
            stop_writing: CancellationToken::new(),
            stop_watching: CancellationToken::new(),
        };
        for number in 0..crowd.writers {
            let (servers, acknowledged) = (Arc::clone(&scene.servers), Arc::clone(&scene.acknowledged));
            scene.writing.spawn(writer::write(
                number,
                servers,
                acknowledged,
                crowd.pause,
                scene.stop_writing.clone(),
            ));
        }
        let epoch = scene.servers.health().await?.epoch;
        for number in 0..crowd.viewers {
            let seen = Arc::new(Watched::of(epoch));
            scene.watched.push(Arc::clone(&seen));
            let (servers, stop) = (Arc::clone(&scene.servers), scene.stop_watching.clone());
            let seen = (seen, Arc::clone(&scene.history));
            scene.watching.spawn(viewer::watch(number, servers, seen, crowd.cut_within, stop));
        }
        for number in 0..scene.servers.count() as u64 {
            let (servers, acknowledged) = (Arc::clone(&scene.servers), Arc::clone(&scene.acknowledged));
            let (history, stop) = (Arc::clone(&scene.history), scene.stop_watching.clone());
            scene.watching.spawn(reader::read(number, servers, acknowledged, history, stop));
        }
        Ok(scene)
    }

    /// Waits until something more is acknowledged.
    pub async fn goes_on(&self) -> Result<()> {
        self.acknowledged.next(PATIENCE).await.context("nothing is acknowledged any more")
    }

    /// Waits until every server is healthy, and something more is acknowledged.
    pub async fn is_back(&self) -> Result<()> {
        self.servers.are_healthy().await?;
        self.goes_on().await
    }

    /// Returns how often writers heard that there is no room.
    pub fn full(&self) -> u64 {
        self.acknowledged.full()
    }

    /// Returns how often connections of viewers were cut.
    pub fn cuts(&self) -> u64 {
        self.watched.iter().map(|viewer| viewer.cuts.load(Ordering::Relaxed)).sum()
    }

    /// Waits for the last texts, and counts.
    pub async fn end(mut self) -> Result<Tally> {
        self.stop_writing.cancel();
        while let Some(written) = self.writing.join_next().await {
            written??;
        }
        let behind = self.behind().await?;
        self.stop_watching.cancel();
        self.watching.join_all().await;
        let acknowledged = self.acknowledged.all();
        let ids: HashSet<&str> = acknowledged.iter().map(|written| written.id.as_str()).collect();
        let documents = self.servers.health().await?.documents;
        let sum = |count: fn(&Watched) -> &AtomicU64| {
            self.watched.iter().map(|viewer| count(viewer).load(Ordering::Relaxed)).sum::<u64>()
        };
        let reloads = sum(|viewer| &viewer.reloads);
        let unseen = self.history.unseen(&acknowledged);
        // What came before a page was loaded again is on the page, and no event.
        let missed = sum(|viewer| &viewer.missed) + if reloads == 0 { unseen } else { 0 };
        Ok(Tally {
            acknowledged: acknowledged.len() as u64,
            lost: lost(&self.servers, &acknowledged).await? + (acknowledged.len() - ids.len()) as u64,
            twice: documents.saturating_sub(ids.len() as u64),
            missed,
            repeated: sum(|viewer| &viewer.repeated),
            behind,
            reordered: self.history.reordered.load(Ordering::Relaxed),
            early: self.history.early.load(Ordering::Relaxed),
            stale: self.history.stale.load(Ordering::Relaxed),
            full: self.acknowledged.full(),
            later: self.acknowledged.later(),
            failed: self.acknowledged.failed(),
            connections: sum(|viewer| &viewer.connections),
            cuts: sum(|viewer| &viewer.cuts),
            reloads,
            ..Tally::default()
        })
    }

    /// Waits until every viewer has seen the newest event. Returns how many did not.
    async fn behind(&self) -> Result<u64> {
        let newest = self.servers.health().await?.newest;
        let began = Instant::now();
        loop {
            let behind = self.watched.iter().filter(|viewer| viewer.newest() < newest).count();
            if behind == 0 || began.elapsed() > MOST {
                return Ok(behind as u64);
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Returns how many texts are not there as they were sent.
async fn lost(servers: &Arc<Servers>, acknowledged: &[Written]) -> Result<u64> {
    let mut checks = JoinSet::new();
    for part in acknowledged.chunks(acknowledged.len().div_ceil(CHECKS).max(1)) {
        let (servers, part) = (Arc::clone(servers), part.to_vec());
        checks.spawn(async move {
            let mut lost = 0;
            for written in part {
                let found = servers.ask(&format!("/api/documents/{}/raw", written.id)).await?;
                lost += u64::from(found != Some(written.text().into_bytes()));
            }
            anyhow::Ok(lost)
        });
    }
    let mut lost = 0;
    while let Some(part) = checks.join_next().await {
        lost += part??;
    }
    Ok(lost)
}
