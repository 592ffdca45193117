//! Live fan-out: sends events as fast as all viewers read them, with a fixed number under way.

use std::cell::{Cell, RefCell};
use std::io::BufReader;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use tokio::sync::Notify;
use tokio::task::LocalSet;

use crate::harmony::{Harmony, announced};
use crate::http::Connection;
use crate::loopback::Loopback;
use crate::reports::Reports;
use crate::viewer::Viewer;
use crate::{Setup, handles, ingest};

/// Events per request, and those under way at once: enough that neither server waits for the next.
const BATCH: usize = 32;
const UNDER_WAY: u64 = 128;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    setup: Setup,
    #[arg(long, default_value_t = 1_000)]
    viewers: u64,
    /// Events per round
    #[arg(long, default_value_t = 1_000)]
    events: usize,
    /// Rounds, whose median is printed
    #[arg(long, default_value_t = 3)]
    rounds: u64,
}

pub async fn run(options: &Options) -> Result<()> {
    handles::allow(options.viewers)?;
    let mut ratios = Vec::new();
    println!("live fan-out to {} WebSocket viewers: {} events a round", options.viewers, options.events);
    println!("{:>7}{:>16}{:>16}{:>16}{:>8}", "round", "Harmony/s", "axum/s", "bytes an event", "ratio");
    for round in 1..=options.rounds {
        let (ours, frames) = harmony(options, round).await?;
        let theirs = bare(options, &frames).await?;
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        let deliveries = options.viewers as f64 * frames.len() as f64;
        let bytes = frames.iter().map(String::len).sum::<usize>() / frames.len().max(1);
        let rate = |taken: Duration| deliveries / taken.as_secs_f64();
        println!("{round:>7}{:>16.0}{:>16.0}{bytes:>16}{ratio:>8.2}", rate(ours), rate(theirs));
        ratios.push(ratio);
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!(
            "fan-out: {median:.2} of what a bare axum broadcast does with the same bytes (at least 0.70)"
        );
    }
    Ok(())
}

/// Measures Harmony, which stores each document before sending its event. Returns the time and the frames.
async fn harmony(options: &Options, round: u64) -> Result<(Duration, Vec<String>)> {
    let folder = tempfile::tempdir_in(&options.setup.folder)?;
    let harmony = Harmony::start(&options.setup.harmony, &folder.path().join("harmony.sqlite"))?;
    let texts: Vec<String> = Reports::short(round << 32).take(options.events).collect();
    let request = |texts: &[String]| {
        let lines: String = texts.iter().map(|text| ingest::line_of(text)).collect();
        Connection::request(harmony.address, "/api/documents", "application/x-ndjson", lines.as_bytes())
    };
    let requests: Vec<_> = texts.chunks(BATCH).map(|texts| (texts.len() as u64, request(texts))).collect();
    deliver(harmony.address, options.viewers, &requests).await
}

/// Measures how long a bare server takes to send the same frames.
async fn bare(options: &Options, frames: &[String]) -> Result<Duration> {
    let mut server = Command::new(std::env::current_exe()?)
        .arg("bare-broadcast")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("could not start the bare server")?;
    let address =
        announced(BufReader::new(server.stdout.take().context("the bare server has no output")?), "http://")?;
    let request = |frames: &[String]| {
        Connection::request(address, "/publish", "text/plain; charset=utf-8", frames.join("\n").as_bytes())
    };
    let requests: Vec<_> =
        frames.chunks(BATCH).map(|frames| (frames.len() as u64, request(frames))).collect();
    let taken = deliver(address, options.viewers, &requests).await;
    server.kill()?;
    server.wait()?;
    Ok(taken?.0)
}

/// Sends the requests and waits until every viewer has received all events.
async fn deliver(to: Loopback, viewers: u64, requests: &[(u64, Vec<u8>)]) -> Result<(Duration, Vec<String>)> {
    let delivered = Rc::new(Cell::new(0_u64));
    let progress = Rc::new(Notify::new());
    let frames = Rc::new(RefCell::new(Vec::new()));
    let watching = LocalSet::new();
    for number in 0..viewers {
        let viewer = Viewer::open(to).await?;
        let (delivered, progress, frames) = (Rc::clone(&delivered), Rc::clone(&progress), Rc::clone(&frames));
        watching.spawn_local(viewer.watch(move |frame| {
            delivered.set(delivered.get() + 1);
            progress.notify_one();
            if number == 0 {
                frames.borrow_mut().push(String::from_utf8_lossy(frame).into_owned());
            }
        }));
    }
    let mut sender = Connection::open(to).await?;
    let send = async {
        let began = Instant::now();
        let mut sent = 0;
        for (events, request) in requests {
            while sent * viewers > delivered.get() + UNDER_WAY * viewers {
                progress.notified().await;
            }
            sender.send(request).await?;
            sent += events;
        }
        while delivered.get() < sent * viewers {
            progress.notified().await;
        }
        anyhow::Ok(began.elapsed())
    };
    let taken = watching.run_until(send).await?;
    drop(watching);
    Ok((taken, frames.take()))
}
