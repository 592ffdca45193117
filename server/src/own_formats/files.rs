//! The files that declare formats, within limits.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::catalog::Catalog;
use app::catalog::drafts::LONGEST;

use crate::ingest::leads_out;

/// What names of files that declare a format end with.
pub const SUFFIX: &str = ".format.toml";

/// The files of a folder, by name.
#[derive(Default)]
pub struct Files {
    pub paths: Vec<PathBuf>,
    /// There are more than a team may have.
    pub are_too_many: bool,
}

impl Files {
    /// Returns why a folder has no formats, or `None` if it has some.
    pub fn missing_in(path: &Path) -> Option<String> {
        let found = Self::of(path).ok()?;
        if !found.paths.is_empty() {
            return None;
        }
        let entries = fs::read_dir(path).ok()?.flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let near = names.filter_map(|name| Some((name.strip_suffix(".toml")?.to_owned(), name))).min();
        let hint = near.map(|(stem, name)| format!("; is `{name}` meant? Call it `{stem}{SUFFIX}`"));
        Some(format!("no file in {} ends with `{SUFFIX}`{}", path.display(), hint.unwrap_or_default()))
    }

    /// Returns the files that declare formats in a folder; a file is one itself. Links that lead out of the folder are left
    /// out, as are hidden files, which editors and systems create.
    pub fn of(path: &Path) -> anyhow::Result<Self> {
        let unreadable = || format!("the formats in {} can't be read", path.display());
        if path.is_file() {
            return Ok(Self { paths: vec![path.to_owned()], are_too_many: false });
        }
        let folder = path.canonicalize().with_context(unreadable)?;
        let mut paths = BTreeSet::new();
        let mut are_too_many = false;
        for entry in fs::read_dir(path).with_context(unreadable)?.flatten() {
            let file = entry.path();
            let name = entry.file_name();
            let is_format =
                name.to_string_lossy().ends_with(SUFFIX) && !name.as_encoded_bytes().starts_with(b".");
            if !is_format || !file.is_file() {
                continue;
            }
            if leads_out([folder.as_path()], &file) {
                tracing::debug!(link = %file.display(), "not read: the link leads out of the folder");
                continue;
            }
            paths.insert(file);
            if paths.len() > Catalog::MOST {
                paths.pop_last();
                are_too_many = true;
            }
        }
        Ok(Self { paths: paths.into_iter().collect(), are_too_many })
    }
}

/// Reads a file that may declare a format.
pub fn source_of(path: &Path) -> anyhow::Result<String> {
    let unreadable = || format!("{} can't be read", path.display());
    let mut source = Vec::new();
    // The file may grow while it is read.
    File::open(path)
        .and_then(|file| file.take(LONGEST as u64 + 1).read_to_end(&mut source))
        .with_context(unreadable)?;
    if source.len() > LONGEST {
        bail!("{} is longer than {LONGEST} bytes, and can't declare a format", path.display());
    }
    String::from_utf8(source).with_context(unreadable)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let files = Files::of(folder).unwrap();
        files.paths.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_folder_has_files_by_name_and_so_many() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.format.toml", "a.format.toml", ".#a.format.toml", "a.toml", "a.pass.md"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("c.format.toml")).unwrap();
        assert_eq!(names(folder.path()), ["a.format.toml", "b.format.toml"]);
        for number in 0..Catalog::MOST {
            fs::write(folder.path().join(format!("b{number:03}.format.toml")), "").unwrap();
        }
        let files = Files::of(folder.path()).unwrap();
        assert_eq!((files.paths.len(), files.are_too_many), (Catalog::MOST, true));
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_left_out() {
        use std::os::unix::fs::symlink;
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(elsewhere.path().join("a.format.toml"), "").unwrap();
        fs::write(folder.path().join("b.format.toml"), "").unwrap();
        symlink(elsewhere.path().join("a.format.toml"), folder.path().join("a.format.toml")).unwrap();
        symlink(folder.path().join("b.format.toml"), folder.path().join("c.format.toml")).unwrap();
        assert_eq!(names(folder.path()), ["b.format.toml", "c.format.toml"]);
    }

    #[test]
    fn a_folder_without_formats_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let missing = || {
            Files::missing_in(folder.path()).map(|why| why.replace(&*folder.path().to_string_lossy(), "F"))
        };
        assert_eq!(missing().as_deref(), Some("no file in F ends with `.format.toml`"));
        fs::write(folder.path().join("a.toml"), "").unwrap();
        let expected = "no file in F ends with `.format.toml`; is `a.toml` meant? Call it `a.format.toml`";
        assert_eq!(missing().as_deref(), Some(expected));
        fs::write(folder.path().join("b.format.toml"), "").unwrap();
        assert_eq!(missing(), None);
    }

    #[test]
    fn a_long_file_and_one_that_is_no_text_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.format.toml");
        fs::write(&file, " ".repeat(LONGEST)).unwrap();
        assert!(source_of(&file).is_ok());
        fs::write(&file, " ".repeat(LONGEST + 1)).unwrap();
        assert!(source_of(&file).unwrap_err().to_string().contains("longer"));
        fs::write(&file, [0xff, 0xfe]).unwrap();
        assert!(source_of(&file).is_err());
    }
}
