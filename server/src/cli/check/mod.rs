//! `harmony check`: collects texts, reads them side by side, judges what was found, and reports it.

mod checked;
mod judge;
mod report;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rayon::prelude::*;

use super::format::FormatFolders;
use super::inputs::{self, Input};
use super::output;
use super::{Config, fix};
use judge::Judge;
use report::Reporter;

pub(super) use checked::Checked;

#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 no errors, 1 errors, 2 could not check")]
pub(super) struct Check {
    /// Files and folders to check; `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Fix the files in place, and report what is left
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    #[default]
    Human,
    Json,
}

pub(super) fn run(check: &Check) -> anyhow::Result<u8> {
    check.formats.take_up(&check.config.find()?)?;
    let mut judge = Judge::default();
    let mut reporter = Reporter::of(check.format);
    let mut files = inputs::find(&check.files).into_iter().peekable();
    while files.peek().is_some() {
        let mut inputs = Vec::new();
        let mut bytes = 0;
        while bytes < BYTES_AT_ONCE
            && let Some(file) = files.next()
        {
            match file.and_then(|file| inputs::read(&file)) {
                Ok(input) => {
                    bytes += input.text.source().len();
                    inputs.push(input);
                }
                Err(error) => {
                    output::print_error(&error);
                    judge.summary.unread += 1;
                }
            }
        }
        let read: Vec<anyhow::Result<Checked>> =
            inputs.into_par_iter().with_max_len(1).map(|input| check.read(input)).collect();
        for checked in read {
            let checked = checked?;
            judge.add(&checked);
            reporter.add(checked)?;
        }
    }
    let (summary, code) = judge.finish();
    reporter.finish(&summary)?;
    Ok(code)
}

/// Texts that are in memory at once, apart from those that a report needs to the end.
const BYTES_AT_ONCE: usize = 16 * 1024 * 1024;

impl Check {
    fn read(&self, input: Input) -> anyhow::Result<Checked> {
        if input.text.oddities().invalid_utf8 {
            output::warn_of_encoding(&input.name);
        }
        if !self.fix {
            return Ok(Checked::of(input.masked(), 0));
        }
        let (input, fixed) = fix::fix(input)?;
        // After fixing, since fixes go into the file unmasked.
        Ok(Checked::of(input.masked(), fixed))
    }
}
