use std::path::PathBuf;

use app::diagnostic::Severity;
use app::fix::{Choice, apply_choice};
use app::format::Parsed;
use app::scan;
use clap::{Args, ValueEnum};

use super::format::FormatFolders;
use super::inputs::{self, Input};
use super::output::{self, Example, Summary};
use super::{CONFORMS, COULD_NOT_RUN, Config, FINDINGS, fix};

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
enum Format {
    #[default]
    Human,
    Json,
}

/// A text with its blocks. Those in a code fence are examples, which aren't checked.
pub(super) struct Checked {
    pub input: Input,
    pub blocks: Vec<Parsed>,
    pub examples: Vec<Parsed>,
}

impl Checked {
    fn of(input: Input) -> Self {
        let (examples, blocks) = scan::read(&input.text).into_iter().partition(|block| block.fenced);
        Self { input, blocks, examples }
    }
}

pub(super) fn run(check: &Check) -> anyhow::Result<u8> {
    check.formats.take_up(&check.config.find()?)?;
    let mut summary = Summary::default();
    let mut files = Vec::new();
    for file in inputs::find(&check.files) {
        let mut input = match file.and_then(|file| inputs::read(&file)) {
            Ok(input) => input,
            Err(error) => {
                output::print_error(&error);
                summary.unread += 1;
                continue;
            }
        };
        if input.text.oddities().invalid_utf8 {
            output::warn_of_encoding(&input.name);
        }
        if check.fix {
            let (fixed, count) = fix::fix(input)?;
            input = fixed;
            summary.fixed += count;
        }
        // After fixing, since fixes go into the file unmasked.
        let checked = Checked::of(input.masked());
        count(&checked, &mut summary);
        match check.format {
            Format::Human => output::draw(&checked)?,
            Format::Json => files.push(output::json(&checked)),
        }
    }
    match check.format {
        Format::Human => output::print_line(&summary.describe())?,
        Format::Json => {
            output::print_line(&serde_json::json!({ "files": files, "summary": summary }).to_string())?
        }
    }
    let could_check = summary.unread == 0 && summary.blocks > 0;
    Ok(match summary.errors {
        _ if !could_check => COULD_NOT_RUN,
        0 => CONFORMS,
        _ => FINDINGS,
    })
}

fn count(checked: &Checked, summary: &mut Summary) {
    summary.files += 1;
    let name = || checked.input.name.clone();
    match checked.examples.first().filter(|_| checked.blocks.is_empty()) {
        Some(example) => {
            let line = checked.input.text.position(example.span.start).line;
            summary.examples.push(Example { file: name(), line, format: example.spec.name });
        }
        None if checked.blocks.is_empty() => {
            summary.add_unknown(&checked.input.name, &checked.input.text);
        }
        None => {}
    }
    let mut diagnostics = checked.blocks.iter().flat_map(|block| &block.diagnostics);
    if diagnostics.any(|diagnostic| diagnostic.fix.is_some()) {
        summary.fixable += apply_choice(&checked.input.text, None, &Choice::All).count;
    }
    for block in &checked.blocks {
        summary.blocks += 1;
        for diagnostic in &block.diagnostics {
            match diagnostic.severity {
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Info => summary.infos += 1,
            }
        }
    }
}
