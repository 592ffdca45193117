//! Everyday work for a server that counts what runs: the counts say which code of a release has to be fast.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;

use crate::Setup;
use crate::harmony::Harmony;
use crate::http::Connection;
use crate::ingest::{requests, send_all};
use crate::loopback::Loopback;
use crate::reports::Reports;

const SENDERS: usize = 16;
/// How often each text is sent, in a session of its own: the texts weigh as much as the reports do.
const TIMES: usize = 8;
const REPORTS: usize = 5_000;
/// Those of texts; what is expected of them ends otherwise.
const ENDINGS: [&str; 3] = ["json", "jsonl", "md"];
/// Reports of a request in NDJSON.
const BATCH: usize = 50;
/// Pages and answers that are asked for again and again.
const PLACES: [&str; 14] = [
    "/", "/documents?before=900000", "/documents?q=review", "/sessions", "/session?session=train-0",
    "/inbox", "/harmony", "/verdicts", "/decisions", "/contract", "/search?q=ledger",
    "/api/documents?limit=100", "/api/sessions", "/metrics",
];
const VISITS: usize = 20;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    setup: Setup,
    /// The folder with texts of all formats, which are sent as well
    #[arg(long, value_name = "FOLDER")]
    texts: PathBuf,
}

pub async fn run(options: &Options) -> Result<()> {
    let folder = tempfile::tempdir_in(&options.setup.folder)?;
    let mut command = Harmony::command(&options.setup.harmony, &folder.path().join("harmony.sqlite"));
    command.env("RUST_LOG", "warn");
    let harmony = Harmony::start_by(command)?;
    let to = harmony.address;
    let mut texts = Vec::new();
    texts_in(&options.texts, &mut texts)?;
    for time in 0..TIMES {
        let path = format!("/api/documents?session=train-{time}");
        let request = |text: &Vec<u8>| Connection::request(to, &path, "text/markdown", text);
        send_all(to, texts.iter().map(request).collect(), SENDERS).await?;
    }
    let reports: Vec<String> = Reports::long(1).take(REPORTS).collect();
    let (single, batched) = reports.split_at(REPORTS / 5 * 4);
    send_all(to, requests(to, single, 1), SENDERS).await?;
    send_all(to, requests(to, batched, BATCH), SENDERS).await?;
    visit(to).await?;
    // It writes its counts when it ends by itself.
    harmony.interrupt()
}

/// Reads the texts of a folder and of those within.
fn texts_in(folder: &Path, texts: &mut Vec<Vec<u8>>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} can't be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            texts_in(&path, texts)?;
        } else if ENDINGS.iter().any(|ending| path.extension().is_some_and(|own| own == *ending)) {
            texts.push(fs::read(&path)?);
        }
    }
    Ok(())
}

/// Asks for lists, and for the page of each of the newest documents.
async fn visit(to: Loopback) -> Result<()> {
    let mut connection = Connection::open(to).await?;
    for place in PLACES.iter().cycle().take(PLACES.len() * VISITS) {
        connection.send(&Connection::get(to, place)).await?;
    }
    let ids = async |connection: &mut Connection, session: &str| {
        let list = format!("/api/documents?limit=100&session={session}");
        connection.send(&Connection::get(to, &list)).await?;
        let list: Value = serde_json::from_slice(connection.body()).context("the list is no JSON")?;
        let documents = list["documents"].as_array().cloned().unwrap_or_default();
        let id = |document: &Value| document["id"].as_str().map(str::to_owned);
        anyhow::Ok(documents.iter().filter_map(id).collect::<Vec<_>>())
    };
    for session in ["load", "train-0"] {
        for id in ids(&mut connection, session).await? {
            connection.send(&Connection::get_packed(to, &format!("/documents/{id}"))).await?;
        }
    }
    Ok(())
}
