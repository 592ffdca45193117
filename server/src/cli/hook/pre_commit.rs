//! Checks documents and formats as they are in the index, which may be another text than that in the folder.
//!
//! They are written to a folder for the time of the check, with the configuration and the formats of the index, so that
//! `harmony check`, `harmony format check` and `harmony contract check` do the rest.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use app::scan::Blocks;
use clap::{Args, Parser};

use super::git::{Repository, Staged};
use crate::cli::format::FormatFolders;
use crate::cli::inputs::{self, Input, texts_in_strings};
use crate::cli::{CONFORMS, COULD_NOT_RUN, Config, FINDINGS, check, contract, format, output};
use crate::config_file;
use crate::ingest::is_taken;
use crate::own_formats::{OwnFormats, SUFFIX};

#[derive(Debug, Args)]
#[command(after_help = "Files in which no format is recognized are passed over.\n\n\
                        Exit status: 0 no errors, 1 errors, 2 could not check")]
pub(super) struct PreCommit {
    /// Files to check as they are in the index [default: those that the next commit adds or changes]
    files: Vec<String>,
}

/// What is left out of the examples of formats, which `harmony format check` tries.
const EXAMPLES: [&str; 2] = ["pass", "fail"];

#[derive(Debug, Parser)]
struct CheckDocuments {
    #[command(flatten)]
    check: check::Check,
}

/// What `harmony check` reads by without options.
#[derive(Debug, Parser)]
struct Reading {
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

#[derive(Debug, Parser)]
struct CheckFormat {
    #[command(flatten)]
    format: format::Format,
}

pub(super) fn run(arguments: &PreCommit) -> anyhow::Result<u8> {
    let repository = Repository::find().context("this folder is in no git repository")?;
    let changed = if arguments.files.is_empty() {
        repository.staged()?
    } else {
        repository.indexed(&arguments.files)?
    };
    let is_relevant = |file: &Staged| is_taken(Path::new(&file.path)) || file.path.ends_with(".toml");
    if !changed.iter().any(is_relevant) {
        return Ok(CONFORMS);
    }
    let folder = tempfile::tempdir().context("there is no place for a temporary folder")?;
    let index = repository.index()?;
    let formats: BTreeSet<&str> =
        index.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(SUFFIX)).collect();
    let format_of = |file: &Staged| formats.iter().copied().find(|format| is_about(format, &file.path));
    let changed_formats: BTreeSet<&str> = changed.iter().filter_map(format_of).collect();

    // What is read, and what it is read by.
    let documents: Vec<Staged> = changed
        .into_iter()
        .filter(|file| is_taken(Path::new(&file.path)) && format_of(file).is_none())
        .collect();
    let named = named_by_config(&repository, &index)?;
    let is_read_by = |file: &Staged| {
        file.path.ends_with(".toml") || format_of(file).is_some() || named.contains(&file.path)
    };
    let read_by = index.iter().filter(|file| is_read_by(file));
    let written: Vec<Staged> = documents.iter().chain(read_by).cloned().collect();
    // Without one in the index, none counts that happens to be further up.
    fs::write(folder.path().join(config_file::NAME), "")
        .context("the temporary folder can't be written to")?;
    repository.contents(&written, |file, content| write(folder.path(), file, &content))?;

    // So that names are printed as in the repository, and the nearest harmony.toml is that of the index.
    env::set_current_dir(folder.path()).context("the temporary folder can't be opened")?;
    let mut codes = vec![CONFORMS];
    for format in changed_formats {
        let arguments = CheckFormat::parse_from(["harmony format", "check", "--", format]);
        let code = format::run(&arguments.format)?;
        codes.push(code);
        // A wrong example is drift, too, and was reported.
        if code == CONFORMS && contract::have_drifted(&OwnFormats::read(&[PathBuf::from(format)])?)? {
            codes.push(FINDINGS);
        }
    }
    codes.push(check_documents(documents)?);
    // So that the folder can be deleted.
    env::set_current_dir(&repository.root).context("the repository can't be opened")?;
    let worst = [COULD_NOT_RUN, FINDINGS].into_iter().find(|code| codes.contains(code));
    // Git says nothing where a hook stops a commit.
    if worst.is_some() && env::var_os("GIT_INDEX_FILE").is_some() {
        output::print_note("nothing was committed; `git commit --no-verify` commits without these checks");
    }
    Ok(worst.unwrap_or(CONFORMS))
}

