//! Attacks a Harmony on this machine, and fails if a door is open that has to be closed, if anything makes it fail, or if
//! others wait. Called by `cargo xtask attack`, which also attacks what a browser shows.

mod bombs;
mod doors;
mod request;
mod secrets;
mod servers;
mod tally;

use std::hash::{BuildHasher, RandomState};

use anyhow::Result;
use clap::{Args, ValueEnum};

use self::servers::Servers;
use crate::Setup;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    setup: Setup,
    /// Attack for about a minute, with a sample of everything
    #[arg(long)]
    short: bool,
    /// The parts that are wanted
    #[arg(long, value_delimiter = ',', default_values = ["doors", "bombs", "secrets"])]
    only: Vec<Part>,
    /// Repeats the secrets and texts of an earlier run
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Routes, asked by those who may not
    Doors,
    /// Requests that cost more than their sender pays
    Bombs,
    /// Secrets in texts, and texts without any
    Secrets,
}

pub async fn run(options: &Options) -> Result<bool> {
    let mut holds = true;
    if options.only.contains(&Part::Doors) {
        let servers = Servers::start(&options.setup)?;
        holds &= doors::attack(&servers, options.short).await?;
    }
    if options.only.contains(&Part::Bombs) {
        holds &= bombs::attack(&options.setup, options.short).await?;
    }
    if options.only.contains(&Part::Secrets) {
        // The hasher has a random seed.
        let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        holds &= secrets::attack(&options.setup, seed).await?;
    }
    println!("{}", if holds { "holds" } else { "DOES NOT HOLD" });
    Ok(holds)
}
