//! Measures how long `harmony check` takes for a folder, as a person waits for it: from the start of the program to its end.
//!
//! `cargo bench -p server --bench check -- FOLDER`, or `HARMONY_CORPUS=FOLDER`. Without a folder it says so and measures
//! nothing.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 11;

fn main() -> ExitCode {
    let named = env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let Some(folder) = named.or_else(|| env::var("HARMONY_CORPUS").ok()).map(PathBuf::from) else {
        println!(
            "check: no folder to check; name one, as in `cargo bench -p server --bench check -- FOLDER`"
        );
        return ExitCode::SUCCESS;
    };
    if !folder.is_dir() {
        println!("check: {} is no folder, so nothing was measured", folder.display());
        return ExitCode::FAILURE;
    }
    let mut files = Vec::new();
    list(&folder, &mut files);
    let bytes: usize = files.iter().map(|file| fs::read(file).map_or(0, |raw| raw.len())).sum();
    println!("check: {} files, {:.1} MB", files.len(), bytes as f64 / 1e6);
    let read_alone = || {
        for file in &files {
            std::hint::black_box(fs::read(file).unwrap_or_default());
        }
    };
    report("reading the files alone", read_alone);
    for format in ["human", "json"] {
        report(&format!("harmony check --format {format}"), || check(&folder, format));
    }
    ExitCode::SUCCESS
}

fn check(folder: &Path, format: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harmony"));
    command.args(["check", "--format", format]).arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().expect("the program can be started");
}

/// Runs once to warm up, then measures.
fn report(what: &str, run: impl Fn()) {
    run();
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let seconds = |at: usize| times.get(at).copied().unwrap_or_default().as_secs_f64();
    println!(
        "  {what}: median {:.3} s, fastest {:.3} s, slowest {:.3} s",
        seconds(RUNS / 2),
        seconds(0),
        seconds(RUNS - 1)
    );
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}