/// Returns what harmony.toml names, such as files that the check compares with.
fn named_by_config(repository: &Repository, index: &[Staged]) -> anyhow::Result<BTreeSet<String>> {
    let config: Vec<Staged> = index.iter().filter(|file| file.path == config_file::NAME).cloned().collect();
    let mut words = BTreeSet::new();
    repository.contents(&config, |_, content| {
        // A file that isn't understood is reported by the check.
        let table: toml::Table = toml::from_str(&String::from_utf8_lossy(&content)).unwrap_or_default();
        let mut values: Vec<toml::Value> = table.into_iter().map(|(_, value)| value).collect();
        while let Some(value) = values.pop() {
            match value {
                toml::Value::String(word) => drop(words.insert(word)),
                toml::Value::Array(items) => values.extend(items),
                toml::Value::Table(table) => values.extend(table.into_iter().map(|(_, value)| value)),
                _ => {}
            }
        }
        Ok(())
    })?;
    Ok(words)
}

fn check_documents(documents: Vec<Staged>) -> anyhow::Result<u8> {
    let Reading { formats, config } = Reading::parse_from(["harmony check"]);
    formats.take_up(&config.find()?)?;
    let is_report = |file: &Staged| match inputs::read(Path::new(&file.path)) {
        Ok(input) => holds_reports(&input) || texts_in_strings(&input, &[]).iter().any(holds_reports),
        Err(error) => {
            output::print_note(&format!("passed over: {error:#}"));
            false
        }
    };
    let reports: Vec<String> = documents.into_iter().filter(is_report).map(|file| file.path).collect();
    if reports.is_empty() {
        return Ok(CONFORMS);
    }
    let words = ["harmony check", "--"].into_iter().map(str::to_owned).chain(reports);
    check::run(&CheckDocuments::parse_from(words).check)
}

fn holds_reports(input: &Input) -> bool {
    Blocks::of(&input.text, None).claims().iter().any(|claim| !claim.fenced)
}

/// Returns whether a file is that of a format, or an example beside it.
fn is_about(format: &str, path: &str) -> bool {
    let stem = format.strip_suffix(SUFFIX).unwrap_or(format);
    let Some(rest) = path.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.')) else { return false };
    let example = rest.rsplit_once('.').and_then(|(rest, _)| rest.rsplit('.').next());
    path == format || (!rest.contains('/') && example.is_some_and(|word| EXAMPLES.contains(&word)))
}

fn write(folder: &Path, file: &Staged, content: &[u8]) -> anyhow::Result<()> {
    let path = Path::new(&file.path);
    let unwritable = || format!("{} can't be written to a temporary folder", file.path);
    // Git has no other names; nothing is written elsewhere even so.
    anyhow::ensure!(path.components().all(|part| matches!(part, Component::Normal(_))), unwritable());
    let path = folder.join(path);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(unwritable)?;
    }
    fs::write(path, content).with_context(unwritable)
}

#[cfg(test)]
mod tests {
    use super::is_about;

    #[test]
    fn examples_belong_to_their_format() {
        let check = |path: &str| is_about("formats/incident.format.toml", path);
        for path in ["incident.format.toml", "incident.pass.md", "incident.fail.md", "incident.short.pass.md"]
        {
            assert!(check(&format!("formats/{path}")), "{path}");
        }
        for path in [
            "formats/incident.md", "formats/incidents.pass.md", "incident.pass.md",
            "formats/incident.x/a.pass.md",
        ] {
            assert!(!check(path), "{path}");
        }
    }
}
