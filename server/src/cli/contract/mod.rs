//! `harmony contract`: what formats promise, whether all layers keep it, and what changes from one version to another.

mod badge;
mod check;
mod coverage;
mod diff;
mod documents;
mod export;
mod git;
mod new;
mod schema;
mod side;

use std::sync::Arc;

use anyhow::anyhow;
use app::catalog::Catalog;
use app::formats::RegisteredFormat;
use clap::{Args, Subcommand};

use super::format::FormatFolders;
use super::{Config, output};

pub(super) use check::have_drifted;

#[derive(Debug, Args)]
pub(super) struct Contract {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check that manual, type, schema, parser, pattern and viewer agree on every field
    Check(check::Check),
    /// Print how far each format is covered
    Coverage(coverage::Coverage),
    /// Print the JSON Schema, the TypeScript type, a template or an example of a format
    Schema(schema::Schema),
    /// Compare two versions of a contract, and say what breaks
    Diff(diff::Diff),
    /// Print all formats as JSON, to be compared later
    Export(export::Export),
    /// Write the room of a new built-in format into a checkout of Harmony
    New(new::New),
}

pub(super) fn run(contract: &Contract) -> anyhow::Result<u8> {
    match &contract.command {
        Command::Check(check) => check::run(check),
        Command::Coverage(coverage) => coverage::run(coverage),
        Command::Schema(schema) => schema::run(schema),
        Command::Diff(diff) => diff::run(diff),
        Command::Export(export) => export::run(export),
        Command::New(new) => new::run(new),
    }
}

/// The formats that a command is about.
#[derive(Debug, Args)]
struct Formats {
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

impl Formats {
    /// Returns the built-in formats and those of the team, with the examples beside their files.
    fn catalog(&self) -> anyhow::Result<Arc<Catalog>> {
        self.formats.take_up_with_examples(&self.config.find()?)?;
        Ok(Catalog::current())
    }
}

/// Returns the format with an id or a slug.
fn format_of(catalog: &Catalog, id: &str) -> anyhow::Result<&'static RegisteredFormat> {
    catalog.room(id).ok_or_else(|| {
        let names: Vec<&str> = catalog.specs().flat_map(|spec| [spec.id, spec.slug]).collect();
        let near = app::reading::nearest(id, &names).map(|near| format!("; did you mean `{near}`?"));
        anyhow!("there is no format `{id}`{}", near.unwrap_or_default())
    })
}
