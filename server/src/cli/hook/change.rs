//! What `harmony hook install` changes: a file, before and after.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::output::visible;
use crate::cli::{fix, output};

pub(super) struct Change {
    pub path: PathBuf,
    /// `None` where there is no file.
    pub before: Option<String>,
    pub after: Option<String>,
    pub is_program: bool,
}

impl Change {
    /// Reads a file that may not exist.
    pub fn before(path: &Path) -> anyhow::Result<Option<String>> {
        match fs::read(path) {
            Ok(raw) => {
                let text = String::from_utf8(raw);
                text.map(Some)
                    .with_context(|| format!("{} is not UTF-8, so it is not changed", path.display()))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("{} can't be read", path.display())),
        }
    }

    pub fn is_none(&self) -> bool {
        self.before == self.after
    }

    /// Writes the file, or deletes it.
    pub fn apply(&self) -> anyhow::Result<()> {
        let Self { path, before, after, .. } = self;
        match (before, after) {
            (_, None) => fs::remove_file(path),
            (Some(_), Some(after)) => fix::write(path, after),
            (None, Some(after)) => self.create(after),
        }
        .with_context(|| format!("{} can't be written", path.display()))
    }

    fn create(&self, text: &str) -> std::io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.path, text)?;
        if self.is_program { make_executable(&self.path) } else { Ok(()) }
    }

    /// Prints what changes: `verb` and the file, and with `lines` each line.
    pub fn print(&self, verbs: [&str; 3], lines: bool) -> std::io::Result<()> {
        let [create, change, delete] = verbs;
        let verb = match (&self.before, &self.after) {
            (None, _) => create,
            (_, None) => delete,
            _ => change,
        };
        output::print_line(&format!("{verb} {}", visible(&self.path.display().to_string())))?;
        if !lines {
            return Ok(());
        }
        let of = |text: &Option<String>| -> Vec<String> {
            text.iter().flat_map(|text| text.lines()).map(str::to_owned).collect()
        };
        let (before, after) = (of(&self.before), of(&self.after));
        let start = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
        let (before, after) =
            (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
        let ends = before.iter().rev().zip(after.iter().rev());
        let end = ends.take_while(|(before, after)| before == after).count();
        for (sign, lines) in [('-', before), ('+', after)] {
            for line in lines.iter().take(lines.len().saturating_sub(end)) {
                output::print_line(&format!("  {sign} {}", visible(line)))?;
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755))
}

/// Does nothing: on Windows, git runs a hook whatever its permissions are.
#[cfg(not(unix))]
fn make_executable(_path: &Path) -> std::io::Result<()> {
    Ok(())
}
