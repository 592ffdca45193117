//! Copies folders, writing only what differs: cargo goes by the time of a file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The files of a folder and of those in it, as paths within it, in order.
pub fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        let path = folder.join(&inner);
        let entries = fs::read_dir(&path).with_context(|| format!("{} could not be read", path.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = inner.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                open.push(name);
            } else {
                found.insert(name);
            }
        }
    }
    Ok(found)
}

/// Copies what is in `from` to `to`.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        write(&to.join(&file), &fs::read(from.join(&file))?)?;
    }
    Ok(())
}

/// Makes `to` the same as `from`, touching only what differs; says how many files that were.
pub fn mirror(from: &Path, to: &Path) -> Result<usize> {
    fs::create_dir_all(to).with_context(|| format!("{} could not be made", to.display()))?;
    let wanted = files(from)?;
    let mut changed = 0;
    for file in files(to)?.difference(&wanted) {
        fs::remove_file(to.join(file))?;
        changed += 1;
    }
    for file in &wanted {
        let contents = fs::read(from.join(file))?;
        let target = to.join(file);
        if fs::read(&target).is_ok_and(|present| present == contents) {
            continue;
        }
        write(&target, &contents)?;
        changed += 1;
    }
    Ok(changed)
}

fn write(file: &Path, contents: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, contents).with_context(|| format!("{} could not be written", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_writes_and_removes_only_what_differs() {
        let base = std::env::temp_dir().join(format!("harmony-mirror-{}", std::process::id()));
        let (from, to) = (base.join("from"), base.join("to"));
        write(&from.join("pkg/a"), b"one").unwrap();
        write(&from.join("b"), b"two").unwrap();
        write(&to.join("b"), b"two").unwrap();
        write(&to.join("old"), b"three").unwrap();
        assert_eq!(mirror(&from, &to).unwrap(), 2);
        assert_eq!(files(&to).unwrap(), files(&from).unwrap());
        assert_eq!(mirror(&from, &to).unwrap(), 0);
        write(&from.join("b"), b"other").unwrap();
        assert_eq!(mirror(&from, &to).unwrap(), 1);
        assert_eq!(fs::read(to.join("b")).unwrap(), b"other");
        fs::remove_dir_all(base).unwrap();
    }
}
