//! Asks git.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, bail};

/// A work tree.
pub(super) struct Repository {
    pub root: PathBuf,
}

/// A file in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Staged {
    /// From the root, as git names it.
    pub path: String,
    /// Of its content.
    pub object: String,
}

impl Repository {
    /// Returns the repository of the current folder; `None` outside of any, or without git.
    pub fn find() -> Option<Self> {
        let root = output(Command::new("git").args(["rev-parse", "--show-toplevel"])).ok()?;
        let root = root.trim_end_matches(['\n', '\r']);
        (!root.is_empty()).then(|| Self { root: PathBuf::from(root) })
    }

    /// Returns the folder of hooks, which `core.hooksPath` may name.
    pub fn hooks(&self) -> anyhow::Result<PathBuf> {
        let folder = output(self.git().args(["rev-parse", "--git-path", "hooks"]))?;
        Ok(self.root.join(folder.trim_end_matches(['\n', '\r'])))
    }

    /// Returns whether a folder is part of this repository: of its work tree, or of what git keeps beside it.
    pub fn contains(&self, folder: &Path) -> anyhow::Result<bool> {
        let common = output(self.git().args(["rev-parse", "--git-common-dir"]))?;
        let common = self.root.join(common.trim_end_matches(['\n', '\r']));
        let within = |outer: &Path| {
            let outer = outer.canonicalize().unwrap_or_else(|_| outer.to_owned());
            nearest_real(folder).starts_with(outer)
        };
        Ok(within(&self.root) || within(&common))
    }

    /// Returns the files that the next commit adds or changes. Links and submodules are no texts.
    pub fn staged(&self) -> anyhow::Result<Vec<Staged>> {
        let listed =
            output(self.git().args(["diff", "--cached", "--raw", "--no-abbrev", "--no-renames", "-z"]))
                .context("the staged files can't be listed")?;
        // `:100644 100644 <old> <new> M`, a zero byte, the path, a zero byte.
        let mut fields = listed.split('\0');
        let mut staged = Vec::new();
        while let (Some(change), Some(path)) = (fields.next(), fields.next()) {
            let words: Vec<&str> = change.split(' ').collect();
            if let [_, mode, _, object, _] = words.as_slice()
                && is_file(mode)
            {
                staged.push(Staged { path: path.to_owned(), object: (*object).to_owned() });
            }
        }
        Ok(staged)
    }

    /// Returns all files of the index.
    pub fn index(&self) -> anyhow::Result<Vec<Staged>> {
        files_of_index(self.git().args(["ls-files", "--stage", "-z"]))
    }

    /// Returns these files, which are named as seen from the current folder.
    pub fn indexed(&self, names: &[String]) -> anyhow::Result<Vec<Staged>> {
        let named =
            ["--literal-pathspecs", "ls-files", "--stage", "--full-name", "--error-unmatch", "-z", "--"];
        files_of_index(Command::new("git").args(named).args(names))
    }

    /// Hands over the content of each file, as it is in the index.
    pub fn contents(
        &self,
        files: &[Staged],
        mut take: impl FnMut(&Staged, Vec<u8>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut child = self
            .git()
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("git can't be run")?;
        let (input, answers) = (child.stdin.take(), child.stdout.take());
        let (Some(mut input), Some(answers)) = (input, answers) else { bail!("git can't be run") };
        let names: String = files.iter().map(|file| format!("{}\n", file.object)).collect();
        // On a thread, since git stops reading while nobody reads its answers.
        let asking = thread::spawn(move || input.write_all(names.as_bytes()));
        let mut answers = BufReader::new(answers);
        for file in files {
            let mut head = String::new();
            answers.read_line(&mut head).context("git stopped")?;
            // `<object> blob <length>`
            let length = head.trim_end().split(' ').nth(2).and_then(|length| length.parse::<u64>().ok());
            let length = length.with_context(|| format!("{} can't be read from the index", file.path))?;
            let mut content = Vec::new();
            (&mut answers).take(length).read_to_end(&mut content)?;
            answers.read_exact(&mut [0])?;
            take(file, content)?;
        }
        // All answers are there, so all was asked.
        let _ = asking.join();
        child.wait()?;
        Ok(())
    }

    fn git(&self) -> Command {
        let mut git = Command::new("git");
        git.current_dir(&self.root);
        git
    }
}

fn files_of_index(list: &mut Command) -> anyhow::Result<Vec<Staged>> {
    let listed = output(list).context("the files in the index can't be listed")?;
    // `100644 <object> 0`, a tab, the path, a zero byte.
    let entries = listed.split('\0').filter_map(|entry| entry.split_once('\t'));
    let file = |(head, path): (&str, &str)| match head.split(' ').collect::<Vec<_>>().as_slice() {
        [mode, object, "0"] if is_file(mode) => {
            Some(Staged { path: path.to_owned(), object: (*object).to_owned() })
        }
        _ => None,
    };
    Ok(entries.filter_map(file).collect())
}

fn is_file(mode: &str) -> bool {
    matches!(mode, "100644" | "100755")
}

/// Returns the real path of a folder, as far as it exists.
fn nearest_real(folder: &Path) -> PathBuf {
    let real = folder.ancestors().find_map(|outer| Some((outer, outer.canonicalize().ok()?)));
    match real {
        Some((outer, real)) => folder.strip_prefix(outer).map_or(real.clone(), |rest| real.join(rest)),
        None => folder.to_owned(),
    }
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stdin(Stdio::null()).output().context("git can't be run")?;
    if !output.status.success() {
        bail!("git says: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    String::from_utf8(output.stdout).context("git names files that are not UTF-8")
}
