//! Checkouts of git repositories. A file in one is named by its path below the root, and by the name of the repository, so
//! that versions of a document meet across checkouts and machines.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use app::document::Source;

/// The most bytes that are read of a file of git.
const MOST_READ: u64 = 64 * 1024;
/// The most characters of a repository's name.
const LONGEST_NAME: usize = 200;

/// Finds checkouts, and remembers them.
#[derive(Debug, Default)]
pub struct Checkouts {
    /// By their folders, until [`Checkouts::look_again`].
    found: HashMap<PathBuf, Option<PathBuf>>,
    /// The repository of each root.
    repositories: BTreeMap<PathBuf, String>,
}

/// How a file is named wherever its repository is checked out.
struct Place {
    repository: String,
    /// Below the root, with slashes.
    path: String,
}

impl Checkouts {
    /// Replaces the real path of a file by that below the root of its checkout, and names the repository, unless that is
    /// stated. A repository that is stated as a folder, as in transcripts, is named as well.
    pub fn name(&mut self, source: Source) -> Source {
        let place = source.path.as_deref().and_then(|path| self.place(Path::new(path)));
        let folder = source.repository.as_deref().map(Path::new).filter(|folder| folder.is_absolute());
        let stated = match folder.and_then(|folder| self.root(folder)) {
            Some(root) => Some(self.repository(root)),
            None => source.repository.clone(),
        };
        match place {
            Some(Place { repository, path }) => {
                Source { path: Some(path), repository: stated.or(Some(repository)), ..source }
            }
            None => Source { repository: stated, ..source },
        }
    }

    /// Finds the checkout of a file.
    pub fn note(&mut self, file: &Path) {
        self.place(file);
    }

    fn repository(&mut self, root: PathBuf) -> String {
        self.repositories.entry(root).or_insert_with_key(|root| name_of(root)).clone()
    }

    fn place(&mut self, file: &Path) -> Option<Place> {
        let root = self.root(file.parent().filter(|folder| folder.is_absolute())?)?;
        let below = file.strip_prefix(&root).ok()?;
        let parts: Vec<_> = below
            .components()
            .map(|part| match part {
                Component::Normal(name) => Some(name.to_string_lossy()),
                _ => None,
            })
            .collect::<Option<_>>()?;
        Some(Place { repository: self.repository(root), path: parts.join("/") })
    }

    /// Returns whether several checkouts of a repository were found.
    pub fn has_several(&self, repository: &str) -> bool {
        self.repositories.values().filter(|name| *name == repository).nth(1).is_some()
    }

    /// Forgets which folders are in no checkout, or in which one: that may change.
    pub fn look_again(&mut self) {
        self.found.clear();
        self.repositories.retain(|root, _| is_root(root));
    }

    fn root(&mut self, folder: &Path) -> Option<PathBuf> {
        if let Some(found) = self.found.get(folder) {
            return found.clone();
        }
        let root = if is_root(folder) {
            Some(folder.to_owned())
        } else {
            folder.parent().and_then(|parent| self.root(parent))
        };
        self.found.insert(folder.to_owned(), root.clone());
        root
    }
}

/// Returns whether a folder is the root of a checkout: git has a folder there or, in a worktree or a submodule, a file.
fn is_root(folder: &Path) -> bool {
    let dot_git = folder.join(".git");
    dot_git.is_file() || dot_git.join("HEAD").is_file()
}

/// Returns the name of a repository: where it comes from, such as `acme/billing`, or else the name of its folder.
fn name_of(root: &Path) -> String {
    let config = git_folder(root).and_then(|folder| beginning_of(&folder.join("config")));
    let origin = config.as_deref().and_then(url_of_origin).and_then(name_in);
    let folder = || root.file_name().map(|name| name.to_string_lossy().into_owned());
    origin.or_else(folder).unwrap_or_else(|| "repository".to_owned())
}

/// Returns the folder with the configuration. That of a worktree is in the checkout that it belongs to.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let dot_git = root.join(".git");
    if dot_git.is_dir() {
        return Some(dot_git);
    }
    let linked = beginning_of(&dot_git)?;
    let folder = root.join(linked.trim().strip_prefix("gitdir:")?.trim());
    let common = beginning_of(&folder.join("commondir")).map(|common| folder.join(common.trim()));
    Some(common.unwrap_or(folder))
}

