//! `cargo xtask bench`: loads a release, and prints how it compares with the barest that could do the same. Figures are
//! printed and nothing is judged: a machine that others use would fail what is well.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::layout::{Layout, Profile};
use crate::setup::node;
use crate::stages::{Stage, Stages};
use crate::{build, process, setup};

const PARTS: &[&str] = &["ingest", "fan-out", "page", "scale", "transcript"];

pub fn run(options: &[String]) -> Result<ExitCode> {
    let parts = chosen(options)?;
    let layout = Layout::of_workspace()?;
    let needs_browser = parts.contains(&"page");
    let mut stages = Stages::new(build::STAGES + 1 + if needs_browser { 2 } else { 0 });
    let harmony = build::binary(&layout, Profile::Release, &mut stages)?;
    stages.stage("load", |stage| build_load(&layout, stage))?;
    let end2end = layout.root.join("end2end");
    let mut chromium = None;
    if needs_browser {
        stages.stage("packages of the browser tests", |stage| node::ensure(&end2end, stage))?;
        chromium = Some(stages.stage("Chromium", |stage| setup::browser::ensure(&end2end, stage))?);
    }
    // On the disk that the sources are on, for what is in memory is no store.
    let folder = layout.target.join("load");
    fs::create_dir_all(&folder).with_context(|| format!("{} could not be made", folder.display()))?;
    let mut all_ran = true;
    for part in parts {
        let mut command = match (part, &chromium) {
            ("page", Some(chromium)) => painted(&end2end, &harmony, chromium),
            ("scale" | "transcript", _) => {
                layout.cargo(&["bench", "--quiet", "--package", "server", "--bench", part])
            }
            _ => load(&layout, part, &harmony, &folder),
        };
        let status = command.status().with_context(|| format!("{part} could not be started"))?;
        all_ran &= status.success();
        println!();
    }
    Ok(if all_ran { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn chosen(options: &[String]) -> Result<Vec<&'static str>> {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let list = match options[..] {
        [] => return Ok(PARTS.to_vec()),
        ["--only", list] => list,
        _ => bail!("`cargo xtask bench` takes `--only {}` or nothing", PARTS.join(",")),
    };
    let part = |name: &str| PARTS.iter().find(|known| **known == name).copied();
    list.split(',')
        .map(|name| {
            part(name).with_context(|| format!("there is no part `{name}`: known are {}", PARTS.join(",")))
        })
        .collect()
}

fn build_load(layout: &Layout, stage: &Stage) -> Result<()> {
    process::build(&mut layout.cargo(&["build", "--release", "--package", "load"]), stage)
}

fn load(layout: &Layout, part: &str, harmony: &Path, folder: &Path) -> Command {
    let name = format!("load{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(layout.target.join(Profile::Release.folder()).join(name));
    command.arg(part).arg("--harmony").arg(harmony).arg("--folder").arg(folder);
    command
}

/// How long it takes from an event to a page that shows it.
fn painted(end2end: &Path, harmony: &Path, chromium: &Path) -> Command {
    let mut command = node::npm("npx");
    command
        .args(["playwright", "test", "--config", "painted.config.ts"])
        .current_dir(end2end)
        .env("HARMONY_BINARY", harmony)
        .env("CHROMIUM", chromium);
    command
}

#[cfg(test)]
mod tests {
    use super::{PARTS, chosen};

    #[test]
    fn parts_are_chosen_by_name() {
        let of = |options: &[&str]| {
            let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
            chosen(&options).map_err(|error| error.to_string())
        };
        assert_eq!(of(&[]), Ok(PARTS.to_vec()));
        assert_eq!(of(&["--only", "page,ingest"]), Ok(vec!["page", "ingest"]));
        assert_eq!(of(&["--only", "scale"]), Ok(vec!["scale"]));
        assert!(of(&["--only", "ingst"]).unwrap_err().contains("`ingst`"));
        assert!(of(&["ingest"]).is_err());
    }
}
