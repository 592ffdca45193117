use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Patterns of files that a project leaves out of folders, as in `.gitignore`.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Excluded(Option<Arc<Gitignore>>);

impl Excluded {
    /// The patterns are seen from a folder.
    pub fn of(folder: &Path, patterns: &[String]) -> anyhow::Result<Self> {
        if patterns.is_empty() {
            return Ok(Self::default());
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let mut builder = GitignoreBuilder::new(folder);
        builder.allow_unclosed_class(false);
        let refused = "`check.exclude` is not understood";
        for pattern in patterns {
            builder.add_line(None, pattern).context(refused)?;
        }
        Ok(Self(Some(Arc::new(builder.build().context(refused)?))))
    }

    pub fn cover(&self, path: &Path, is_folder: bool) -> bool {
        let Some(patterns) = &self.0 else { return false };
        let Ok(path) = std::path::absolute(path) else { return false };
        let path = path.canonicalize().unwrap_or(path);
        path != patterns.path()
            && path.starts_with(patterns.path())
            && patterns.matched_path_or_any_parents(&path, is_folder).is_ignore()
    }
}
