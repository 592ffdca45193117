use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::{CONFORMS, output, store};
use crate::config::StorePlace;
use crate::store::{Copied, copy_into_database, copy_into_file};

#[derive(Debug, Args)]
pub(super) struct Copy {
    /// Store to copy: a file, or postgres:// and the rest of a database's address
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The other kind of store: an empty database that nobody uses, or a file that doesn't exist
    #[arg(value_name = "TO")]
    to: PathBuf,
    /// Copy all of it again, in place of what an interrupted copy wrote
    #[arg(long)]
    restart: bool,
}

pub(super) fn run(Copy { from, to, restart }: &Copy) -> anyhow::Result<u8> {
    let from = match StorePlace::named(from) {
        StorePlace::File(_) => StorePlace::File(store::file_of(Some(from))?),
        database => database,
    };
    if let StorePlace::File(file) = &from {
        ensure!(file.exists(), "there is no store at {}", file.display());
    }
    let places = (from, StorePlace::named(to));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime can't be started")?;
    let report = |table: &str, rows: u64| {
        // Goes on even if the output is closed.
        let _ = output::print_line(&format!("{table}: {rows} rows"));
    };
    let Copied { documents, rows } = match &places {
        (StorePlace::File(from), StorePlace::Database(to)) => {
            runtime.block_on(copy_into_database(from, to, *restart, report))?
        }
        (StorePlace::Database(from), StorePlace::File(to)) => {
            runtime.block_on(copy_into_file(from, to, *restart, report))?
        }
        (StorePlace::File(_), _) => bail!("both are files: `harmony backup` copies a file"),
        _ => bail!(
            "both are databases, which are copied by their own means, as with `pg_dump` and `pg_restore`"
        ),
    };
    let to = places.1.shown();
    output::print_line(&format!(
        "copied and checked {documents} documents with all versions, {rows} rows; {to} can be served"
    ))?;
    Ok(CONFORMS)
}
