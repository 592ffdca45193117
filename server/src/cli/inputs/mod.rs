//! The texts that a command is given: files, folders and standard input.

mod excluded;
mod pattern;
mod place;
mod strings;
mod texts;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use app::text::{Text, mask_secrets};
use ignore::DirEntry;

use super::output;
use crate::ingest::reader::Kind;
use crate::ingest::{is_folder, is_passed_by, is_taken, leads_out, walker};

use pattern::Pattern;

pub(super) use excluded::Excluded;
pub(super) use place::{Part, Place};
pub(super) use strings::texts_in_strings;
pub(super) use texts::{Texts, is_named};

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
    /// The last text of its file. It is the file as a whole, or empty after the messages of a transcript.
    pub is_last: bool,
}

impl Input {
    /// Returns whether the text repeats one of `known`, and remembers it.
    pub fn repeats(&self, known: &mut HashSet<String>) -> bool {
        let key = self.part.as_ref().and_then(|part| part.key.clone());
        key.is_some_and(|key| !known.insert(key))
    }

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
    find_except(named, &Excluded::default())
}

/// As [`find`], without what is excluded from folders. What is named itself is read all the same. A file that is named twice
/// is read once.
pub(super) fn find_except(named: &[PathBuf], excluded: &Excluded) -> Vec<anyhow::Result<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if path == Path::new("-") || path.metadata().is_ok_and(|named| !named.is_dir()) {
            files.push(Ok(path.clone()));
            continue;
        }
        match Pattern::of(path) {
            None => files.extend(walk(path, excluded, is_taken)),
            Some(Err(error)) => files.push(Err(error)),
            Some(Ok(pattern)) => {
                let before = files.len();
                files.extend(walk(&pattern.folder, excluded, |path| pattern.matches(path)));
                if files.len() == before {
                    files.push(Err(anyhow!("no file matches {}", path.display())));
                }
            }
        }
    }
    if named.len() > 1 {
        let mut known = HashSet::new();
        files.retain(|file| {
            file.as_ref()
                .map_or(true, |file| known.insert(file.canonicalize().unwrap_or_else(|_| file.clone())))
        });
    }
    files
}

/// Returns the files of a folder that are wanted, sorted by name.
fn walk(root: &Path, excluded: &Excluded, is_wanted: impl Fn(&Path) -> bool) -> Vec<anyhow::Result<PathBuf>> {
    let folder = root.canonicalize().ok();
    let excluded = excluded.clone();
    let goes_in = move |entry: &DirEntry| {
        let is_folder = is_folder(entry);
        let is_foreign = is_folder && is_passed_by(entry.path());
        !is_foreign && !excluded.cover(entry.path(), is_folder) && !is_left_out(folder.as_deref(), entry)
    };
    let mut files = Vec::new();
    for entry in walker(root).sort_by_file_name(OsStr::cmp).filter_entry(goes_in).build() {
        match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                files.extend((is_file && is_wanted(entry.path())).then(|| Ok(entry.into_path())));
            }
            Err(error) => files.extend(unreadable(root, &error).map(Err)),
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

/// Reads a file as one text, whatever it holds.
pub(super) fn read(path: &Path) -> anyhow::Result<Input> {
    let Opened { name, input, .. } = open(path)?;
    whole(name, path, input)
}

/// A file that is about to be read.
struct Opened {
    name: String,
    kind: Kind,
    input: BufReader<Box<dyn Read>>,
}

/// How much of a file is read to determine its kind. The first line of a transcript may be long.
const LOOKED_AT: usize = 64 * 1024;
const LOOKED_AT_OF_LINES: usize = 1024 * 1024;

fn open(path: &Path) -> anyhow::Result<Opened> {
    let name = path.display().to_string();
    let is_input = path == Path::new("-");
    let unreadable = |error: std::io::Error| match is_input {
        true => anyhow!("standard input can't be read: {}", reason(&error)),
        false => anyhow!("{name} can't be read: {}", reason(&error)),
    };
    let input: Box<dyn Read> = match is_input {
        true => Box::new(std::io::stdin()),
        false => Box::new(File::open(path).map_err(unreadable)?),
    };
    let has_lines = is_input || name.ends_with("jsonl");
    let mut input = BufReader::with_capacity(if has_lines { LOOKED_AT_OF_LINES } else { LOOKED_AT }, input);
    let kind = Kind::of(&name, input.fill_buf().map_err(unreadable)?);
    Ok(Opened { name, kind, input })
}

fn whole(name: String, path: &Path, mut input: impl Read) -> anyhow::Result<Input> {
    let is_input = path == Path::new("-");
    let called = if is_input { "standard input" } else { &name };
    let mut raw = Vec::new();
    input.read_to_end(&mut raw).map_err(|error| anyhow!("{called} can't be read: {}", reason(&error)))?;
    if u32::try_from(raw.len()).is_err() {
        bail!("{called} can't be read: it is larger than 4 GB");
    }
    let text = text_of(called, &raw)?;
    Ok(Input { name, path: (!is_input).then(|| path.to_owned()), text, part: None, is_last: true })
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
        ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
        _ => error.to_string(),
    }
}
