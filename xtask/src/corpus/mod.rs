//! `cargo xtask corpus PATH`: what harmony reads in real documents, against what a careful reader took from them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use self::figures::Figure;
use crate::layout::{Layout, Profile};
use crate::site::files;
use crate::stages::{Stage, Stages};
use crate::{build, process, setup};

mod figures;

pub fn run(options: &[String]) -> Result<ExitCode> {
    let (if_present, paths): (Vec<&String>, Vec<&String>) =
        options.iter().partition(|option| *option == "--if-present");
    let [path] = paths[..] else { bail!("`cargo xtask corpus` takes the folder of the documents") };
    let folder = Path::new(path);
    if let Some(missing) = missing(folder) {
        if if_present.is_empty() {
            bail!("{missing}");
        }
        println!("corpus: not there, skipped ({missing})");
        return Ok(ExitCode::SUCCESS);
    }
    // Commands run in other folders than this one.
    let folder = folder.canonicalize()?;
    let layout = Layout::of_workspace()?;
    let mut stages = Stages::new(4);
    stages.stage("tools", setup::rust::ensure)?;
    stages.stage("server", |stage| build::server(&layout, Profile::Dev, stage))?;
    let work = layout.target.join("corpus");
    fs::create_dir_all(&work).with_context(|| format!("{} could not be made", work.display()))?;
    let output = work.join("output.jsonl");
    stages.stage("reading", |stage| read(&layout, &folder.join("documents"), &output, stage))?;
    let results = work.join("results.json");
    let report = stages.stage("comparing", |_| compare(&folder, &output, &results))?;
    println!("{report}");
    let figures = figures::read(&results)?;
    figures.iter().for_each(|figure| println!("corpus: {figure}"));
    Ok(if figures.iter().all(Figure::holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn missing(folder: &Path) -> Option<String> {
    let is_there = folder.join("documents").is_dir() && folder.join("compare.py").is_file();
    if !is_there {
        return Some(format!("{} holds no `documents` and `compare.py`", folder.display()));
    }
    process::find("python3").is_none().then(|| "python3 is not installed".to_owned())
}

/// Runs `harmony parse --jsonl` over all documents, named as the corpus names them.
fn read(layout: &Layout, documents: &Path, output: &Path, stage: &Stage) -> Result<()> {
    let names: Vec<PathBuf> = files(documents)?.into_iter().collect();
    let status = Command::new(layout.binary(Profile::Dev))
        .args(["parse", "--jsonl"])
        .args(&names)
        .current_dir(documents)
        .stdout(File::create(output).with_context(|| format!("{} could not be written", output.display()))?)
        .status()
        .context("harmony could not be started")?;
    stage.note(format!("{} documents", names.len()));
    if !status.success() {
        bail!("`harmony parse` failed: {status}");
    }
    Ok(())
}

fn compare(folder: &Path, output: &Path, results: &Path) -> Result<String> {
    let compared = Command::new("python3")
        .arg(folder.join("compare.py"))
        .arg(output)
        .arg("--json")
        .arg(results)
        .output()
        .context("python3 could not be started")?;
    if !compared.status.success() {
        bail!("compare.py failed:\n{}", String::from_utf8_lossy(&compared.stderr));
    }
    Ok(String::from_utf8_lossy(&compared.stdout).into_owned())
}
