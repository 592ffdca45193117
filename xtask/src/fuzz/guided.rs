//! `cargo xtask fuzz --guided`: the targets of the folder `fuzz`, one after the other, by cargo-fuzz.
//!
//! What libFuzzer finds interesting is kept in the target folder, with the number of all executions: the next run goes on
//! from there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::layout::Layout;
use crate::process::{self, stage};

/// Each target, and whether it needs the server, which compiles for many minutes.
const TARGETS: [(&str, bool); 6] = [
    ("outline", false),
    ("json", false),
    ("envelopes", true),
    ("frames", false),
    ("sockets", true),
    ("reading", false),
];

/// Instrumented, and without a sanitizer: no code of this workspace is unsafe, and with one it is many times slower.
const HOW: [&str; 4] = ["--dev", "--sanitizer", "none", "--fuzz-dir=fuzz"];

/// Longer inputs reach nothing more.
const LIBFUZZER: [&str; 4] = ["-max_len=4096", "-timeout=10", "-rss_limit_mb=4096", "-print_final_stats=1"];

#[derive(Debug, PartialEq)]
struct Options<'o> {
    target: Option<&'o str>,
    limit: Limit,
    again: Option<&'o str>,
}

/// When all targets together have run for long enough.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Limit {
    Minutes(f64),
    Executions(u64),
}

pub fn run(layout: &Layout, options: &[String]) -> Result<ExitCode> {
    let options = options_of(options)?;
    if process::find("cargo-fuzz").is_none() {
        bail!(
            "cargo-fuzz is not installed; `cargo install cargo-fuzz --locked` installs it, and it needs a C++ compiler"
        );
    }
    let chosen: Vec<_> =
        TARGETS.into_iter().filter(|(name, _)| options.target.is_none_or(|target| target == *name)).collect();
    let guided = Guided {
        layout,
        folder: layout.target.join("fuzz").join("guided"),
        has_server: chosen.iter().any(|(_, needs_server)| *needs_server),
    };
    let names: Vec<&str> = chosen.iter().map(|(name, _)| *name).collect();
    stage("targets", || guided.build(&names))?;
    if let ([name], Some(file)) = (names.as_slice(), options.again) {
        return Ok(process::code(guided.cargo("run").arg(name).arg(file).status()?));
    }
    let mut all = 0;
    let mut holds = true;
    for name in &names {
        let Outcome { executions, is_crash } = guided.fuzz(name, options.limit.shared(names.len()))?;
        all += executions;
        holds &= !is_crash;
    }
    println!("{all} executions in all");
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Guided<'l> {
    layout: &'l Layout,
    /// What is kept between runs.
    folder: PathBuf,
    has_server: bool,
}

struct Outcome {
    executions: u64,
    is_crash: bool,
}

impl Guided<'_> {
    fn build(&self, names: &[&str]) -> Result<()> {
        fs::create_dir_all(&self.folder)?;
        // One version of everything in both workspaces.
        fs::copy(self.layout.root.join("Cargo.lock"), self.layout.root.join("fuzz/Cargo.lock"))?;
        let mut seeds = self.layout.cargo(&["run", "--quiet", "--package", "probe", "--", "seeds"]);
        process::quietly(seeds.arg(self.folder.join("seeds")))?;
        names.iter().try_for_each(|name| process::run(self.cargo("build").arg(name)))
    }

    fn cargo(&self, task: &str) -> Command {
        let mut command = self.layout.cargo(&["fuzz", task]);
        command.args(HOW).args(self.has_server.then_some("--features=server"));
        command
            // As in `.cargo/config.toml`, whose flags those of cargo-fuzz replace.
            .env("RUSTFLAGS", "--cfg erase_components")
            .env("CARGO_TARGET_DIR", self.layout.target.join("fuzz").join("build"));
        command
    }

    /// Runs a target, and prints what came of it.
    fn fuzz(&self, name: &str, limit: Limit) -> Result<Outcome> {
        let folder = |kind: &str| self.folder.join(kind).join(name);
        let (corpus, crashes) = (folder("corpus"), folder("crashes"));
        fs::create_dir_all(&corpus)?;
        fs::create_dir_all(&crashes)?;
        let log = self.folder.join(format!("{name}.log"));
        let started = Instant::now();
        let status = self
            .cargo("run")
            .arg(name)
            .args([&corpus, &folder("seeds")])
            .arg("--")
            .args(LIBFUZZER)
            .arg(limit.written())
            .arg(format!("-artifact_prefix={}/", crashes.display()))
            .stderr(fs::File::create(&log)?)
            .status()
            .context("cargo could not be started")?;
        let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        let executions = executions_of(&said).with_context(|| format!("see {}", log.display()))?;
        let since = self.count(name, executions)?;
        let a_second = executions as f64 / started.elapsed().as_secs_f64();
        println!(
            "{name:<14} {executions} executions, {a_second:.0} a second; {since} since its corpus was empty"
        );
        let crash = crash_of(&said);
        if let Some(file) = &crash {
            let reason = said.lines().skip_while(|line| !line.contains("panicked at")).take(2);
            let reason: String = reason.collect::<Vec<_>>().join("\n  ").chars().take(2_000).collect();
            println!("FAILED {name}: {reason}\n  cargo xtask fuzz --guided --target {name} --again {file}");
        }
        Ok(Outcome { executions, is_crash: crash.is_some() || !status.success() })
    }

    /// Adds executions to those of earlier runs, and returns all of them.
    fn count(&self, name: &str, executions: u64) -> Result<u64> {
        let file = self.folder.join(format!("{name}.executions"));
        let before: u64 = fs::read_to_string(&file).ok().and_then(|count| count.parse().ok()).unwrap_or(0);
        write(&file, &(before + executions).to_string())?;
        Ok(before + executions)
    }
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).with_context(|| format!("{} could not be written", file.display()))
}

