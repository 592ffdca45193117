//! Names of files as other programs know them.

use std::env;
use std::path::{Component, Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a URI escapes in a path: everything but unreserved characters and slashes (RFC 3986).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The folders that names of files are relative to.
pub struct Paths {
    current: PathBuf,
    project: PathBuf,
}

impl Paths {
    /// Finds the current folder and, from there upward, the project's: the nearest one with a repository, or else the
    /// current one.
    pub fn here() -> Self {
        let current = env::current_dir().unwrap_or_default();
        let project = current.ancestors().find(|folder| folder.join(".git").exists());
        Self { project: project.unwrap_or(&current).to_owned(), current }
    }

    /// Returns a name relative to the folder of the project, as sites that show a repository expect it. Names outside are
    /// absolute.
    pub fn in_project(&self, name: &str) -> String {
        self.relative(name, &self.project)
    }

    /// Returns a name relative to the current folder. Names outside are absolute.
    pub fn in_folder(&self, name: &str) -> String {
        self.relative(name, &self.current)
    }

    fn relative(&self, name: &str, folder: &Path) -> String {
        if name == "-" {
            return name.to_owned();
        }
        let path = without_dots(&self.current.join(name));
        let path = path.strip_prefix(folder).unwrap_or(&path);
        path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    }
}

/// Returns the path without `.` and `..`.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Returns a path as a URI, or as a reference that is relative as the path is.
pub fn uri(path: &str) -> String {
    let escaped = utf8_percent_encode(path, ESCAPED);
    if path.starts_with('/') { format!("file://{escaped}") } else { escaped.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_project_or_to_the_folder() {
        let paths = Paths { project: "/home/a".into(), current: "/home/a/docs".into() };
        let both = |name| (paths.in_project(name), paths.in_folder(name));
        let expected = |project: &str, folder: &str| (project.to_owned(), folder.to_owned());
        assert_eq!(both("./b.md"), expected("docs/b.md", "b.md"));
        assert_eq!(both("../src/./b.md"), expected("src/b.md", "/home/a/src/b.md"));
        assert_eq!(both("/home/a/docs/b.md"), expected("docs/b.md", "b.md"));
        assert_eq!(both("/tmp/b.md"), expected("/tmp/b.md", "/tmp/b.md"));
        assert_eq!(both("-"), expected("-", "-"));
    }

    #[test]
    fn a_uri_has_no_special_characters() {
        assert_eq!(uri("a b/c#1:한.md"), "a%20b/c%231%3A%ED%95%9C.md");
        assert_eq!(uri("/tmp/a.md"), "file:///tmp/a.md");
    }
}
