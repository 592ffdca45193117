use std::path::PathBuf;

use app::gate::GateOptions;
use clap::Args;

use super::format::FormatFolders;
use super::store::Opened;
use super::{CONFORMS, Config, output, store, wait_for};
use crate::ingest::{Reparsed, judge_with, reparse_unless};
use crate::own_formats::OwnFormats;

#[derive(Debug, Args)]
pub(super) struct Reparse {
    /// Store to parse again [default: harmony.sqlite in your data folder]
    #[arg(long, value_name = "FILE|ADDRESS")]
    store: Option<PathBuf>,
    #[command(flatten)]
    config: Config,
    /// Start over instead of resuming an interrupted run
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    formats: FormatFolders,
}

/// The documents between two lines about the progress.
const PRINT_EVERY: u64 = 10_000;

pub(super) fn run(arguments: &Reparse) -> anyhow::Result<u8> {
    let config = arguments.config.find()?;
    let folders = arguments.formats.take_up(&config)?;
    judge_with(config.gate.complete(GateOptions::default()));
    let place = store::existing(arguments.store.as_deref(), None)?;
    let Reparsed { documents, changed, kept } = wait_for(async {
        let store = store::open(&place, Opened::Existing).await?;
        let formats = OwnFormats::take_up(&folders, &store).await?;
        let all = store.feed().await?.totals.documents;
        let after = if arguments.restart { 0 } else { store.rederived().await? };
        if after > 0 {
            output::print_line("resuming an interrupted run; --restart starts over")?;
        }
        let mut printed = 0;
        let print = |so_far: Reparsed| {
            if so_far.documents >= printed + PRINT_EVERY {
                printed = so_far.documents;
                // Goes on even if the output is closed.
                let _ = output::print_line(&format!("{printed} of {all} documents"));
            }
        };
        let reparsed = reparse_unless(&store, after, |head| formats.keep_as_read(head), print).await?;
        formats.settle_in(&store, reparsed.kept > 0).await?;
        anyhow::Ok(reparsed)
    })?;
    output::print_line(&format!("parsed {documents} documents again; {changed} changed"))?;
    if kept > 0 {
        output::print_note(&format!(
            "{kept} of other formats were left as they were read; --formats names the folder of these formats"
        ));
    }
    Ok(CONFORMS)
}
