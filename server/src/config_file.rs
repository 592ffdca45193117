//! `harmony.toml`: what a project says once, for all commands. Options on the command line take precedence.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use app::gate::GateOptions;
use clap::ValueEnum;
use serde::Deserialize;
use thiserror::Error;

pub const NAME: &str = "harmony.toml";

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConfigFile {
    pub gate: GateSection,
    pub formats: FormatsSection,
    pub check: CheckSection,
    /// Empty if nothing is configured.
    #[serde(skip)]
    pub file: PathBuf,
    /// The folder of the file, from which its patterns are seen.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// What `harmony check` reads, and what makes it fail.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CheckSection {
    /// Patterns of files to leave out of folders, as in `.gitignore`.
    pub exclude: Vec<String>,
    pub fail_on: Vec<FailOn>,
    /// The least score that a document may state of itself, in percent.
    pub min_score: Option<u8>,
    /// How grave each rule is, where it isn't as grave as the contract says.
    pub rules: BTreeMap<String, Level>,
}

/// What makes a check fail.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// Broken contracts
    Error,
    /// Deviations that were understood, and errors
    Warning,
    /// Documents whose own verdict or state is a failure
    Verdict,
    /// Documents whose content disproves the state that they claim
    Contradiction,
}

/// How grave a rule is, or that it doesn't count.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Off,
    Info,
    Warning,
    Error,
}

/// Where a team's own formats are.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FormatsSection {
    /// As seen from the folder of the file.
    pub folders: Vec<PathBuf>,
}

/// How the verdicts of quality gates are judged.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GateSection {
    /// The least coverage, in percent.
    pub threshold: Option<f64>,
    pub scope: Vec<String>,
    pub worktree: Option<String>,
}

#[derive(Debug, Error)]
pub enum ConfigFileError {
    #[error("{} can't be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    /// The message of the reader has the line, the word and the words that it knows.
    #[error("{} is not understood: {error}", path.display())]
    Wrong { path: PathBuf, error: Box<toml::de::Error> },
    #[error("{}: `gate.threshold` is {threshold}; write a number from 0 to 100", path.display())]
    Threshold { path: PathBuf, threshold: f64 },
    #[error("{}: `check.min-score` is {score}; write a number from 0 to 100", path.display())]
    MinScore { path: PathBuf, score: u8 },
}

impl ConfigFile {
    /// Reads the file that was named, or else the nearest one from the current folder upward; without any, nothing is
    /// configured.
    pub fn find(named: Option<&Path>) -> Result<Self, ConfigFileError> {
        let nearest = || {
            let folder = std::env::current_dir().ok()?;
            folder.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
        };
        match named.map(Path::to_owned).or_else(nearest) {
            Some(path) => Self::read(path),
            None => Ok(Self::default()),
        }
    }

    fn read(path: PathBuf) -> Result<Self, ConfigFileError> {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => return Err(ConfigFileError::Unreadable { path, error }),
        };
        let mut config: Self = match toml::from_str(&text) {
            Ok(config) => config,
            Err(error) => return Err(ConfigFileError::Wrong { path, error: Box::new(error) }),
        };
        config.folder = path.parent().map(Path::to_owned).unwrap_or_default();
        config.formats.folders.iter_mut().for_each(|formats| *formats = config.folder.join(&*formats));
        match (config.gate.threshold, config.check.min_score) {
            (Some(threshold), _) if !(0.0..=100.0).contains(&threshold) => {
                Err(ConfigFileError::Threshold { path, threshold })
            }
            (_, Some(score @ 101..)) => Err(ConfigFileError::MinScore { path, score }),
            _ => Ok(Self { file: path, ..config }),
        }
    }
}

impl GateSection {
    /// Returns the options of a command, with what they leave open from this file.
    pub fn complete(self, options: GateOptions) -> GateOptions {
        GateOptions {
            scope: if options.scope.is_empty() { self.scope } else { options.scope },
            worktree: options.worktree.or(self.worktree),
            threshold: options.threshold.or(self.threshold),
            attempt: options.attempt,
        }
    }
}
