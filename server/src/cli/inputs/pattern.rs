use std::path::{Path, PathBuf};

use anyhow::anyhow;
use globset::{GlobBuilder, GlobMatcher};

/// A path with wildcards, such as `reports/**/*.md`, for shells that leave them to the program.
pub(super) struct Pattern {
    /// The folder before the first wildcard.
    pub folder: PathBuf,
    rest: GlobMatcher,
}

impl Pattern {
    /// Returns `None` for a path without wildcards, and for one that exists by its name.
    pub fn of(path: &Path) -> Option<anyhow::Result<Self>> {
        let has_wildcard = |part: &std::ffi::OsStr| part.to_string_lossy().contains(['*', '?', '[', '{']);
        if path.exists() || !has_wildcard(path.as_os_str()) {
            return None;
        }
        let parts: Vec<_> = path.components().collect();
        let first = parts.iter().position(|part| has_wildcard(part.as_os_str()))?;
        let (folder, rest) = parts.split_at_checked(first)?;
        let folder: PathBuf = if folder.is_empty() { PathBuf::from(".") } else { folder.iter().collect() };
        let rest: PathBuf = rest.iter().collect();
        let glob = GlobBuilder::new(&rest.to_string_lossy()).literal_separator(true).build();
        let matcher = glob.map(|glob| Self { folder, rest: glob.compile_matcher() });
        Some(matcher.map_err(|error| anyhow!("{} is not understood: {error}", path.display())))
    }

    pub fn matches(&self, path: &Path) -> bool {
        path.strip_prefix(&self.folder).is_ok_and(|below| self.rest.is_match(below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stays_within_a_folder() {
        let check = |pattern: &str, folder: &str, path: &str, expected: bool| {
            let pattern = Pattern::of(Path::new(pattern)).unwrap().unwrap();
            assert_eq!(pattern.folder, Path::new(folder));
            assert_eq!(pattern.matches(Path::new(path)), expected, "{path}");
        };
        check("nowhere/**/*.md", "nowhere", "nowhere/a/b.md", true);
        check("nowhere/**/*.md", "nowhere", "nowhere/b.md", true);
        check("nowhere/*.md", "nowhere", "nowhere/a/b.md", false);
        check("*.{md,json}", ".", "./b.json", true);
        assert!(Pattern::of(Path::new("nowhere/a.md")).is_none());
        assert!(Pattern::of(Path::new("nowhere/{a")).unwrap().is_err());
    }
}
