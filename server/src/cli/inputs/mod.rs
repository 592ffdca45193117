//! The texts that a command is given: files, folders and standard input.

mod place;

use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use app::text::{Text, mask_secrets};
use ignore::DirEntry;

use super::output;
use crate::ingest::{is_folder, is_passed_by, is_taken, leads_out, walker};

pub(super) use place::Part;

/// A text from the command line.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// As the user wrote it; `-` is standard input.
    pub name: String,
    /// `None` for standard input.
    pub path: Option<PathBuf>,
    pub text: Text,
    /// `None` if the text is the whole file.
    pub part: Option<Part>,
}

impl Input {
    /// Masks what looks like a key, byte for byte, as the store does.
    pub fn masked(mut self) -> Self {
        let mut bytes = self.text.source().as_bytes().to_vec();
        if mask_secrets(&mut bytes) > 0 {
            self.text = Text::from_bytes(&bytes);
        }
        self
    }
}

/// Returns the files to read, those of folders sorted by name, and an error for each path that can't be read. Links
/// are followed within their folder. A path that isn't a folder is read with any extension, even if it is a pipe.
pub(super) fn find(named: &[PathBuf]) -> Vec<anyhow::Result<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        let is_file = path.metadata().is_ok_and(|named| !named.is_dir());
        if path == Path::new("-") || is_file {
            files.push(Ok(path.clone()));
            continue;
        }
        let folder = path.canonicalize().ok();
        let goes_in = move |entry: &DirEntry| {
            let is_foreign = is_folder(entry) && is_passed_by(entry.path());
            !is_foreign && !is_left_out(folder.as_deref(), entry)
        };
        for entry in walker(path).sort_by_file_name(OsStr::cmp).filter_entry(goes_in).build() {
            match entry {
                Ok(entry) => {
                    let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                    files.extend((is_file && is_taken(entry.path())).then(|| Ok(entry.into_path())));
                }
                Err(error) => files.extend(unreadable(path, &error).map(Err)),
            }
        }
    }
    files
}

/// Returns whether a link leads out of the folder, and prints a note if so. The folder may be a link itself.
fn is_left_out(folder: Option<&Path>, entry: &DirEntry) -> bool {
    let leads_out = entry.path_is_symlink() && folder.is_some_and(|folder| leads_out([folder], entry.path()));
    if leads_out {
        output::print_note(&format!(
            "{} is left out: the link leads out of the folder",
            entry.path().display()
        ));
    }
    leads_out
}

/// Describes why a part of a folder can't be read. A link that leads back into its own folder is no error.
fn unreadable(path: &Path, error: &ignore::Error) -> Option<anyhow::Error> {
    match error {
        ignore::Error::Loop { .. } => None,
        ignore::Error::WithDepth { err, .. } => unreadable(path, err),
        ignore::Error::WithPath { path, err } => unreadable(path, err),
        ignore::Error::Io(error) => Some(anyhow!("{} can't be read: {}", path.display(), reason(error))),
        error => Some(anyhow!("{} can't be read: {error}", path.display())),
    }
}

pub(super) fn read(path: &Path) -> anyhow::Result<Input> {
    if path == Path::new("-") {
        let mut raw = Vec::new();
        std::io::stdin().read_to_end(&mut raw).context("standard input can't be read")?;
        return Ok(Input {
            name: "-".to_owned(),
            path: None,
            text: text_of("standard input", &raw)?,
            part: None,
        });
    }
    let name = path.display().to_string();
    let raw = fs::read(path).map_err(|error| anyhow!("{name} can't be read: {}", reason(&error)))?;
    if u32::try_from(raw.len()).is_err() {
        bail!("{name} can't be read: it is larger than 4 GB");
    }
    let text = text_of(&name, &raw)?;
    Ok(Input { name, path: Some(path.to_owned()), text, part: None })
}

/// Refuses other encodings: no format would be recognized in them, and that would look as if all were well.
fn text_of(name: &str, raw: &[u8]) -> anyhow::Result<Text> {
    if raw.starts_with(b"\xff\xfe") || raw.starts_with(b"\xfe\xff") {
        bail!("{name} can't be read: it is UTF-16; save it as UTF-8");
    }
    if raw.contains(&0) {
        bail!("{name} can't be read: it contains zero bytes, so it is not text");
    }
    Ok(Text::from_bytes(raw))
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
