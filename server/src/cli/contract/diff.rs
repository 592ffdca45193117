use std::path::PathBuf;

use app::contract::{Change, diff};
use app::reading::counted;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::documents::{Tried, Versions, same_major};
use super::side::Side;
use super::{Formats, output};
use crate::cli::output::visible;
use crate::cli::{CONFORMS, FINDINGS};

#[derive(Debug, Args)]
#[command(
    after_help = "Each side is a file that declares a format, a folder of such files, `REVISION:PATH` of either in a git \
                        repository, a file that `harmony contract export` printed, `built-in` for the formats of this program, or `current` for \
                        these and yours.\n\n\
                        Examples:\n  harmony contract diff HEAD~1:formats formats --documents reports\n  \
                        harmony contract diff contract.json current\n\n\
                        Exit status: 0 nothing breaks, 1 a change breaks documents or readers, 2 could not compare"
)]
pub(super) struct Diff {
    /// Earlier version
    #[arg(value_name = "A")]
    old: String,
    /// Later version
    #[arg(value_name = "B")]
    new: String,
    /// Count the documents of a store that only the earlier version accepts
    #[arg(long, value_name = "FILE|ADDRESS")]
    store: Option<PathBuf>,
    /// Count such documents among files and folders; may be repeated
    #[arg(long, value_name = "FOLDER")]
    documents: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    formats: Formats,
}

#[derive(Copy, Clone, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Human,
    Json,
}

pub(super) fn run(arguments: &Diff) -> anyhow::Result<u8> {
    let read = |side: &str| Side::read(side, &arguments.formats);
    let (old, new) = (read(&arguments.old)?, read(&arguments.new)?);
    let tried = tried(arguments, &old, &new)?;
    let changes = diff(&old.contract, &new.contract);
    let mut broken: Vec<&str> =
        changes.iter().filter(|change| change.breaking).map(|change| change.format.as_str()).collect();
    let breaking = broken.len();
    broken.dedup();
    let unversioned = same_major(&old.contract, &new.contract, &broken);
    match arguments.format {
        Format::Json => {
            let found = json!({ "changes": changes, "breaking": breaking, "documents": tried, "same_major_version": unversioned });
            output::print_line(&serde_json::to_string_pretty(&found)?)?;
        }
        Format::Human => {
            print_changes(&changes)?;
            for id in unversioned {
                let id = visible(&id);
                output::print_line(&format!(
                    "note: {id} changes in a breaking way, and its major version is the same"
                ))?;
            }
            if let Some(tried) = &tried {
                print_tried(tried)?;
            }
            let changes = counted(changes.len(), "change");
            output::print_line(&format!("{changes}, {breaking} breaking"))?;
        }
    }
    Ok(if breaking == 0 { CONFORMS } else { FINDINGS })
}

/// Reads documents by both versions, if any are named.
fn tried(arguments: &Diff, old: &Side, new: &Side) -> anyhow::Result<Option<Tried>> {
    if arguments.store.is_none() && arguments.documents.is_empty() {
        return Ok(None);
    }
    let versions = Versions::of(old, new)?;
    let mut tried = Tried::default();
    versions.try_files(&arguments.documents, &mut tried);
    if let Some(store) = &arguments.store {
        versions.try_store(store, &mut tried)?;
    }
    Ok(Some(tried))
}

fn print_changes(changes: &[Change]) -> std::io::Result<()> {
    let mut format = "";
    for change in changes {
        if change.format != format {
            format = &change.format;
            output::print_line(&visible(format))?;
        }
        let mark = if change.breaking { '!' } else { ' ' };
        let field = change.field.as_ref().map(|field| format!("{}: ", visible(field))).unwrap_or_default();
        let breaks = change.breaks.in_words().map(|words| format!(" ({words})")).unwrap_or_default();
        output::print_line(&format!("  {mark} {field}{}{breaks}", visible(&change.message)))?;
    }
    Ok(())
}

fn print_tried(tried: &Tried) -> std::io::Result<()> {
    let Tried { documents, newly_rejected, newly_accepted, rejected } = tried;
    output::print_line(&format!("newly rejects {newly_rejected} of {documents} documents"))?;
    for document in rejected {
        output::print_line(&format!("  {}: {}", visible(&document.name), visible(&document.reason)))?;
    }
    let more = newly_rejected.saturating_sub(rejected.len() as u64);
    if more > 0 {
        output::print_line(&format!("  and {more} more"))?;
    }
    if *newly_accepted > 0 {
        output::print_line(&format!("newly accepts {newly_accepted} of them"))?;
    }
    Ok(())
}
