//! Formats that a team declares in files of its own.

mod keep;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::catalog::{Catalog, Overlap, Problem, compile};
use app::format::Spec;
use app::formats::RegisteredFormat;
use app::scan;
use app::text::Text;

pub use keep::keep_formats;

/// What names of files that declare a format end with.
pub const SUFFIX: &str = ".format.toml";
/// A longer file declares no format.
const LONGEST: u64 = 64 * 1024;

/// The formats of some files.
#[derive(Default)]
pub struct OwnFormats {
    pub formats: Vec<&'static RegisteredFormat>,
    /// Files that declare none. They keep no other from being used.
    pub refused: Vec<Refused>,
}

/// A file that declares no format, and why.
#[derive(Clone, Debug)]
pub struct Refused {
    pub path: PathBuf,
    pub source: String,
    pub problems: Vec<Problem>,
}

impl OwnFormats {
    /// Reads files, and those of folders in the order of their names.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let mut read = Self::default();
        for path in paths {
            for file in files(path)? {
                read.add(file)?;
            }
        }
        Ok(read)
    }

    pub fn catalog(&self) -> Catalog {
        Catalog::with(self.formats.clone())
    }

    /// Logs which files declare none, and why.
    pub fn report(&self) {
        for Refused { path, source, problems } in &self.refused {
            let text = Text::new(source);
            for problem in problems {
                let line = text.position(problem.span.start as u32).line;
                tracing::warn!("{}:{line}: {}", path.display(), problem.message);
            }
        }
    }

    /// Returns the name of another gate that has the number of a format's gate.
    fn gate_twin(&self, format: &RegisteredFormat) -> Option<&'static str> {
        let Spec { gate, gate_name, .. } = format.spec;
        let is_twin = |other: &&&'static RegisteredFormat| {
            other.spec.gate == *gate && other.spec.gate_name.to_lowercase() != gate_name.to_lowercase()
        };
        let twin = self.formats.iter().find(is_twin)?;
        Some(twin.spec.gate_name)
    }

    fn add(&mut self, path: PathBuf) -> anyhow::Result<()> {
        let source = source_of(&path)?;
        let twin = |format: &'static RegisteredFormat| {
            self.formats.iter().any(|known| known.spec.id == format.spec.id)
        };
        let problems = match compile(&source) {
            Ok(format) if twin(format) => {
                vec![Problem::new(0..0, format!("another file declares `{}` already", format.spec.id))]
            }
            Ok(_) if self.formats.len() == Catalog::MOST => {
                vec![Problem::new(0..0, format!("there are {} formats already", Catalog::MOST))]
            }
            Ok(format) if self.gate_twin(format).is_some() => {
                let Spec { gate_name, .. } = format.spec;
                let other = self.gate_twin(format).unwrap_or_default();
                vec![Problem::new(
                    0..0,
                    format!("the gate `{gate_name}` can't be kept apart from `{other}`; another name can"),
                )]
            }
            Ok(format) => {
                self.formats.push(format);
                return Ok(());
            }
            Err(problems) => problems,
        };
        self.refused.push(Refused { path, source, problems });
        Ok(())
    }
}

/// Logs which formats of a catalog open at the same places, and which go before one that is none.
pub fn report_overlaps(catalog: &Catalog) {
    for spec in catalog.specs() {
        for name in catalog.unknown_in_precedence(spec) {
            tracing::warn!("{} goes before `{name}`, which is no format", spec.name);
        }
    }
    for Overlap { first, second } in scan::overlaps(catalog) {
        let (first, second) = (first.labelled(), second.labelled());
        tracing::info!("{first} and {second} open at the same places, which are read as {first}");
    }
}

/// Reads a file that may declare a format.
pub fn source_of(path: &Path) -> anyhow::Result<String> {
    let length = fs::metadata(path).with_context(|| format!("{} can't be read", path.display()))?.len();
    if length > LONGEST {
        bail!("{} is longer than {LONGEST} bytes, and can't declare a format", path.display());
    }
    fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))
}

/// The files that declare formats in a folder; a file is one itself.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries =
        fs::read_dir(path).with_context(|| format!("the formats in {} can't be read", path.display()))?;
    let is_format = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(SUFFIX)) && path.is_file()
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_format).collect();
    files.sort();
    Ok(files)
}
