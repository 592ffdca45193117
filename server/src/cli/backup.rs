use std::path::PathBuf;

use clap::Args;

use super::{CONFORMS, output, store};
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
    let BackedUp { documents, bytes } =
        back_up(&store::existing(arguments.store.as_deref(), None)?, &arguments.to)?;
    let to = arguments.to.display();
    output::print_line(&format!(
        "copied and checked {documents} documents with all versions, {bytes} bytes; open the copy with `harmony serve --store {to}`"
    ))?;
    Ok(CONFORMS)
}
