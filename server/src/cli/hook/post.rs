//! Sends the last message of an agent that stopped.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use app::document::Source;
use clap::Args;
use serde_json::json;

use super::input::HookInput;
use super::last_message::last_message;
use crate::cli::bounded::within;
use crate::cli::format::FormatFolders;
use crate::cli::ingest::{Delivery, Outcome, Target};
use crate::cli::reach::Destination;
use crate::cli::store::{self, Opened};
use crate::cli::{CONFORMS, Config, output};
use crate::config::StorePlace;
use crate::ingest::reader::Piece;

#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: always 0, since an agent must not wait for Harmony; what went wrong is shown to \
                        the user."
)]
pub(super) struct Post {
    #[command(flatten)]
    destination: Destination,
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

/// All of it takes no longer.
const WITHIN: Duration = Duration::from_secs(6);
/// The message may be written to the transcript after the hook began.
const WRITTEN_WITHIN: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(50);

pub(super) fn run(post: Post) -> anyhow::Result<u8> {
    if let Err(error) = within(WITHIN, move || deliver(&post)) {
        // As Claude Code reads it.
        let message = format!("harmony could not take the last message: {error:#}");
        output::print_line(&json!({ "systemMessage": message }).to_string())?;
    }
    Ok(CONFORMS)
}

fn deliver(post: &Post) -> anyhow::Result<()> {
    let input = HookInput::read()?;
    post.formats.take_up(&post.config.find()?)?;
    let transcript = input.transcript().context("the hook names no transcript")?;
    let found = wait_for(transcript, input.last_assistant_message.as_deref());
    let piece = match (found, of_input(&input)) {
        (Ok(Some(piece)), _) | (Ok(None) | Err(_), Some(piece)) => piece,
        (Err(error), None) => return Err(error),
        // It said nothing.
        (Ok(None), None) => return Ok(()),
    };
    if !piece.is_kept() {
        return Ok(());
    }
    let key = piece.key().filter(|_| piece.source.part.is_some() || piece.source.agent.is_some());
    let path = transcript.canonicalize().unwrap_or_else(|_| transcript.to_owned());
    let shared = Source { path: Some(path.display().to_string()), ..Source::default() };
    let Piece { raw, source, .. } = piece;
    let delivery = Delivery { name: "the last message".to_owned(), source: source.or(&shared), raw, key };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let target = match &post.destination.store {
        Some(file) => {
            let place = StorePlace::named(file);
            Target::Store(runtime.block_on(store::open(&place, Opened::Created))?)
        }
        None => Target::server(&post.destination.to, post.destination.token.clone())?,
    };
    match runtime.block_on(target.deliver(vec![delivery]))?.into_iter().next() {
        Some(Outcome::Refused(why)) => bail!("it was refused: {why}"),
        _ => Ok(()),
    }
}

/// Returns the last message of the transcript, once it is the one that Claude Code names; `None` if that takes too long.
fn wait_for(transcript: &Path, expected: Option<&str>) -> anyhow::Result<Option<Piece>> {
    let began = Instant::now();
    loop {
        let found = last_message(transcript)
            .with_context(|| format!("the transcript {} can't be read", transcript.display()))?;
        let is_it = |piece: &Piece| {
            let said = String::from_utf8_lossy(&piece.raw);
            expected.is_none_or(|expected| said.contains(expected.trim()))
        };
        if expected.is_none() || found.as_ref().is_some_and(is_it) {
            return Ok(found);
        }
        if began.elapsed() >= WRITTEN_WITHIN {
            return Ok(None);
        }
        thread::sleep(LOOK_EVERY);
    }
}

/// Returns the message that Claude Code passes on. Its id is unknown; that of a sub-agent suffices to recognize it later.
fn of_input(input: &HookInput) -> Option<Piece> {
    let said = input.last_assistant_message.as_deref().map(str::trim).filter(|said| !said.is_empty())?;
    let source = Source {
        session: input.session_id.clone(),
        repository: input.cwd.clone(),
        agent: input.agent_id.clone(),
        ..Source::default()
    };
    Some(Piece { raw: said.into(), source, message: Some(String::new()), lines: Vec::new() })
}
