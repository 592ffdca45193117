//! Events at a steady rate to many viewers: how late each of them hears of each, and what that costs the server.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use tokio::time::sleep_until;

use crate::cpu_time;
use crate::crowd::{Crowd, Schedule};
use crate::handles;
use crate::harmony::Harmony;
use crate::http::Connection;
use crate::reports::Reports;
use crate::times::Times;
use crate::viewer::Viewer;

/// How long viewers are waited for that are behind.
const PATIENCE: Duration = Duration::from_secs(30);
/// All viewers wait by then.
const SOON: Duration = Duration::from_millis(200);

#[derive(Args)]
pub struct Options {
    /// The release build of `harmony`
    #[arg(long, value_name = "FILE")]
    harmony: PathBuf,
    /// The folder for the store
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
    #[arg(long, default_value_t = 10_000)]
    viewers: u64,
    /// Events a second
    #[arg(long, default_value_t = 100)]
    rate: u64,
    #[arg(long, default_value_t = 20)]
    seconds: u64,
}

pub async fn run(options: &Options) -> Result<()> {
    handles::allow(options.viewers)?;
    let folder = tempfile::tempdir_in(&options.folder)?;
    let harmony = Harmony::start_quietly(&options.harmony, &folder.path().join("harmony.sqlite"))?;
    let events = options.rate * options.seconds;
    let requests: Vec<_> = Reports::short(1 << 32)
        .take(events as usize)
        .map(|text| Connection::request(harmony.address, "/api/documents", "text/markdown", text.as_bytes()))
        .collect();
    let mut crowd = Crowd::new()?;
    for _ in 0..options.viewers {
        crowd.add(Viewer::open(harmony.address).await?)?;
    }
    println!("{} viewers, {} events a second for {} s", options.viewers, options.rate, options.seconds);
    let before = cpu_time::of(harmony.process())?;
    let mut sender = Connection::open(harmony.address).await?;
    let every = Duration::from_secs(1).div_f64(options.rate as f64);
    let schedule =
        Schedule { began: Instant::now() + SOON, every, events: events as u32, patience: PATIENCE };
    let watching = thread::spawn(move || crowd.watch(schedule));
    // Each waits for the one before, so that the order of events is that of requests.
    let mut stored = Times::new();
    for (number, request) in (0_u32..).zip(&requests) {
        sleep_until(schedule.due(number).into()).await;
        sender.send(request).await?;
        stored.add(schedule.due(number).elapsed());
    }
    let times = watching.join().ok().context("the viewers failed")??;
    let taken = schedule.began.elapsed();
    let used = cpu_time::of(harmony.process())?.saturating_sub(before);
    let all = events * options.viewers;
    ensure!(times.count() == all, "{} of {all} deliveries arrived", times.count());
    let cores = used.as_secs_f64() / taken.as_secs_f64();
    let [p50, p99, most] = [0.5, 0.99, 1.0].map(|share| times.share(share));
    println!("stored: p50 {:.0} ms, p99 {:.0} ms after each was due", stored.share(0.5), stored.share(0.99));
    println!(
        "watched: p50 {p50:.0} ms, p99 {p99:.0} ms (at most 250), max {most:.0} ms; {all} deliveries, the server used {cores:.2} cores"
    );
    Ok(())
}