fn beginning_of(file: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(MOST_READ).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn url_of_origin(config: &str) -> Option<&str> {
    let mut lines = config.lines().map(str::trim).skip_while(|line| *line != r#"[remote "origin"]"#).skip(1);
    lines.by_ref().take_while(|line| !line.starts_with('[')).find_map(|line| {
        let (name, url) = line.split_once('=')?;
        (name.trim() == "url").then(|| url.trim())
    })
}

/// Returns the name in the address of a repository: neither its host nor what may be a password.
fn name_in(url: &str) -> Option<String> {
    let path = match url.split_once("://") {
        Some(("file", path)) => last_of(path),
        Some((_, rest)) => rest.split_once('/')?.1,
        // As in `git@github.com:acme/billing.git`. A single letter before the colon is a drive.
        None => match url.split_once(':') {
            Some((host, path)) if host.len() > 1 && !host.contains('/') => path,
            _ => last_of(url),
        },
    };
    let path = path.trim_matches('/');
    let name = path.strip_suffix(".git").unwrap_or(path);
    let is_name = !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.contains(|letter: char| letter.is_control() || letter.is_whitespace() || letter == '@');
    is_name.then(|| name.to_owned())
}

/// Returns the last part of a path of this machine, the rest of which is nobody else's business.
fn last_of(path: &str) -> &str {
    let path = path.trim_end_matches(['/', '\\']);
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_repository_has_the_name_of_its_origin() {
        for (url, expected) in [
            ("https://github.com/acme/billing.git", Some("acme/billing")),
            ("https://ada:secret@git.example:8443/acme/billing/", Some("acme/billing")),
            ("ssh://git@git.example/group/team/billing", Some("group/team/billing")),
            ("git@github.com:acme/billing.git", Some("acme/billing")),
            ("/home/ada/billing.git", Some("billing")),
            ("file:///home/ada/billing", Some("billing")),
            ("../billing", Some("billing")),
            ("C:\\work\\billing", Some("billing")),
            ("https://git.example", None),
            ("", None),
        ] {
            assert_eq!(name_in(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn a_file_has_the_same_place_in_each_checkout() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        let write = |path: &str, text: &str| {
            let path = real.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let config = "[core]\n\tbare = false\n[remote \"fork\"]\n\turl = git@host:eve/x.git\n[remote \"origin\"]\n\tfetch = +refs\n\turl = git@host:acme/billing.git\n";
        for name in ["one", "three"] {
            write(&format!("{name}/.git/HEAD"), "ref: refs/heads/main\n");
        }
        write("one/.git/config", config);
        write("one/.git/worktrees/two/commondir", "../..\n");
        write("two/.git", &format!("gitdir: {}/one/.git/worktrees/two\n", real.display()));
        write("three/.git/config", "[core]\n");
        let mut checkouts = Checkouts::default();
        let whole = |path: &str| real.join(path).display().to_string();
        let source = |repository: Option<&str>, path: &str| Source {
            repository: repository.map(str::to_owned),
            path: Some(path.to_owned()),
            ..Source::default()
        };
        let mut check = |(repository, path): (Option<&str>, &str), named: &str, below: &str| {
            let found = checkouts.name(source(repository, &whole(path)));
            assert_eq!(found, source(Some(named), below), "{path}");
        };
        check((None, "one/reports/a.md"), "acme/billing", "reports/a.md");
        check((None, "two/reports/a.md"), "acme/billing", "reports/a.md");
        check((None, "two/b.md"), "acme/billing", "b.md");
        check((None, "three/a.md"), "three", "a.md");
        check((Some("shop"), "one/a.md"), "shop", "a.md");
        check((Some(&whole("one/src")), "talk.jsonl"), "acme/billing", &whole("talk.jsonl"));
        assert_eq!(checkouts.name(source(None, "reports/a.md")), source(None, "reports/a.md"));
        assert_eq!(
            checkouts.name(source(Some("/no/such"), &whole("a.md"))),
            source(Some("/no/such"), &whole("a.md"))
        );
        assert!(checkouts.has_several("acme/billing") && !checkouts.has_several("three"));
        fs::remove_file(real.join("two/.git")).unwrap();
        checkouts.look_again();
        assert!(!checkouts.has_several("acme/billing"));
    }
}
