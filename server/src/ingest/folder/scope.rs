use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ignore::DirEntry;

use super::Root;
use super::files;

/// What is followed: the roots, without what is excluded and without links that lead out of them.
pub(super) struct Scope {
    pub roots: Vec<Root>,
    /// Links that lead out of the roots. Each is logged once.
    leading_out: Mutex<HashSet<PathBuf>>,
}

impl Scope {
    pub fn of(roots: Vec<Root>) -> Self {
        Self { roots, leading_out: Mutex::default() }
    }

    /// Returns whether a file is read. A file that was named itself is read with any extension.
    pub fn follows_file(&self, file: &Path) -> bool {
        let is_named = self.roots.iter().any(|root| root.real == file);
        is_named || self.is_below_a_root(file) && files::is_taken(file) && !self.excludes(file, false)
    }

    pub fn follows_folder(&self, folder: &Path) -> bool {
        self.is_below_a_root(folder)
            && !files::is_passed_by(folder)
            && !self.excludes(folder, true)
            && !self.leads_out(folder)
    }

    /// Returns whether a walk through a root passes by an entry.
    pub fn leaves_out(&self, entry: &DirEntry) -> bool {
        self.excludes(entry.path(), files::is_folder(entry))
            || entry.path_is_symlink() && self.leads_out(entry.path())
    }

    /// Returns whether a path is a link to something outside of all roots.
    pub fn leads_out(&self, path: &Path) -> bool {
        let leads_out = files::leads_out(self.roots.iter().map(|root| root.real.as_path()), path);
        let mut known = self.leading_out.lock().unwrap_or_else(PoisonError::into_inner);
        if leads_out && known.insert(path.to_owned()) {
            tracing::warn!(link = %path.display(), "not read: the link leads out of the watched folders");
        }
        leads_out
    }

    fn is_below_a_root(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| path.starts_with(&root.real))
    }

    /// Returns whether all roots that contain the path exclude it.
    fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        let mut containing = self.roots.iter().filter(|root| path.starts_with(&root.real)).peekable();
        containing.peek().is_some() && containing.all(|root| root.excludes.cover(path, is_folder))
    }
}
