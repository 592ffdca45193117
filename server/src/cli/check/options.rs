use std::path::PathBuf;

use anyhow::{anyhow, bail};
use app::catalog::Catalog;
use app::formats::RegisteredFormat;
use app::read_as::ReadAs;
use clap::Args;

use super::checked::FixMode;
use crate::cli::Config;
use crate::cli::format::FormatFolders;
use crate::cli::output::Report;
use crate::config_file::FailOn;

#[derive(Debug, Args)]
#[command(after_help = "\
Exit status:
  0  nothing fails the check
  1  something does: an error, unless --fail-on says otherwise
  2  could not check: a file could not be read, no known format is in any of them, or a file declares no format

An error is about the format of a document, not about what it says: a review report with the verdict NEEDS_CHANGES \
exits 0 if it is written as its contract wants. --fail-on verdict fails on what documents say, and `harmony gate` \
judges the verdicts of quality gates.")]
pub(in crate::cli) struct Check {
    /// Files, folders and patterns such as 'reports/**/*.md' to check; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub report: Report,
    #[command(flatten)]
    pub read_as: As,
    /// What fails the check, several with commas [default: error]
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', help_heading = "What fails")]
    pub fail_on: Vec<FailOn>,
    /// Fail if a document states a score below so many percent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=100), help_heading = "What fails")]
    pub min_score: Option<u8>,
    /// Fail if a file has no block of this format, such as 5.1 or review-report
    #[arg(long, value_name = "FORMAT", help_heading = "What fails")]
    pub expect: Option<String>,
    /// Fail on warnings and on files of no format, too; with --min-score also on documents without a score
    #[arg(long, help_heading = "What fails")]
    pub strict: bool,
    /// Fail only on what this file doesn't have
    #[arg(long, value_name = "FILE", help_heading = "What fails")]
    pub baseline: Option<PathBuf>,
    /// Write what was found to the baseline, and remove from it what is gone
    #[arg(long, requires = "baseline", help_heading = "What fails")]
    pub update_baseline: bool,
    /// Fix the files in place, and report what is left; standard input is printed fixed
    #[arg(long, help_heading = "Fixes")]
    pub fix: bool,
    /// List the fixes without making them
    #[arg(long, requires = "fix", help_heading = "Fixes")]
    pub dry_run: bool,
    /// Print the fixes as a unified diff without making them
    #[arg(long, conflicts_with_all = ["dry_run", "format"], help_heading = "Fixes")]
    pub diff: bool,
    #[command(flatten)]
    pub formats: FormatFolders,
    #[command(flatten)]
    pub config: Config,
}

/// A format that texts are read as, whatever would be recognized.
#[derive(Debug, Args)]
pub(in crate::cli) struct As {
    /// Read every file as this format, such as 5.1 or review-report, whatever would be recognized
    #[arg(long = "as", id = "as", value_name = "FORMAT")]
    format: Option<String>,
}

impl As {
    pub fn read_as(&self) -> anyhow::Result<Option<ReadAs>> {
        let room = self.format.as_deref().map(format_of).transpose()?;
        Ok(room.map(|room| ReadAs { room, at: None }))
    }
}

/// Returns the format with that id or slug. The formats of the team must be known by now.
pub(in crate::cli) fn format_of(written: &str) -> anyhow::Result<&'static RegisteredFormat> {
    let catalog = Catalog::current();
    catalog.room(written).ok_or_else(|| anyhow!(catalog.unknown(written)))
}

impl Check {
    pub fn fix_mode(&self) -> FixMode {
        match (self.fix, self.dry_run, self.diff) {
            (_, _, true) => FixMode::Diff,
            (true, true, _) => FixMode::DryRun,
            (true, false, _) => FixMode::Write,
            (false, _, _) => FixMode::None,
        }
    }

    /// Returns whether the fixed text is printed, since there is no file to write it to.
    pub fn prints_fixed(&self) -> bool {
        self.fix_mode() == FixMode::Write && self.reads_input()
    }

    fn reads_input(&self) -> bool {
        self.files.iter().any(|file| file.as_os_str() == "-")
    }

    /// Refuses options that would print several things at one place.
    pub fn refuse_nonsense(&self) -> anyhow::Result<()> {
        if self.prints_fixed() && self.files.len() > 1 {
            bail!("--fix prints standard input fixed, so no files can be given beside `-`");
        }
        if self.prints_fixed() && !self.report.is_human() {
            bail!("--fix prints standard input fixed, which leaves no room for another --format");
        }
        Ok(())
    }
}
