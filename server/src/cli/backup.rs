use std::path::PathBuf;

use clap::Args;

use super::{CONFORMS, output};
use crate::config::store_file;
use crate::store::{BackedUp, back_up};

#[derive(Debug, Args)]
pub(super) struct Backup {
    /// File that the documents are kept in [default: harmony.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// File to write the copy to; never one that is there
    to: PathBuf,
}

pub(super) fn run(asked: &Backup) -> anyhow::Result<u8> {
    let BackedUp { documents, bytes } = back_up(&store_file(asked.store.as_deref())?, &asked.to)?;
    let to = asked.to.display();
    output::print_line(&format!(
        "{documents} documents, each version counted, {bytes} bytes, checked; `harmony serve --store {to}` opens the copy"
    ))?;
    Ok(CONFORMS)
}
