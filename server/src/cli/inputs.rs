use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::text::Text;
use walkdir::WalkDir;

use crate::ingest::{is_passed_by, is_taken};

/// A text from the command line.
pub(super) struct Input {
    /// As the user named it; `-` is the standard input.
    pub name: String,
    /// Nothing for the standard input.
    pub path: Option<PathBuf>,
    pub text: Text,
}

/// The files that are meant, folders walked in order of their names. A file that was named is taken whatever
/// its extension.
pub(super) fn find(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if path == Path::new("-") || path.is_file() {
            files.push(path.clone());
            continue;
        }
        let entries =
            WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter().filter_entry(|entry| {
                entry.depth() == 0 || !entry.file_type().is_dir() || !is_passed_by(entry.path())
            });
        for entry in entries {
            match entry {
                Ok(entry) if entry.file_type().is_file() && is_taken(entry.path()) => {
                    files.push(entry.into_path())
                }
                Ok(_) => {}
                Err(error) if error.loop_ancestor().is_some() => {}
                Err(error) => bail!("{} can't be read: {error}", path.display()),
            }
        }
    }
    Ok(files)
}

pub(super) fn read(path: &Path) -> anyhow::Result<Input> {
    if path == Path::new("-") {
        let mut raw = Vec::new();
        std::io::stdin().read_to_end(&mut raw).context("the standard input can't be read")?;
        return Ok(Input { name: "-".to_owned(), path: None, text: Text::from_bytes(&raw) });
    }
    let raw = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    let name = path.display().to_string();
    if u32::try_from(raw.len()).is_err() {
        bail!("{name} can't be read: it has more than 4 GB");
    }
    Ok(Input { name, path: Some(path.to_owned()), text: Text::from_bytes(&raw) })
}
