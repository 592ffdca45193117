use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ignore::{DirEntry, WalkBuilder};

use crate::ingest::reader::{Growing, Kind};
use crate::ingest::{LIMIT, is_empty};

const TAKEN: [&str; 6] = ["md", "markdown", "txt", "json", "jsonl", "ndjson"];
/// Prefixes of lock files of editors and of files that systems create.
const OWN: [&str; 3] = [".#", "._", ".~"];
/// The hidden folder that agents write reports to.
const AGENTS: &str = ".claude";
/// Folders with thousands of files that aren't reports.
const PASSED_BY: [&str; 2] = ["node_modules", "target"];

pub(super) enum Content {
    Raw(Vec<u8>),
    /// Read line by line.
    Growing(BufReader<File>, Growing),
    Empty,
    TooLarge,
}

/// How much of a file is read to determine its kind. The first line of a transcript may be long.
const LOOKED_AT: usize = 64 * 1024;
const LOOKED_AT_OF_LINES: usize = 1024 * 1024;

/// Returns whether a file is read, by its name. A leading dot alone doesn't matter.
pub fn is_taken(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let name = path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
    let is_own = OWN.iter().any(|mark| name.starts_with(mark.as_bytes()));
    !is_own && extension.is_some_and(|extension| TAKEN.contains(&extension.as_str()))
}

/// Returns whether a folder is skipped, by its name.
pub fn is_passed_by(folder: &Path) -> bool {
    let Some(name) = folder.file_name() else { return false };
    let is_hidden = name.as_encoded_bytes().starts_with(b".") && name != AGENTS;
    is_hidden || PASSED_BY.iter().any(|passed| name == *passed)
}

/// Returns whether a path leads out of the folders, which are real paths. Links in a folder must not expose files
/// elsewhere. A path that doesn't exist leads nowhere.
pub fn leads_out<'f>(folders: impl IntoIterator<Item = &'f Path>, path: &Path) -> bool {
    path.canonicalize().is_ok_and(|real| !folders.into_iter().any(|folder| real.starts_with(folder)))
}

/// Walks a folder and follows links. Neither hidden files nor those that git ignores are left out.
pub fn walker(root: &Path) -> WalkBuilder {
    let mut builder = WalkBuilder::new(root);
    builder.standard_filters(false).follow_links(true);
    builder
}

pub fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

/// Returns the files below `root`, the oldest change first. Calls `enter` for each folder before its files are listed,
/// so that no file is written unseen in between.
pub(super) fn walk<E>(
    root: &Path,
    leaves_out: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
    mut enter: impl FnMut(&Path) -> Result<(), E>,
) -> Result<Vec<PathBuf>, E> {
    let mut files = Vec::new();
    let goes_in = move |entry: &DirEntry| {
        let is_foreign = is_folder(entry) && is_passed_by(entry.path());
        !is_foreign && !leaves_out(entry)
    };
    for entry in walker(root).filter_entry(goes_in).build() {
        match entry {
            Ok(entry) if is_folder(&entry) => enter(entry.path())?,
            Ok(entry) if is_taken(entry.path()) => files.push((changed_at(&entry), entry.into_path())),
            Ok(_) => {}
            // A link that leads back into itself, or a folder without read permission.
            Err(error) => tracing::debug!(%error, "skipped"),
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

fn changed_at(entry: &DirEntry) -> SystemTime {
    let changed = entry.metadata().ok().and_then(|metadata| metadata.modified().ok());
    changed.unwrap_or(SystemTime::UNIX_EPOCH)
}

pub(super) fn open(path: &Path) -> io::Result<Content> {
    let name = path.to_string_lossy();
    let looked_at = if name.ends_with("jsonl") { LOOKED_AT_OF_LINES } else { LOOKED_AT };
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut input = BufReader::with_capacity(looked_at, file);
    if let Some(growing) = Growing::of(Kind::of(&name, input.fill_buf()?), &name) {
        return Ok(Content::Growing(input, growing));
    }
    if length > LIMIT as u64 {
        return Ok(Content::TooLarge);
    }
    let mut raw = Vec::new();
    // The file may grow while it is read.
    input.take(LIMIT as u64 + 1).read_to_end(&mut raw)?;
    Ok(match raw.len() {
        length if length > LIMIT => Content::TooLarge,
        _ if is_empty(&raw) => Content::Empty,
        _ => Content::Raw(raw),
    })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::fs;

    use super::*;

    #[test]
    fn files_and_folders_are_chosen_by_name() {
        let folder = tempfile::tempdir().unwrap();
        for path in [
            "a.md", "b.MARKDOWN", "c.rs", ".hidden.md", ".#a.md", "._a.md", "sub/d.jsonl",
            "node_modules/e.md", "target/f.md", ".git/g.md", ".claude/logs/h.md",
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text").unwrap();
        }
        let mut entered = 0;
        let mut files = walk(
            folder.path(),
            |_| false,
            |_| {
                entered += 1;
                Ok::<_, Infallible>(())
            },
        )
        .unwrap();
        files.sort();
        let names: Vec<_> = files.iter().map(|path| path.strip_prefix(folder.path()).unwrap()).collect();
        let expected = [".claude/logs/h.md", ".hidden.md", "a.md", "b.MARKDOWN", "sub/d.jsonl"];
        assert_eq!(names, expected.map(Path::new));
        assert_eq!(entered, 4);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_into_itself_ends() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.md"), "text").unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("again")).unwrap();
        let files = walk(folder.path(), |_| false, |_| Ok::<_, Infallible>(())).unwrap();
        assert_eq!(files.len(), 1);
    }
}
