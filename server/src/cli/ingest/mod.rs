//! `harmony ingest`: sends files and standard input to a running server, or stores them directly.

mod target;
mod texts;

use std::path::PathBuf;

use anyhow::bail;
use app::document::Source;
use clap::Args;
use serde_json::json;

use self::texts::Texts;
use super::format::{FormatFolders, unless_refused};
use super::store::Opened;
use super::{CONFORMS, COULD_NOT_RUN, Config, FINDINGS, inputs, output, store, wait_for};
use crate::config::StorePlace;
use crate::own_formats::read_by_stored;

pub(super) use self::target::{Outcome, Target};
pub(super) use self::texts::Delivery;

#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 all are stored, 1 some were refused, 2 could not read or send, or a file declares no format. \
                        A document that is sent again is not stored twice."
)]
pub(super) struct Ingest {
    /// Files and folders to send; `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Address of the Harmony to send to, as in `localhost:4180` or `https://harmony.example`
    #[arg(long, visible_alias = "server", value_name = "ADDRESS", default_value = "http://127.0.0.1:4180")]
    to: String,
    /// Access token of the server
    #[arg(long, env = "HARMONY_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Store in this file instead of sending to a server
    #[arg(long, value_name = "FILE|ADDRESS", conflicts_with = "to")]
    store: Option<PathBuf>,
    /// Create the store if it does not exist
    #[arg(long, requires = "store")]
    create: bool,
    /// Session that the documents belong to
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// Path of the document [default: that of its file, below the root of its repository if it is in one]
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// Repository that the documents belong to [default: where the repository of the file comes from]
    #[arg(long, value_name = "NAME")]
    repository: Option<String>,
    /// Commit that the documents belong to
    #[arg(long, value_name = "ID")]
    commit: Option<String>,
    /// CI run that the documents belong to
    #[arg(long, value_name = "ID")]
    run: Option<String>,
    /// Print one JSON object per document
    #[arg(long)]
    json: bool,
    /// For `--store`; a server reads by its own formats
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

/// The most texts and bytes of one request. The response has an outcome for each text.
const AT_ONCE: usize = 128;
const BYTES_AT_ONCE: usize = 4 * 1024 * 1024;

/// The lines of transcripts of one request.
const FACTS_AT_ONCE: usize = 500;

#[derive(Debug, Default)]
struct Counts {
    stored: u32,
    known: u32,
    refused: u32,
    unread: u32,
}

pub(super) fn run(ingest: Ingest) -> anyhow::Result<u8> {
    let folders = ingest.formats.take_up(&ingest.config.find()?)?;
    wait_for(deliver(ingest, folders.is_empty()))
}

/// Without formats of its own, it reads by those of the store.
async fn deliver(ingest: Ingest, has_no_formats: bool) -> anyhow::Result<u8> {
    let target = match &ingest.store {
        Some(file) if ingest.create => {
            let place = store::to_serve(Some(file))?;
            let is_new = matches!(&place, StorePlace::File(file) if !file.exists());
            let target = Target::Store(store::open(&place, Opened::Created).await?);
            if is_new {
                output::print_note(&format!("created a store at {}", file.display()));
            }
            target
        }
        Some(file) => {
            let place = store::existing(Some(file), Some("create it with --create"))?;
            Target::Store(store::open(&place, Opened::Existing).await?)
        }
        None => Target::server(&ingest.to, ingest.token.clone())?,
    };
    if let Target::Store(store) = &target
        && has_no_formats
    {
        read_by_stored(store).await?;
    }
    let shared = Source {
        session: ingest.session.filter(|session| !session.trim().is_empty()),
        repository: ingest.repository,
        commit: ingest.commit,
        ci_run: ingest.run,
        ..Source::default()
    };
    let mut counts = Counts::default();
    let mut batch = Vec::new();
    let mut bytes = 0;
    let sent: Vec<PathBuf> = ingest.files.iter().filter_map(|file| file.canonicalize().ok()).collect();
    let files = inputs::find(&ingest.files);
    if files.len() > 1 && ingest.path.is_some() {
        bail!(
            "--path names one document, and there are {} files: send them one by one, or without --path",
            files.len()
        );
    }
    for file in files {
        let texts = file.and_then(|file| Texts::open(&file, ingest.path.as_deref(), &shared, &sent));
        let mut texts = match texts {
            Ok(texts) => texts,
            Err(error) => {
                output::print_error(&error);
                counts.unread += 1;
                continue;
            }
        };
        while let Some(text) = texts.next()? {
            bytes += text.raw.len();
            batch.push(text);
            if batch.len() >= AT_ONCE || bytes >= BYTES_AT_ONCE {
                send(&target, std::mem::take(&mut batch), ingest.json, &mut counts).await?;
                bytes = 0;
            }
            if texts.facts.len() >= FACTS_AT_ONCE {
                target.deliver_facts(std::mem::take(&mut texts.facts)).await?;
            }
        }
        if !texts.facts.is_empty() {
            target.deliver_facts(texts.facts).await?;
        }
    }
    send(&target, batch, ingest.json, &mut counts).await?;
    if !ingest.json {
        let Counts { stored, known, refused, .. } = counts;
        output::print_line(&format!("{stored} stored, {known} known, {refused} refused"))?;
    }
    let code = match counts {
        Counts { unread: 1.., .. } => COULD_NOT_RUN,
        Counts { refused: 1.., .. } => FINDINGS,
        _ => CONFORMS,
    };
    // A server reads by its own formats.
    Ok(if ingest.store.is_some() { unless_refused(code) } else { code })
}

async fn send(
    target: &Target,
    batch: Vec<Delivery>,
    as_json: bool,
    counts: &mut Counts,
) -> anyhow::Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = batch.iter().map(|text| text.name.clone()).collect();
    for (name, outcome) in names.iter().zip(target.deliver(batch).await?) {
        let (counted, word) = match &outcome {
            Outcome::Kept { duplicate: true, .. } => (&mut counts.known, "known"),
            Outcome::Kept { .. } => (&mut counts.stored, "stored"),
            Outcome::Refused(_) => (&mut counts.refused, "refused"),
        };
        *counted += 1;
        let line = match outcome {
            Outcome::Kept { id, format, version, url, .. } if as_json => {
                json!({ "file": name, "outcome": word, "id": id, "format": format, "version": version, "url": url })
                    .to_string()
            }
            Outcome::Kept { format, url, .. } => {
                let format = format.unwrap_or_else(|| "no known format".to_owned());
                format!("{word} {name}: {format}, {url}")
            }
            Outcome::Refused(why) if as_json => {
                json!({ "file": name, "outcome": word, "reason": why }).to_string()
            }
            Outcome::Refused(why) => format!("{word} {name}: {why}"),
        };
        output::print_line(&line)?;
    }
    Ok(())
}
