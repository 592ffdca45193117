//! Measures Harmony under load and, in the same run, a minimal program that does the same, and prints the ratio: two
//! figures from the same machine and minute are more meaningful than one. Called by `cargo xtask bench`. Sends to this
//! machine only.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};

mod bare_broadcast;
mod bare_database;
mod bare_writer;
mod chaos;
mod fan_out;
mod handles;
mod harmony;
mod http;
mod ingest;
mod loopback;
mod reports;
mod viewer;

#[derive(Parser)]
#[command(name = "load")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Durable ingest over HTTP, compared with a bare SQLite writer of the same bytes and commits
    Ingest(ingest::Options),
    /// Events to many viewers, compared with a bare axum server that broadcasts the same bytes
    FanOut(fan_out::Options),
    /// Kill servers and their database under writers and viewers, and count what was lost
    Chaos(chaos::Options),
    /// The bare server of `fan-out`, which broadcasts each line it receives
    BareBroadcast,
}

#[derive(Args)]
struct Setup {
    /// The release build of `harmony` to measure
    #[arg(long, value_name = "FILE")]
    harmony: PathBuf,
    /// The folder for stores, whose disk is measured, too
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
}

fn main() -> ExitCode {
    match run(Cli::parse().task) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether what was looked for holds.
fn run(task: Task) -> Result<bool> {
    // One thread, so that the clients take as little of the machine as possible, and the same in both runs.
    let runtime = match task {
        Task::BareBroadcast | Task::Chaos(_) => {
            tokio::runtime::Builder::new_multi_thread().enable_all().build()
        }
        Task::Ingest(_) | Task::FanOut(_) => {
            tokio::runtime::Builder::new_current_thread().enable_all().build()
        }
    }
    .context("the runtime can't be started")?;
    match task {
        Task::Ingest(options) => runtime.block_on(ingest::run(&options))?,
        Task::FanOut(options) => runtime.block_on(fan_out::run(&options))?,
        Task::Chaos(options) => return runtime.block_on(chaos::run(options)),
        Task::BareBroadcast => runtime.block_on(bare_broadcast::serve())?,
    }
    Ok(true)
}
