use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::{CONFORMS, output, store};
use crate::config::StorePlace;
use crate::store::{BackedUp, back_up};

#[derive(Debug, Args)]
pub(super) struct Backup {
    /// Store to copy [default: harmony.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Destination (must not exist)
    to: PathBuf,
}

pub(super) fn run(arguments: &Backup) -> anyhow::Result<u8> {
    let StorePlace::File(file) = store::existing(arguments.store.as_deref(), None)? else {
        bail!("a database is backed up by its own means, as with `pg_dump`");
    };
    let BackedUp { documents, bytes } = back_up(&file, &arguments.to)?;
    let to = arguments.to.display();
    output::print_line(&format!(
        "copied and checked {documents} documents with all versions, {bytes} bytes; open the copy with `harmony serve --store {to}`"
    ))?;
    Ok(CONFORMS)
}
