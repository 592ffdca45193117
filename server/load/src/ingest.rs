//! Durable ingest: several senders, each of which sends a report after the other and waits until it is on disk.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use tempfile::TempDir;
use tokio::task::LocalSet;

use crate::bare_database::{self, Database};
use crate::harmony::Harmony;
use crate::http::Connection;
use crate::loopback::Loopback;
use crate::reports::Reports;
use crate::{Setup, bare_writer, handles};

/// Reports that are sent before a round: what a server does once, after its start, isn't measured.
const FIRST: usize = 1_000;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    setup: Setup,
    /// Reports per round
    #[arg(long, default_value_t = 10_000)]
    documents: usize,
    /// Concurrent senders
    #[arg(long, default_value_t = 64)]
    senders: usize,
    /// Reports per request; more than one are sent as NDJSON
    #[arg(long, default_value_t = 1)]
    batch: usize,
    /// Rounds, whose median is printed
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Load a running server, without a comparison
    #[arg(long, value_name = "ADDRESS")]
    to: Option<Loopback>,
    /// Keep the stores in this PostgreSQL database, as in postgres://user@127.0.0.1:5432/name
    #[arg(long, value_name = "ADDRESS", conflicts_with = "to")]
    database: Option<String>,
}

pub async fn run(options: &Options) -> Result<()> {
    handles::allow(options.senders as u64)?;
    let mut ratios = Vec::new();
    println!("durable ingest of 7 kB reports: {} senders, {} a request", options.senders, options.batch);
    let database = match &options.database {
        Some(address) => Some(Database::at(address).await?),
        None => None,
    };
    let engine = if database.is_some() { "PostgreSQL" } else { "SQLite" };
    let bare_rate = format!("{engine}/s");
    let send = |to, texts: &[String]| send_all(to, requests(to, texts, options.batch), options.senders);
    println!("{:>7}{:>14}{bare_rate:>14}{:>16}{:>8}", "round", "Harmony/s", "texts a commit", "ratio");
    for round in 1..=options.rounds {
        let texts: Vec<String> = Reports::long(round << 32).take(FIRST + options.documents).collect();
        let (first, measured) = texts.split_at(FIRST);
        let Some(to) = options.to else {
            let folder = tempfile::tempdir_in(&options.setup.folder)?;
            let (store, bare) = match &database {
                Some(database) => (database.schema("ours").await?, database.schema("bare").await?),
                None => (file_in(&folder, "harmony.sqlite"), file_in(&folder, "bare.sqlite")),
            };
            let harmony = Harmony::start(&options.setup.harmony, Path::new(&store))?;
            send(harmony.address, first).await?;
            let taken = send(harmony.address, measured).await?;
            let commits = harmony.end()?;
            let before = commits_of(&commits, FIRST);
            let bare = match &database {
                Some(_) => bare_database::write(&bare, &texts, &commits, before).await?,
                None => bare_writer::write(Path::new(&bare), &texts, &commits, before)?,
            };
            let ratio = bare.as_secs_f64() / taken.as_secs_f64();
            let group = measured.len() as f64 / commits.len().saturating_sub(before).max(1) as f64;
            let (ours, theirs) = (rate(measured, taken), rate(measured, bare));
            println!("{round:>7}{ours:>14.0}{theirs:>14.0}{group:>16.1}{ratio:>8.2}");
            ratios.push(ratio);
            continue;
        };
        send(to, first).await?;
        let taken = send(to, measured).await?;
        println!("{round:>7}{:>14.0}", rate(measured, taken));
    }
    if let Some(database) = &database {
        database.drop("ours").await?;
        database.drop("bare").await?;
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!(
            "ingest: {median:.2} of what a bare {engine} writer does with the same bytes and commits (at least 0.50)"
        );
    }
    Ok(())
}

fn file_in(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// Returns how many commits it took to write the first texts.
fn commits_of(commits: &[usize], texts: usize) -> usize {
    let written = commits.iter().scan(0, |written, commit| {
        *written += commit;
        Some(*written)
    });
    written.take_while(|written| *written <= texts).count()
}

fn rate(texts: &[String], taken: Duration) -> f64 {
    texts.len() as f64 / taken.as_secs_f64()
}

/// Sends all requests and returns how long it took until the last one was answered.
pub async fn send_all(to: Loopback, requests: Vec<Vec<u8>>, senders: usize) -> Result<Duration> {
    let waiting = Rc::new(RefCell::new(requests));
    let mut connections = Vec::new();
    for _ in 0..senders {
        connections.push(Connection::open(to).await?);
    }
    let sending = LocalSet::new();
    let began = Instant::now();
    let tasks: Vec<_> = connections
        .into_iter()
        .map(|mut connection| {
            let waiting = Rc::clone(&waiting);
            sending.spawn_local(async move {
                loop {
                    let Some(request) = waiting.borrow_mut().pop() else { return anyhow::Ok(()) };
                    connection.send(&request).await?;
                }
            })
        })
        .collect();
    sending.await;
    let taken = began.elapsed();
    for task in tasks {
        task.await.context("a sender failed")??;
    }
    Ok(taken)
}

/// Returns the requests that send texts: one for each, or NDJSON for more at once.
pub fn requests(to: Loopback, texts: &[String], batch: usize) -> Vec<Vec<u8>> {
    texts.chunks(batch.max(1)).map(|texts| request(to, texts)).collect()
}

fn request(to: Loopback, texts: &[String]) -> Vec<u8> {
    if let [text] = texts {
        return Connection::request(to, "/api/documents?session=load", "text/markdown", text.as_bytes());
    }
    let lines: String = texts.iter().map(|text| line_of(text)).collect();
    Connection::request(to, "/api/documents?session=load", "application/x-ndjson", lines.as_bytes())
}

/// Line breaks are the only characters of the texts that JSON must escape.
pub fn line_of(text: &str) -> String {
    format!("{{\"text\": \"{}\"}}\n", text.replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::commits_of;

    #[test]
    fn the_commits_of_the_first_texts_are_counted() {
        assert_eq!(commits_of(&[3, 1, 2], 4), 2);
        assert_eq!(commits_of(&[3, 1, 2], 0), 0);
        assert_eq!(commits_of(&[3], 9), 1);
    }
}
