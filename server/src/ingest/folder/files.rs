use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use walkdir::{DirEntry, WalkDir};

use crate::ingest::reader::{Growing, Kind};
use crate::ingest::{LIMIT, is_empty};

const TAKEN: [&str; 6] = ["md", "markdown", "txt", "json", "jsonl", "ndjson"];
/// How the names of files begin that editors lock others with, and that systems keep beside them.
const OWN: [&str; 3] = [".#", "._", ".~"];
/// The one hidden folder that agents write their reports to.
const AGENTS: &str = ".claude";
/// Folders that hold what others wrote, by the thousands.
const PASSED_BY: [&str; 2] = ["node_modules", "target"];

pub(super) enum Content {
    Raw(Vec<u8>),
    /// It is read line by line.
    Growing(BufReader<File>, Growing),
    Empty,
    TooLarge,
}

/// So much of a file is looked at to see what it holds; the first line of a transcript may be a long text.
const LOOKED_AT: usize = 64 * 1024;
const LOOKED_AT_OF_LINES: usize = 1024 * 1024;

/// A name that begins with a dot is as good as any, unless a program put the file there for itself.
pub fn is_taken(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let name = path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
    let is_own = OWN.iter().any(|mark| name.starts_with(mark.as_bytes()));
    !is_own && extension.is_some_and(|extension| TAKEN.contains(&extension.as_str()))
}

pub fn is_passed_by(folder: &Path) -> bool {
    let Some(name) = folder.file_name() else { return false };
    let is_hidden = name.as_encoded_bytes().starts_with(b".") && name != AGENTS;
    is_hidden || PASSED_BY.iter().any(|passed| name == *passed)
}

/// Who may write a link into a folder must not thereby have read what lies elsewhere. The folders are named as they
/// really are; what is gone leads nowhere.
pub fn leads_out<'f>(folders: impl IntoIterator<Item = &'f Path>, path: &Path) -> bool {
    path.canonicalize().is_ok_and(|real| !folders.into_iter().any(|folder| real.starts_with(folder)))
}

/// Calls `enter` for each folder before its files are listed, so that nothing is written unseen in between.
/// Gives the files, the oldest change first.
pub(super) fn walk<E>(
    root: &Path,
    mut is_left_out: impl FnMut(&DirEntry) -> bool,
    mut enter: impl FnMut(&Path) -> Result<(), E>,
) -> Result<Vec<PathBuf>, E> {
    let mut files = Vec::new();
    let goes_in = |entry: &DirEntry| {
        let is_ours = entry.depth() == 0 || !entry.file_type().is_dir() || !is_passed_by(entry.path());
        is_ours && !is_left_out(entry)
    };
    for entry in WalkDir::new(root).follow_links(true).into_iter().filter_entry(goes_in) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => enter(entry.path())?,
            Ok(entry) if is_taken(entry.path()) => files.push((changed_at(&entry), entry.into_path())),
            Ok(_) => {}
            // A link that leads back into itself, or a folder that may not be read.
            Err(error) => tracing::debug!(%error, "passed by"),
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
    if let Some(growing) = Growing::of(Kind::of(&name, input.fill_buf()?)) {
        return Ok(Content::Growing(input, growing));
    }
    if length > LIMIT as u64 {
        return Ok(Content::TooLarge);
    }
    let mut raw = Vec::new();
    // It may grow while it is read.
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
    fn texts_are_taken_and_the_rest_is_passed_by() {
        let folder = tempfile::tempdir().unwrap();
        for path in [
            "a.md",
            "b.MARKDOWN",
            "c.rs",
            ".hidden.md",
            ".#a.md",
            "._a.md",
            "sub/d.jsonl",
            "node_modules/e.md",
            "target/f.md",
            ".git/g.md",
            ".claude/logs/h.md",
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
