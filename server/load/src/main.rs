//! Loads Harmony and, in the same run, the barest program that does the same for the reader, and prints how they
//! compare: two figures of one minute on one machine tell more than one figure of either. `cargo xtask bench` calls
//! it. It sends to this machine only.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};

mod bare_broadcast;
mod bare_writer;
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
    /// Reports by HTTP, acknowledged when they are on disk; beside a bare SQLite writer with the same bytes and commits
    Ingest(ingest::Options),
    /// Events to many viewers; beside a bare axum server that broadcasts the same bytes
    FanOut(fan_out::Options),
    /// The bare server of `fan-out`: it broadcasts each line that it is sent
    BareBroadcast,
}

#[derive(Args)]
struct Setup {
    /// The program that is loaded: a release build of `harmony`
    #[arg(long, value_name = "FILE")]
    harmony: PathBuf,
    /// Where stores are made for the run; the figures are of the disk it is on
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
}

fn main() -> ExitCode {
    match run(Cli::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(task: Task) -> Result<()> {
    // One thread: what the clients take of the machine is as little as can be, and the same for both that are compared.
    let runtime = match task {
        Task::BareBroadcast => tokio::runtime::Builder::new_multi_thread().enable_all().build(),
        Task::Ingest(_) | Task::FanOut(_) => {
            tokio::runtime::Builder::new_current_thread().enable_all().build()
        }
    }
    .context("the runtime can't be started")?;
    match task {
        Task::Ingest(options) => runtime.block_on(ingest::run(&options)),
        Task::FanOut(options) => runtime.block_on(fan_out::run(&options)),
        Task::BareBroadcast => runtime.block_on(bare_broadcast::serve()),
    }
}