impl Limit {
    /// The part of one target of so many.
    fn shared(self, targets: usize) -> Self {
        match self {
            Self::Minutes(minutes) => Self::Minutes(minutes / targets.max(1) as f64),
            Self::Executions(executions) => Self::Executions(executions.div_ceil(targets.max(1) as u64)),
        }
    }

    /// As libFuzzer takes it.
    fn written(self) -> String {
        match self {
            Self::Minutes(minutes) => format!("-max_total_time={}", (minutes * 60.0).ceil()),
            Self::Executions(executions) => format!("-runs={executions}"),
        }
    }
}

fn options_of(options: &[String]) -> Result<Options<'_>> {
    let mut read = Options { target: None, limit: Limit::Minutes(3.0), again: None };
    let mut options = options.iter().map(String::as_str);
    while let Some(name) = options.next() {
        let value = options.next().with_context(|| format!("`{name}` wants a value"))?;
        let number = || format!("`{value}` is nothing for `{name}`");
        match name {
            "--target" => read.target = Some(value),
            "--again" => read.again = Some(value),
            "--minutes" => read.limit = Limit::Minutes(value.parse().with_context(number)?),
            "--executions" => read.limit = Limit::Executions(value.parse().with_context(number)?),
            unknown => bail!(
                "`cargo xtask fuzz --guided` knows no `{unknown}`: it takes --minutes, --executions, --target and --again"
            ),
        }
    }
    let names = TARGETS.map(|(name, _)| name);
    if let Some(unknown) = read.target.filter(|target| !names.contains(target)) {
        bail!("there is no target `{unknown}`; known are {}", names.join(", "));
    }
    if read.again.is_some() && read.target.is_none() {
        bail!("`--again` wants a `--target`");
    }
    Ok(read)
}

fn executions_of(said: &str) -> Option<u64> {
    let line = said.lines().rev().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"))?;
    line.trim().parse().ok()
}

/// Returns the file of an input that violates an invariant, or takes too long or too much memory.
fn crash_of(said: &str) -> Option<String> {
    let line = said.lines().find(|line| line.contains("Test unit written to "))?;
    line.split("Test unit written to ").nth(1).map(|file| file.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Limit, Options, crash_of, executions_of, options_of};

    fn options(written: &[&str]) -> Result<Limit, String> {
        let written: Vec<String> = written.iter().map(|option| (*option).to_owned()).collect();
        options_of(&written).map(|Options { limit, .. }| limit).map_err(|error| error.to_string())
    }

    #[test]
    fn a_limit_is_of_minutes_or_executions() {
        assert_eq!(options(&["--executions", "12"]), Ok(Limit::Executions(12)));
        assert_eq!(options(&["--target", "json", "--minutes", "0.5"]), Ok(Limit::Minutes(0.5)));
        assert_eq!(Limit::Minutes(3.0).shared(6).written(), "-max_total_time=30");
        assert_eq!(Limit::Executions(13).shared(6).written(), "-runs=3");
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        assert!(options(&["--target", "jsn"]).unwrap_err().contains("outline, json"));
        assert!(options(&["--again", "a"]).unwrap_err().contains("--target"));
        assert!(options(&["--minutes"]).is_err() && options(&["--seed", "1"]).is_err());
    }

    #[test]
    fn the_log_of_libfuzzer_is_read() {
        let log =
            "artifact_prefix='c/'; Test unit written to c/crash-1\nstat::number_of_executed_units: 42\n";
        assert_eq!(executions_of(log), Some(42));
        assert_eq!(crash_of(log).as_deref(), Some("c/crash-1"));
        assert_eq!((executions_of("error"), crash_of("error")), (None, None));
    }
}
