use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use app::text::{Text, mask_secrets};
use walkdir::{DirEntry, WalkDir};

use super::output;
use crate::ingest::{is_passed_by, is_taken, leads_out};

/// A text from the command line.
pub(super) struct Input {
    /// As the user named it; `-` is the standard input.
    pub name: String,
    /// Nothing for the standard input.
    pub path: Option<PathBuf>,
    pub text: Text,
}

impl Input {
    /// As it may be shown: what looks like a key is masked, byte for byte, as it is where texts are kept.
    pub fn masked(mut self) -> Self {
        let mut bytes = self.text.source().as_bytes().to_vec();
        if mask_secrets(&mut bytes) > 0 {
            self.text = Text::from_bytes(&bytes);
        }
        self
    }
}

/// The files that are meant, folders walked in order of their names; links lead to what lies in them alone. What was
/// named and is no folder is taken whatever its extension, a pipe as well. What can't be looked into stands in its
/// place.
pub(super) fn find(named: &[PathBuf]) -> Vec<anyhow::Result<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        let is_named_itself = path.metadata().is_ok_and(|named| !named.is_dir());
        if path == Path::new("-") || is_named_itself {
            files.push(Ok(path.clone()));
            continue;
        }
        let folder = path.canonicalize().ok();
        let entries =
            WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter().filter_entry(|entry| {
                let is_ours =
                    entry.depth() == 0 || !entry.file_type().is_dir() || !is_passed_by(entry.path());
                is_ours && !is_left_out(folder.as_deref(), entry)
            });
        for entry in entries {
            match entry {
                Ok(entry) if entry.file_type().is_file() && is_taken(entry.path()) => {
                    files.push(Ok(entry.into_path()))
                }
                Ok(_) => {}
                Err(error) if error.loop_ancestor().is_some() => {}
                Err(error) => {
                    let place = error.path().unwrap_or(path).display();
                    let reason = error.io_error().map_or_else(|| error.to_string(), reason);
                    files.push(Err(anyhow!("{place} can't be read: {reason}")));
                }
            }
        }
    }
    files
}

/// A link that leads out of the folder, which is told; the folder may be a link itself.
fn is_left_out(folder: Option<&Path>, entry: &DirEntry) -> bool {
    let is_link = entry.depth() > 0 && entry.path_is_symlink();
    let leads_out = is_link && folder.is_some_and(|folder| leads_out([folder], entry.path()));
    if leads_out {
        output::print_note(&format!("{} is left out: it leads out of the folder", entry.path().display()));
    }
    leads_out
}

pub(super) fn read(path: &Path) -> anyhow::Result<Input> {
    if path == Path::new("-") {
        let mut raw = Vec::new();
        std::io::stdin().read_to_end(&mut raw).context("the standard input can't be read")?;
        return Ok(Input { name: "-".to_owned(), path: None, text: text_of("the standard input", &raw)? });
    }
    let name = path.display().to_string();
    let raw = fs::read(path).map_err(|error| anyhow!("{name} can't be read: {}", reason(&error)))?;
    if u32::try_from(raw.len()).is_err() {
        bail!("{name} can't be read: it has more than 4 GB");
    }
    let text = text_of(&name, &raw)?;
    Ok(Input { name, path: Some(path.to_owned()), text })
}

/// Nothing could be found in the bytes of another encoding, and that must not look as if all were well.
fn text_of(name: &str, raw: &[u8]) -> anyhow::Result<Text> {
    if raw.starts_with(b"\xff\xfe") || raw.starts_with(b"\xfe\xff") {
        bail!("{name} can't be read: UTF-16 is not read; save it as UTF-8");
    }
    if raw.contains(&0) {
        bail!("{name} can't be read: it is no text, for it holds zero bytes");
    }
    Ok(Text::from_bytes(raw))
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "you may not read it".to_owned(),
        _ => error.to_string(),
    }
}
