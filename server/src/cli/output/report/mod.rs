//! What `harmony check` found, in each of the formats that people and programs read.

mod fingerprints;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod markdown;
mod markdown_text;
mod paths;
mod rdjson;
mod sarif;
mod sarif_rules;

use std::io::{BufWriter, Result, Write, stdout};

use clap::{Args, ValueEnum};

use super::broken_rules::BrokenRules;
use super::color::Color;
use super::summary::Summary;
use crate::cli::check::Checked;

/// How results are reported.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct Report {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print findings only: no summary, and nothing at all where there are none
    #[arg(long, short, conflicts_with = "statistics")]
    quiet: bool,
    /// Print how often each rule was broken instead of each finding
    #[arg(long)]
    statistics: bool,
    #[command(flatten)]
    color: Color,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Each finding with its lines, for a terminal
    #[default]
    Human,
    /// All that was read and found
    Json,
    /// SARIF 2.1.0, for code scanning and editors
    Sarif,
    /// JUnit XML, for test reports
    Junit,
    /// Annotations of GitHub Actions
    Github,
    /// Code Quality report of GitLab
    Gitlab,
    /// Reviewdog Diagnostic Format, with suggestions
    Rdjson,
    /// A page of at most 65,536 characters, for a job summary or a comment
    Markdown,
}

/// What of the results a person sees.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Shown {
    Everything,
    Findings,
    Counts,
}

impl Report {
    /// Applies the choice of colors to all that is printed from now on.
    pub fn begin(&self) {
        self.color.apply();
    }

    /// Returns whether a person reads it.
    pub fn is_human(&self) -> bool {
        self.format == Format::Human
    }

    /// Returns whether each finding is drawn.
    pub fn draws(&self) -> bool {
        self.shown() != Shown::Counts
    }

    /// Returns whether a person reads findings only.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    fn shown(&self) -> Shown {
        match (self.quiet, self.statistics) {
            (true, _) => Shown::Findings,
            (_, true) => Shown::Counts,
            _ => Shown::Everything,
        }
    }

    /// Returns what a person reads below the drawings.
    pub fn below(&self, rules: &BrokenRules, summary: &Summary) -> String {
        human::below(rules, summary, self.shown())
    }

    /// Prints the results for a program, which are complete whatever a person wants to see.
    pub fn print(&self, checked: &[Checked], summary: &Summary) -> Result<()> {
        let mut out = BufWriter::new(stdout().lock());
        match self.format {
            Format::Human => {}
            Format::Json => json::write(checked, summary, &mut out)?,
            Format::Sarif => sarif::write(checked, summary, &mut out)?,
            Format::Junit => junit::write(checked, summary, &mut out)?,
            Format::Github => github::write(checked, summary, &mut out)?,
            Format::Gitlab => gitlab::write(checked, &mut out)?,
            Format::Rdjson => rdjson::write(checked, &mut out)?,
            Format::Markdown => markdown::write(checked, summary, &mut out)?,
        }
        out.flush()
    }
}
