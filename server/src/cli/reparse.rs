use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;

use super::{CONFORMS, output};
use crate::clock;
use crate::config::store_file;
use crate::ingest::{Reparsed, reparse};
use crate::store::{SharedStore, SqliteStore};

#[derive(Debug, Args)]
pub(super) struct Reparse {
    /// File that the documents are kept in [default: harmony.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Begin with the first document, even where an earlier run was broken off
    #[arg(long)]
    anew: bool,
}

/// After so many documents it says how far it is.
const PRINT_EVERY: u64 = 10_000;

pub(super) fn run(asked: &Reparse) -> anyhow::Result<u8> {
    let file = store_file(asked.store.as_deref())?;
    let store: SharedStore = Arc::new(SqliteStore::open_existing(&file, clock::new_epoch())?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("no runtime can be started")?;
    let Reparsed { documents, changed } = runtime.block_on(async {
        let all = store.feed().await?.totals.documents;
        let after = if asked.anew { 0 } else { store.rederived().await? };
        if after > 0 {
            output::print_line(
                "going on where an earlier run was broken off; --anew begins with the first document",
            )?;
        }
        let mut printed = 0;
        let print = |so_far: Reparsed| {
            if so_far.documents >= printed + PRINT_EVERY {
                printed = so_far.documents;
                // Who closed the output is not interested; the work goes on.
                let _ = output::print_line(&format!("{printed} of {all} documents"));
            }
        };
        anyhow::Ok(reparse(&store, after, print).await?)
    })?;
    output::print_line(&format!(
        "{documents} documents were read again; {changed} of them say more, or something else"
    ))?;
    Ok(CONFORMS)
}
