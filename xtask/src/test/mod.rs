//! `cargo xtask test`: sets up what tests need, runs all of them and ends with `N passed, N failed`.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use self::tally::{Harness, Seen, Tally};
use crate::layout::{Layout, Profile};
use crate::stages::{Stage, Stages};
use crate::{build, process, setup};

mod end_to_end;
mod tally;
mod wasm;

#[derive(Copy, Clone, PartialEq, Eq)]
enum Part {
    App,
    Wasm,
    Server,
    EndToEnd,
    Xtask,
}

const PARTS: &[(&str, Part)] = &[
    ("app", Part::App),
    ("wasm", Part::Wasm),
    ("server", Part::Server),
    ("e2e", Part::EndToEnd),
    ("xtask", Part::Xtask),
];

/// A run of `cargo test`. Features are given per package: built together, `ssr` and `hydrate` would meet.
struct CargoRun {
    part: Part,
    title: &'static str,
    package: &'static str,
    options: &'static [&'static str],
}

const CARGO_RUNS: &[CargoRun] = &[
    CargoRun { part: Part::App, title: "reading", package: "app", options: &[] },
    CargoRun { part: Part::App, title: "views", package: "app", options: &["--features", "ssr"] },
    CargoRun { part: Part::App, title: "probe", package: "probe", options: &[] },
    CargoRun { part: Part::Server, title: "server tests", package: "server", options: &[] },
    CargoRun { part: Part::Server, title: "load", package: "load", options: &[] },
    CargoRun { part: Part::Xtask, title: "set-up tests", package: "xtask", options: &[] },
];

pub fn run(options: &[String]) -> Result<ExitCode> {
    let parts = chosen(options)?;
    let layout = Layout::of_workspace()?;
    let needs_site = parts.iter().any(|part| matches!(part, Part::Server | Part::EndToEnd));
    let needs_browser = parts.contains(&Part::EndToEnd);
    let runs: Vec<&CargoRun> = CARGO_RUNS.iter().filter(|run| parts.contains(&run.part)).collect();
    let of_site = if needs_site { build::STAGES } else { 0 };
    let of_browser = if needs_browser { 3 } else { 0 };
    let of_wasm = if parts.contains(&Part::Wasm) { wasm::STAGES } else { 0 };
    let mut stages = Stages::new(of_site + runs.len() + of_wasm + of_browser);

    let mut tally = Tally::default();
    // The site comes first: it is built into the server, whose tests would else be compiled twice.
    if needs_site {
        build::binary(&layout, Profile::Dev, &mut stages)?;
    }
    for run in runs {
        stages.stage(run.title, |stage| cargo_test(&layout, run, &mut tally, stage))?;
    }
    if parts.contains(&Part::Wasm) {
        wasm::run(&layout, &mut tally, &mut stages)?;
    }
    if needs_browser {
        let end2end = layout.root.join("end2end");
        stages.stage("packages of the browser tests", |stage| setup::node::ensure(&end2end, stage))?;
        let chromium = stages.stage("Chromium", |stage| setup::browser::ensure(&end2end, stage))?;
        stages.stage("end to end", |stage| {
            counted(&mut tally, stage, |tally| end_to_end::run(&layout, &chromium, tally, stage))
        })?;
    }
    tally.close();
    eprintln!("tested in {:.0} s", stages.elapsed().as_secs_f32());
    tally.failed.iter().for_each(|name| println!("FAILED {name}"));
    println!("{} passed, {} failed", tally.passed.len(), tally.failed.len());
    Ok(if tally.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn chosen(options: &[String]) -> Result<Vec<Part>> {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let list = match options[..] {
        [] => return Ok(PARTS.iter().map(|(_, part)| *part).collect()),
        ["--only", list] => list,
        _ => bail!("`cargo xtask test` takes `--only {}` or nothing", names()),
    };
    let part = |name: &str| PARTS.iter().find(|(known, _)| *known == name).map(|(_, part)| *part);
    list.split(',')
        .map(|name| part(name).with_context(|| format!("there are no tests `{name}`: known are {}", names())))
        .collect()
}

fn names() -> String {
    PARTS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",")
}

fn cargo_test(layout: &Layout, run: &CargoRun, tally: &mut Tally, stage: &Stage) -> Result<()> {
    counted(tally, stage, |tally| {
        let mut command = layout.cargo(&["test", "--no-fail-fast", "--package", run.package]);
        // Snapshots are read in a review; a run neither writes nor accepts them.
        command.args(run.options).env("INSTA_UPDATE", "no").env_remove("LEPTOS_OUTPUT_NAME");
        let mut harness = Harness::new(run.package, tally);
        let status =
            process::watch(&mut command, |line| match (process::progress(line), harness.see(line)) {
                (Some(hint), _) => stage.hint(&hint),
                (None, Seen::Build) => stage.line(line),
                (None, Seen::Test) => stage.hint(line),
            })?;
        harness.end(status.success()).iter().for_each(|line| stage.line(line));
        Ok(())
    })
}

/// Lets a stage's closing line say how many tests it added.
fn counted(tally: &mut Tally, stage: &Stage, work: impl FnOnce(&mut Tally) -> Result<()>) -> Result<()> {
    let before = (tally.passed.len(), tally.failed.len());
    work(tally)?;
    let (passed, failed) = (tally.passed.len() - before.0, tally.failed.len() - before.1);
    stage.note(format!("{passed} passed, {failed} failed"));
    Ok(())
}
