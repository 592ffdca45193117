//! `cargo xtask corpus PATH`: compares what is parsed from real documents with what a careful reader found in them, and
//! checks that nothing is lost and that browsers parse the same.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use self::figures::Figure;
use crate::layout::Layout;
use crate::probe::Probe;
use crate::process::{self, stage};
use crate::setup;

mod figures;

pub fn run(options: &[String]) -> Result<ExitCode> {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let (folder, if_present) = match options[..] {
        [folder] => (Path::new(folder), false),
        [folder, "--if-present"] | ["--if-present", folder] => (Path::new(folder), true),
        _ => bail!("`cargo xtask corpus` takes the folder of the documents, and `--if-present`"),
    };
    match missing(folder) {
        Some(missing) if !if_present => bail!("{missing}"),
        Some(missing) => {
            println!("corpus: skipped, {missing}");
            Ok(ExitCode::SUCCESS)
        }
        // Commands run in other folders than this one.
        None => check(&Layout::of_workspace()?, &folder.canonicalize()?),
    }
}

fn check(layout: &Layout, folder: &Path) -> Result<ExitCode> {
    let probe = Probe::of(layout)?;
    setup::rust::ensure()?;
    stage("probe", || probe.build(layout))?;
    let documents = folder.join("documents");
    let documents = documents.to_str().with_context(|| format!("{} is no text", documents.display()))?;
    let (output, results) = (probe.work.join("blocks.jsonl"), probe.work.join("results.json"));
    fs::write(&output, stage("reading", || probe.print(&["blocks", documents]))?)?;
    let mut comparer = Command::new("python3");
    comparer.arg(folder.join("compare.py")).arg(&output).arg("--json").arg(&results);
    stage("comparing", || process::run(&mut comparer))?;
    let conserved = stage("conserving", || probe.run(&["conserve", documents]))?.success();
    stage("probe in WASM", || probe.build_wasm(layout))?;
    let (differing, read) = stage("reading in WASM", || probe.differences(Path::new(documents)))?;
    differing.iter().for_each(|name| println!("{name} is read otherwise in WASM"));
    let mut figures = figures::read(&results, &folder.join("expected"))?;
    figures.push(Figure::new("nothing is lost, and fixes come to an end", conserved.into(), 1));
    figures.push(Figure::new("native and WASM read the same", (read - differing.len()) as u64, read as u64));
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
