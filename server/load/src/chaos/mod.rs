//! Has something go wrong again and again, while writers write, readers read and viewers watch. In the end nothing that was
//! acknowledged may be missing or there twice, and no client may have seen what can't be.

mod clock;
mod cuts;
mod disk;
mod exchange;
mod failover;
mod history;
mod kills;
mod messages;
mod mount;
mod network;
mod proxy;
mod reader;
mod scene;
mod servers;
mod stores;
mod tally;
mod viewer;
mod writer;

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use tokio::task::spawn_blocking;

use self::servers::Plan;
use self::stores::Stores;
use self::tally::Tally;
use crate::{Setup, handles};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    setup: Setup,
    /// What goes wrong
    kind: Kind,
    /// How often; few times without it
    #[arg(long)]
    rounds: Option<u64>,
    /// How many stores at the same time, for kills
    #[arg(long, default_value_t = 2)]
    lanes: u64,
    /// Keep the stores in databases of this PostgreSQL server, which are created
    #[arg(long, value_name = "ADDRESS")]
    database: Option<String>,
    /// Command that kills the database's primary and has its standby take over
    #[arg(long, value_name = "COMMAND", requires = "database")]
    fail_over: Option<String>,
    /// Command that makes a standby of what was killed
    #[arg(long, value_name = "COMMAND", requires = "database")]
    rebuild: Option<String>,
    /// Repeats the choices of an earlier run
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Servers are killed
    Kills,
    /// The database is killed, and its standby takes over
    Failover,
    /// The network between servers and database is cut
    Network,
    /// The disk is full
    Disk,
    /// The clock jumps
    Clock,
    /// Connections of viewers are cut
    Viewers,
}

/// Longer than any recovery that is allowed.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the kinds have in common.
struct Campaign {
    harmony: PathBuf,
    stores: Stores,
    log: PathBuf,
    rounds: Option<u64>,
    lanes: u64,
    seed: u64,
}

/// What came of a kind.
enum Outcome {
    Tried(Tally),
    LeftOut(&'static str),
}

pub async fn run(options: Options) -> Result<bool> {
    let Options { setup, kind, rounds, lanes, database, fail_over, rebuild, seed } = options;
    handles::allow(1_000)?;
    let engine = if database.is_some() { "PostgreSQL" } else { "SQLite" };
    let name = kind.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let log = setup.folder.join(format!("chaos-{name}-{engine}.log"));
    fs::write(&log, "").with_context(|| format!("{} can't be written", log.display()))?;
    let campaign = Campaign {
        harmony: setup.harmony,
        stores: Stores::new(&setup.folder, database)?,
        log,
        rounds,
        lanes,
        // The hasher has a random seed.
        seed: seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
    };
    let outcome = match kind {
        Kind::Kills => kills::run(&campaign).await.map(Outcome::Tried),
        Kind::Failover => {
            let commands = fail_over.zip(rebuild).context("`--fail-over` and `--rebuild` are missing")?;
            failover::run(&campaign, commands).await.map(Outcome::Tried)
        }
        Kind::Network => network::run(&campaign).await.map(Outcome::Tried),
        Kind::Disk => disk::run(&campaign).await,
        Kind::Clock => clock::run(&campaign).await,
        Kind::Viewers => cuts::run(&campaign).await.map(Outcome::Tried),
    };
    let seed = campaign.seed;
    let see = format!("the servers' log is {}", campaign.log.display());
    let tally = match outcome.with_context(|| format!("{name}, {engine} (--seed {seed}); {see}"))? {
        Outcome::Tried(tally) => tally,
        Outcome::LeftOut(reason) => {
            println!("{name}, {engine}: LEFT OUT, {reason}");
            return Ok(true);
        }
    };
    println!("{name}, {engine}, {} rounds (--seed {seed}): {tally}", tally.rounds);
    if tally.holds() {
        println!("  holds");
    } else {
        println!("  DOES NOT HOLD; {see}");
    }
    Ok(tally.holds())
}

impl Campaign {
    fn rounds(&self, short: u64) -> u64 {
        self.rounds.unwrap_or(short)
    }

    /// Returns how many rounds each store is used for, which are `most`.
    fn rounds_by_store(&self, short: u64, most: u64) -> impl Iterator<Item = u64> + use<> {
        let all = self.rounds(short);
        (0..all).step_by(most as usize).map(move |before| most.min(all - before))
    }

    /// Plans servers on one store: two on a database, and one on a file.
    fn plan(&self, store: &str) -> Plan {
        let count = if self.stores.are_shared() { 2 } else { 1 };
        Plan {
            harmony: self.harmony.clone(),
            stores: vec![store.into(); count],
            options: Vec::new(),
            environment: Vec::new(),
            log: self.log.clone(),
        }
    }
}

async fn shell(command: &str) -> Result<()> {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command);
    if !spawn_blocking(move || shell.status()).await??.success() {
        bail!("`{command}` failed");
    }
    Ok(())
}
