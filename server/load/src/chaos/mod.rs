//! Kills servers, and their database, while writers write and viewers watch. In the end nothing that was acknowledged may be
//! missing or there twice, and no viewer may have missed an event without knowing.

mod exchange;
mod servers;
mod viewer;
mod writer;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use self::servers::Servers;
use self::viewer::Watched;
use self::writer::Acknowledged;
use crate::Setup;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    setup: Setup,
    /// How often something is killed
    #[arg(long, default_value_t = 20)]
    rounds: u64,
    /// Servers on a database; a file has one
    #[arg(long, default_value_t = 2)]
    servers: usize,
    #[arg(long, default_value_t = 8)]
    writers: usize,
    #[arg(long, default_value_t = 20)]
    viewers: usize,
    /// Keep the store in this PostgreSQL database, which is empty
    #[arg(long, value_name = "ADDRESS")]
    database: Option<String>,
    /// Command that crashes the database and starts it again, run in every third round
    #[arg(long, value_name = "COMMAND", requires = "database")]
    crash_database: Option<String>,
    /// Repeats the kills of an earlier run
    #[arg(long)]
    seed: Option<u64>,
}

/// Longer than any recovery that is allowed.
const PATIENCE: Duration = Duration::from_secs(60);
/// Within which everything has to be back.
const MOST: Duration = Duration::from_secs(10);

pub async fn run(options: Options) -> Result<bool> {
    let Options { rounds, writers, viewers, .. } = options;
    let folder = tempfile::tempdir_in(&options.setup.folder)?;
    let (store, count) = match &options.database {
        Some(address) => (PathBuf::from(address), options.servers),
        None => (folder.path().join("harmony.sqlite"), 1),
    };
    // The hasher has a random seed.
    let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let engine = if options.database.is_some() { "PostgreSQL" } else { "SQLite" };
    println!(
        "{engine}: {count} servers, {writers} writers, {viewers} viewers, {rounds} rounds (--seed {seed})"
    );
    let servers = Arc::new(Servers::start(options.setup.harmony.clone(), store, count).await?);
    let acknowledged = Arc::new(Acknowledged::default());
    let (stop_writing, stop_watching) = (CancellationToken::new(), CancellationToken::new());
    let mut writing = JoinSet::new();
    for writer in 0..writers {
        let (servers, acknowledged) = (Arc::clone(&servers), Arc::clone(&acknowledged));
        writing.spawn(writer::write(writer, servers, acknowledged, stop_writing.clone()));
    }
    let mut watching = JoinSet::new();
    let mut watched = Vec::new();
    for viewer in 0..viewers {
        let seen = Arc::new(Watched::default());
        watched.push(Arc::clone(&seen));
        watching.spawn(viewer::watch(viewer, Arc::clone(&servers), seen, stop_watching.clone()));
    }
    let mut chance = Chance(seed);
    let (mut slowest, mut crashes) = (Duration::ZERO, 0);
    for round in 1..=rounds {
        sleep(Duration::from_millis(100 + chance.below(500))).await;
        let began = Instant::now();
        match options.crash_database.as_deref().filter(|_| round % 3 == 0) {
            Some(command) => {
                crashes += 1;
                crash(command.to_owned()).await?;
            }
            None => servers.kill_and_start(chance.below(count as u64) as usize).await?,
        }
        acknowledged.next(PATIENCE).await.context("nothing is acknowledged any more")?;
        slowest = slowest.max(began.elapsed());
    }
    stop_writing.cancel();
    while let Some(written) = writing.join_next().await {
        written??;
    }
    let behind = behind(&servers, &watched).await?;
    stop_watching.cancel();
    watching.join_all().await;
    let outcome = Outcome::of(&servers, &acknowledged, &watched, behind).await?;
    println!("killed {} servers and crashed the database {crashes} times", rounds - crashes);
    println!(
        "acknowledged {} documents; back after {:.1} s at most",
        outcome.acknowledged,
        slowest.as_secs_f64()
    );
    println!(
        "lost {}, stored twice {}; viewers connected {} times: events missed {}, seen twice {}, silently behind {}",
        outcome.lost, outcome.twice, outcome.connections, outcome.missed, outcome.repeated, outcome.behind
    );
    let holds = slowest <= MOST && outcome.is_flawless();
    println!("{}", if holds { "holds" } else { "DOES NOT HOLD" });
    Ok(holds)
}

async fn crash(command: String) -> Result<()> {
    let status = spawn_blocking(move || Command::new("sh").arg("-c").arg(&command).status()).await??;
    if !status.success() {
        bail!("the command that crashes the database failed");
    }
    Ok(())
}

/// Waits until every viewer has seen the newest event. Returns how many did not.
async fn behind(servers: &Servers, watched: &[Arc<Watched>]) -> Result<usize> {
    let newest = servers.health().await?.0;
    let began = Instant::now();
    loop {
        let behind = watched.iter().filter(|viewer| viewer.place() < newest).count();
        if behind == 0 || began.elapsed() > MOST {
            return Ok(behind);
        }
        sleep(Duration::from_millis(20)).await;
    }
}

#[derive(Debug)]
struct Outcome {
    acknowledged: usize,
    lost: usize,
    twice: u64,
    connections: u64,
    missed: u64,
    repeated: u64,
    behind: usize,
}

impl Outcome {
    async fn of(
        servers: &Servers,
        acknowledged: &Acknowledged,
        watched: &[Arc<Watched>],
        behind: usize,
    ) -> Result<Self> {
        let written: BTreeMap<String, String> = acknowledged.all();
        let mut lost = 0;
        for (key, id) in &written {
            let found = servers.ask(&format!("/api/documents/{id}/raw")).await?;
            lost += usize::from(found != writer::text_of(key).into_bytes());
        }
        let (_, documents) = servers.health().await?;
        let sum = |value: fn(&Watched) -> u64| watched.iter().map(|viewer| value(viewer)).sum();
        Ok(Self {
            acknowledged: written.len(),
            lost,
            twice: documents.saturating_sub(written.len() as u64),
            connections: sum(Watched::connections),
            missed: sum(Watched::missed),
            repeated: sum(Watched::repeated),
            behind,
        })
    }

    fn is_flawless(&self) -> bool {
        self.lost == 0 && self.twice == 0 && self.missed == 0 && self.repeated == 0 && self.behind == 0
    }
}

/// Numbers that a seed determines (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}

/// Reads a cursor such as `1795789494.43`: the epoch and the place.
fn cursor(text: &str) -> Option<(u64, u64)> {
    let (epoch, seq) = text.trim().split_once('.')?;
    Some((epoch.parse().ok()?, seq.parse().ok()?))
}

fn health(body: &[u8]) -> Result<(u64, u64)> {
    let health: Value = serde_json::from_slice(body).context("the health can't be read")?;
    let newest = health["cursor"].as_str().and_then(cursor).context("the health has no cursor")?;
    Ok((newest.1, health["documents"].as_u64().context("the health has no count")?))
}
