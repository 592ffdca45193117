//! `cargo xtask bench`: measures a release under load, and prints how it compares with the simplest program that could
//! do the same. No figure makes it fail: on a shared machine, good code would fail, too.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::build::Load;
use crate::layout::{Layout, Profile};
use crate::setup::{browser, node};
use crate::{build, options};

const PARTS: [&str; 13] = [
    "ingest", "fan-out", "watched", "lists", "page", "navigation", "comfort", "playground", "scale",
    "changed-format", "transcript", "formats", "check",
];

pub fn run(options: &[String]) -> Result<ExitCode> {
    let (checked, options) = checked_folder(options)?;
    let parts = options::only("bench", &PARTS, &options)?;
    let layout = Layout::of_workspace()?;
    let needs_browser = parts.iter().any(|part| is_in_browser(part));
    let needs_release = parts.iter().any(|part| !is_bench(part));
    let release =
        || anyhow::Ok((build::binary(&layout, Profile::Release)?, Load::build(&layout, Profile::Release)?));
    let release = needs_release.then(release).transpose()?;
    let end2end = layout.end2end();
    let chromium = if needs_browser { Some(browser::ensure(&end2end)?) } else { None };
    let mut all_ran = true;
    for part in parts {
        let mut command = match (part, &release) {
            ("formats", _) => layout.cargo(&["bench", "--quiet", "--package", "app", "--bench", part]),
            ("scale" | "changed-format" | "transcript" | "check", _) => {
                let mut command = layout.cargo(&["bench", "--quiet", "--package", "server", "--bench", part]);
                if let ("check", Some(folder)) = (part, &checked) {
                    command.arg("--").arg(folder);
                }
                command
            }
            (_, Some((harmony, load))) => match chromium.as_ref().filter(|_| is_in_browser(part)) {
                Some(chromium) => painted(&end2end, part, harmony, chromium),
                None => load.command(&[part], harmony),
            },
            (_, None) => bail!("{part} needs a release"),
        };
        let status = command.status().with_context(|| format!("{part} could not be started"))?;
        all_ran &= status.success();
        println!();
    }
    Ok(if all_ran { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether cargo builds and runs the part by itself.
fn is_bench(part: &str) -> bool {
    matches!(part, "scale" | "changed-format" | "transcript" | "formats" | "check")
}

/// Parses `--folder FOLDER`, which the part `check` checks, and returns the other options.
fn checked_folder(options: &[String]) -> Result<(Option<PathBuf>, Vec<String>)> {
    let Some(at) = options.iter().position(|option| option == "--folder") else {
        return Ok((None, options.to_vec()));
    };
    let folder = options.get(at + 1).context("`--folder` needs the folder that is checked")?;
    let folder = Path::new(folder).canonicalize().with_context(|| format!("{folder} can't be found"))?;
    let others = options.iter().enumerate().filter(|(place, _)| *place != at && *place != at + 1);
    Ok((Some(folder), others.map(|(_, option)| option.clone()).collect()))
}

/// Whether a browser measures the part.
fn is_in_browser(part: &str) -> bool {
    matches!(part, "page" | "navigation" | "comfort" | "playground")
}

/// Returns the command that measures how soon a page shows what happened.
fn painted(end2end: &Path, part: &str, harmony: &Path, chromium: &Path) -> Command {
    let mut command = node::npm("npx");
    command
        .args(["playwright", "test", "--config", "painted.config.ts", &format!("{part}.spec.ts")])
        .current_dir(end2end)
        .env("HARMONY_BINARY", harmony)
        .env("CHROMIUM", chromium);
    command
}
