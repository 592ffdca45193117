//! `cargo xtask corpus PATH`: what is read in real documents, against what a careful reader took from them; that
//! nothing of them is lost; and that browsers read the same.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use self::figures::Figure;
use crate::layout::Layout;
use crate::probe::Probe;
use crate::stages::Stages;
use crate::{process, setup};

mod figures;

const USAGE: &str =
    "`cargo xtask corpus` takes the folder of the documents, and `--fields` or `--if-present`";

pub fn run(options: &[String]) -> Result<ExitCode> {
    let (flags, paths): (Vec<&str>, Vec<&str>) =
        options.iter().map(String::as_str).partition(|option| option.starts_with("--"));
    let [path] = paths[..] else { bail!(USAGE) };
    if flags.iter().any(|flag| !["--fields", "--if-present"].contains(flag)) {
        bail!(USAGE);
    }
    let folder = Path::new(path);
    if let Some(missing) = missing(folder) {
        if !flags.contains(&"--if-present") {
            bail!("{missing}");
        }
        println!("corpus: not there, skipped ({missing})");
        return Ok(ExitCode::SUCCESS);
    }
    // Commands run in other folders than this one.
    let folder = folder.canonicalize()?;
    let layout = Layout::of_workspace()?;
    if flags.contains(&"--fields") { print_fields(&layout, &folder) } else { check(&layout, &folder) }
}

fn check(layout: &Layout, folder: &Path) -> Result<ExitCode> {
    let mut stages = Stages::new(7);
    let probe = Probe::of(layout)?;
    stages.stage("tools", setup::rust::ensure)?;
    stages.stage("probe", |stage| probe.build(layout, stage))?;
    let documents = documents_of(folder)?;
    let output = stages.stage("reading", |_| probe.print(&["blocks", &documents], "blocks.jsonl"))?;
    let results = output.with_file_name("results.json");
    let report = stages.stage("comparing", |_| compare(folder, &output, &results))?;
    println!("{report}");
    let lost = stages.stage("conserving", |_| {
        let status = probe.run(&["conserve", &documents])?;
        Ok(!status.success())
    })?;
    stages.stage("probe in WASM", |stage| probe.build_wasm(layout, stage))?;
    let (differing, read) = stages.stage("reading in WASM", |_| probe.differences(Path::new(&documents)))?;
    let figures = figures::read(&results, &folder.join("expected"))?;
    figures.iter().for_each(|figure| println!("corpus: {figure}"));
    let mark = |holds: bool| if holds { "ok    " } else { "WRONG " };
    println!("corpus: {} nothing is lost, and fixes come to an end", mark(!lost));
    println!(
        "corpus: {} native and WASM read the same: {} of {read}",
        mark(differing.is_empty()),
        read - differing.len()
    );
    differing.iter().for_each(|name| println!("        {name} is read otherwise"));
    let holds = figures.iter().all(Figure::holds) && !lost && differing.is_empty();
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Folders of documents whose values nobody took down: they are printed to be read beside the documents.
fn print_fields(layout: &Layout, folder: &Path) -> Result<ExitCode> {
    let mut stages = Stages::new(1);
    let probe = Probe::of(layout)?;
    stages.stage("probe", |stage| probe.build(layout, stage))?;
    for folder in unexpected_folders(folder)? {
        let documents = folder.to_str().with_context(|| format!("{} is no text", folder.display()))?;
        println!("\n#### {documents}");
        probe.run(&["fields", documents])?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All but the formats with expected values, and free texts.
fn unexpected_folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let documents = folder.join("documents");
    let entries =
        documents.read_dir().with_context(|| format!("{} could not be read", documents.display()))?;
    let mut folders = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    folders.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_expected = ["3.1-", "4.2-", "4.3-", "5.1-", "5.2-", "5.3-", "free-", "reaper-"]
            .iter()
            .any(|known| name.starts_with(known));
        path.is_dir() && !is_expected
    });
    folders.sort();
    Ok(folders)
}

fn documents_of(folder: &Path) -> Result<String> {
    let documents = folder.join("documents");
    let written = documents.to_str().with_context(|| format!("{} is no text", documents.display()))?;
    Ok(written.to_owned())
}

fn missing(folder: &Path) -> Option<String> {
    let is_there = folder.join("documents").is_dir() && folder.join("compare.py").is_file();
    if !is_there {
        return Some(format!("{} holds no `documents` and `compare.py`", folder.display()));
    }
    process::find("python3").is_none().then(|| "python3 is not installed".to_owned())
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
