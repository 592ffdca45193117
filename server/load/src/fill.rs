//! Fills a store with reports, as many senders at once would.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use tokio::task::LocalSet;

use crate::bare_database::Database;
use crate::harmony::Harmony;
use crate::http::Connection;
use crate::ingest::line_of;
use crate::loopback::Loopback;
use crate::reports::Reports;

/// A session has as many reports.
const OF_SESSION: u64 = 200;

#[derive(Args)]
pub struct Options {
    /// The release build of `harmony`
    #[arg(long, value_name = "FILE")]
    harmony: PathBuf,
    /// The store to fill: a file, or a PostgreSQL database, as in postgres://user@127.0.0.1:5432/name
    #[arg(long, value_name = "FILE")]
    store: PathBuf,
    #[arg(long, default_value_t = 1_000_000)]
    documents: u64,
    /// Reports of a request
    #[arg(long, default_value_t = 200)]
    batch: u64,
    /// Concurrent senders
    #[arg(long, default_value_t = 4)]
    senders: usize,
    /// Numbers the reports of another run differently
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Options {
    /// Fills a store with a few documents.
    pub fn few(harmony: PathBuf, store: PathBuf, documents: u64) -> Self {
        Self { harmony, store, documents, batch: 200, senders: 4, seed: 1 }
    }
}

pub async fn run(options: &Options) -> Result<()> {
    let harmony = Harmony::start_quietly(&options.harmony, &options.store)?;
    let began = Instant::now();
    let made = Rc::new(Cell::new(0_u64));
    let reports = Rc::new(RefCell::new(Reports::medium(options.seed << 40)));
    let senders = LocalSet::new();
    let mut tasks = Vec::new();
    for _ in 0..options.senders {
        let mut connection = Connection::open(harmony.address).await?;
        let (made, reports) = (Rc::clone(&made), Rc::clone(&reports));
        let (to, documents, batch) = (harmony.address, options.documents, options.batch);
        tasks.push(senders.spawn_local(async move {
            loop {
                let from = made.get();
                let next = documents.min(from + batch);
                if from == next {
                    return anyhow::Ok(());
                }
                made.set(next);
                let lines: Vec<String> = (from..next)
                    .zip(reports.borrow_mut().by_ref())
                    .map(|(number, text)| line(number, &text))
                    .collect();
                connection.send(&request(to, from / OF_SESSION, &lines.concat())).await?;
                if from / 100_000 < next / 100_000 {
                    println!("{next} documents after {:.0} s", began.elapsed().as_secs_f64());
                }
            }
        }));
    }
    senders.await;
    for task in tasks {
        task.await.context("a sender failed")??;
    }
    let taken = began.elapsed().as_secs_f64();
    let rate = options.documents as f64 / taken;
    println!("filled with {} documents in {taken:.1} s: {rate:.0}/s", options.documents);
    println!("the store has {:.2} GB", size_of(options).await? as f64 / 1e9);
    Ok(())
}

/// A third passes, most have findings, and some say that they were made by another tool.
fn line(number: u64, text: &str) -> String {
    let text = match number % 3 {
        0 => text.replace("NEEDS_CHANGES", "APPROVED"),
        _ => text.to_owned(),
    };
    let text = if number.is_multiple_of(4) { text.replace("critical", "low") } else { text };
    line_of(&text)
}

fn request(to: Loopback, session: u64, lines: &str) -> Vec<u8> {
    let path = format!("/api/documents?session=session-{session}");
    Connection::request(to, &path, "application/x-ndjson", lines.as_bytes())
}

/// Returns the bytes of the store, with its index and its journal.
async fn size_of(options: &Options) -> Result<u64> {
    let store = options.store.display().to_string();
    if store.starts_with("postgres") {
        return Database::at(&store).await?.size().await;
    }
    let folder = options.store.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = options.store.file_name().context("the store has no name")?.to_string_lossy();
    let mut bytes = 0;
    for part in std::fs::read_dir(folder.unwrap_or(Path::new(".")))? {
        let part = part?;
        if part.file_name().to_string_lossy().starts_with(&*name) {
            bytes += size_below(&part.path())?;
        }
    }
    Ok(bytes)
}

fn size_below(path: &Path) -> Result<u64> {
    let found = std::fs::metadata(path)?;
    if !found.is_dir() {
        return Ok(found.len());
    }
    let mut bytes = 0;
    for part in std::fs::read_dir(path)? {
        bytes += size_below(&part?.path())?;
    }
    Ok(bytes)
}
