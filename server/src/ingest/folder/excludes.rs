use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::WatchError;

/// A file in a followed folder that lists what to exclude, in the format of `.gitignore`.
const NAME: &str = ".harmonyignore";

/// The patterns to exclude from a folder.
#[derive(Clone, Debug)]
pub(super) struct Excludes(Gitignore);

impl Excludes {
    pub fn of(root: &Path, globs: &[String]) -> Result<Self, WatchError> {
        let mut builder = GitignoreBuilder::new(root);
        let refused = |error: ignore::Error| WatchError::Exclude { reason: error.to_string() };
        let file = root.join(NAME);
        if file.is_file()
            && let Some(error) = builder.add(file)
        {
            return Err(refused(error));
        }
        // Tolerated in files, as in `.gitignore`; on the command line it is a mistake.
        builder.allow_unclosed_class(false);
        for glob in globs {
            builder.add_line(None, glob).map_err(refused)?;
        }
        builder.build().map(Self).map_err(refused)
    }

    /// Returns whether a path below the root is excluded.
    pub fn cover(&self, path: &Path, is_folder: bool) -> bool {
        path != self.0.path() && self.0.matched_path_or_any_parents(path, is_folder).is_ignore()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_are_those_of_a_gitignore() {
        let root = Path::new("/reports");
        let globs = ["drafts/", "*.tmp.md", "!keep.tmp.md"].map(str::to_owned);
        let excludes = Excludes::of(root, &globs).unwrap();
        let check = |path: &str, is_folder: bool, expected: bool| {
            assert_eq!(excludes.cover(&root.join(path), is_folder), expected, "{path}");
        };
        check("drafts", true, true);
        check("drafts/a.md", false, true);
        check("deep/drafts/a.md", false, true);
        check("a.tmp.md", false, true);
        check("keep.tmp.md", false, false);
        check("a.md", false, false);
        check("", true, false);
        for broken in ["a{b", "[", "a[b"] {
            assert!(Excludes::of(root, &[broken.to_owned()]).is_err(), "{broken}");
        }
    }
}
