//! `harmony format`: writes, learns, checks and tries files that declare formats.

mod check;
mod learn;
mod new;

use std::path::PathBuf;

use anyhow::anyhow;
use app::catalog::Catalog;
use clap::{Args, Subcommand};

use super::{COULD_NOT_RUN, output};
use crate::config_file::ConfigFile;
use crate::own_formats::{Files, OwnFormats};

#[derive(Debug, Args)]
pub(super) struct Format {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print a commented file for a format of your own
    New(new::New),
    /// Print a commented file for the format that some documents have in common
    Learn(learn::Learn),
    /// Check a file that declares a format, and try it on the examples beside it
    Check(check::Check),
}

pub(super) fn run(format: &Format) -> anyhow::Result<u8> {
    match &format.command {
        Command::New(new) => new::run(new),
        Command::Learn(learn) => learn::run(learn),
        Command::Check(check) => check::run(check),
    }
}

/// Returns the exit status of a command that read texts. It did not do all of its work if a file declares no format: texts
/// of that format were not recognized.
pub(super) fn unless_refused(code: u8) -> u8 {
    let refused = Catalog::current().refused().len();
    if refused == 0 {
        return code;
    }
    let files = app::reading::counted(refused, "file");
    let declare = if refused == 1 { "declares" } else { "declare" };
    let rest = "texts of that format are not recognized";
    output::print_error(&anyhow!("{files} of the folders of formats {declare} no format, so {rest}"));
    code.max(COULD_NOT_RUN)
}

/// Where a command finds the formats of a team.
#[derive(Debug, Args)]
pub(super) struct FormatFolders {
    /// Folder with formats of your own, files such as incident-report.format.toml; may be repeated [default: those in
    /// harmony.toml]
    #[arg(long = "formats", value_name = "DIR", env = "HARMONY_FORMATS", value_delimiter = ':')]
    folders: Vec<PathBuf>,
}

impl FormatFolders {
    /// Reads the formats in these folders, or else in those that are configured, and reads texts by them from now on. A file
    /// that declares none is reported and left out. Returns the folders.
    pub fn take_up(&self, config: &ConfigFile) -> anyhow::Result<Vec<PathBuf>> {
        self.take_up_as(config, OwnFormats::catalog)
    }

    /// As [`Self::take_up`], with the examples beside the files.
    pub fn take_up_with_examples(&self, config: &ConfigFile) -> anyhow::Result<Vec<PathBuf>> {
        self.take_up_as(config, |read| read.catalog().showing(read.examples()))
    }

    fn take_up_as(
        &self,
        config: &ConfigFile,
        catalog: impl FnOnce(&OwnFormats) -> Catalog,
    ) -> anyhow::Result<Vec<PathBuf>> {
        let folders = if self.folders.is_empty() { &config.formats.folders } else { &self.folders };
        if !folders.is_empty() {
            let read = OwnFormats::read(folders)?;
            read.refused.iter().for_each(output::draw_problems);
            folders
                .iter()
                .filter_map(|folder| Files::missing_in(folder))
                .for_each(|why| output::print_note(&output::visible(&why)));
            catalog(&read).make_current();
        }
        Ok(folders.clone())
    }
}
