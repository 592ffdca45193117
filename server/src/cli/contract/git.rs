//! Files of a revision, as the command `git` prints them.

use std::io::Read;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use app::catalog::Catalog;
use app::catalog::drafts::LONGEST;

use crate::own_formats::SUFFIX;

/// The most bytes of a list of files.
const LONGEST_LIST: usize = 1024 * 1024;

/// Returns the names and texts of the files that declare formats in a folder of a revision, or of the file at that path.
pub(super) fn sources(revision: &str, path: &str) -> anyhow::Result<Vec<(String, String)>> {
    let object = format!("{revision}:{path}");
    if path.ends_with(".toml") {
        return Ok(vec![(path.to_owned(), show(&object)?)]);
    }
    let list = run(&["ls-tree", "--name-only", "-z", "--end-of-options", &object], LONGEST_LIST)
        .with_context(|| format!("`{object}` can't be read"))?;
    let names = list.split('\0').filter(|name| name.ends_with(SUFFIX) && !name.starts_with('.'));
    let mut sources = Vec::new();
    for name in names {
        if sources.len() == Catalog::MOST {
            bail!("`{object}` has more than {} formats", Catalog::MOST);
        }
        let folder =
            if path.is_empty() || path.ends_with('/') { path.to_owned() } else { format!("{path}/") };
        sources.push((name.to_owned(), show(&format!("{revision}:{folder}{name}"))?));
    }
    Ok(sources)
}

fn show(object: &str) -> anyhow::Result<String> {
    run(&["show", "--no-textconv", "--end-of-options", object], LONGEST)
        .with_context(|| format!("`{object}` can't be read"))
}

/// Returns what git prints, of which there may be so many bytes.
fn run(arguments: &[&str], most: usize) -> anyhow::Result<String> {
    let mut child = Command::new("git")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("git can't be run")?;
    let mut printed = Vec::new();
    let is_read = match child.stdout.take() {
        Some(out) => out.take(most as u64 + 1).read_to_end(&mut printed),
        None => Ok(0),
    };
    if printed.len() > most {
        // It would wait for someone to read the rest.
        let _ = child.kill();
        let _ = child.wait();
        bail!("it is longer than {most} bytes");
    }
    let output = child.wait_with_output()?;
    is_read?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("git: {}", said.lines().next().unwrap_or("failed"));
    }
    String::from_utf8(printed).context("it is not UTF-8")
}
