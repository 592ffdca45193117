//! Measures Harmony under load and, in the same run, a minimal program that does the same, and prints the ratio: two
//! figures from the same machine and minute are more meaningful than one. Called by `cargo xtask bench`. Sends to this
//! machine only.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};

mod attack;
mod bare_broadcast;
mod bare_database;
mod bare_page;
mod bare_writer;
mod chance;
mod chaos;
mod cpu_time;
mod crowd;
mod fan_out;
mod fill;
mod frame;
mod handles;
mod harmony;
mod heard;
mod http;
mod ingest;
mod lists;
mod loopback;
mod message;
mod pages;
mod reports;
mod times;
mod train;
mod viewer;
mod watched;

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
    /// Events at a steady rate to many viewers, and how late each of them hears of them
    Watched(watched::Options),
    /// Documents into a store, for `lists`
    Fill(fill::Options),
    /// How soon a server over a large store answers, and how many pages it renders in a second of a core
    Lists(lists::Options),
    /// Kill servers and their database under writers and viewers, and count what was lost
    Chaos(chaos::Options),
    /// Attack a server, and count what it answers wrongly
    Attack(attack::Options),
    /// Everyday work for a server that counts what runs, after which a release is optimized
    Train(train::Options),
    /// The bare server of `fan-out`, which broadcasts each line it receives
    BareBroadcast,
    /// The bare server of `lists`, which answers with the bytes of a file
    BarePage { file: PathBuf },
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
        Task::BareBroadcast | Task::BarePage { .. } | Task::Chaos(_) | Task::Attack(_) => {
            tokio::runtime::Builder::new_multi_thread().enable_all().build()
        }
        Task::Ingest(_)
        | Task::FanOut(_)
        | Task::Watched(_)
        | Task::Fill(_)
        | Task::Lists(_)
        | Task::Train(_) => tokio::runtime::Builder::new_current_thread().enable_all().build(),
    }
    .context("the runtime can't be started")?;
    match task {
        Task::Ingest(options) => runtime.block_on(ingest::run(&options))?,
        Task::FanOut(options) => runtime.block_on(fan_out::run(&options))?,
        Task::Chaos(options) => return runtime.block_on(chaos::run(options)),
        Task::Watched(options) => runtime.block_on(watched::run(&options))?,
        Task::Fill(options) => runtime.block_on(fill::run(&options))?,
        Task::Lists(options) => runtime.block_on(lists::run(&options))?,
        Task::Train(options) => runtime.block_on(train::run(&options))?,
        Task::Attack(options) => return runtime.block_on(attack::run(&options)),
        Task::BareBroadcast => runtime.block_on(bare_broadcast::serve())?,
        Task::BarePage { file } => runtime.block_on(bare_page::serve(&file))?,
    }
    Ok(true)
}
