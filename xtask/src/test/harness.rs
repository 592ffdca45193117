//! Runs `cargo test` and adds up the totals that its harnesses print. The exit status decides about success.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use anyhow::{Context, Result};

use super::Outcome;
use crate::layout::Layout;

/// Shows what `cargo test` prints, without the lines of tests that passed.
pub fn run(layout: &Layout, options: &[&str]) -> Result<Outcome> {
    run_with(layout, options, &[])
}

/// Does the same with further variables of the environment.
pub fn run_with(layout: &Layout, options: &[&str], variables: &[(&str, &str)]) -> Result<Outcome> {
    let mut command = layout.cargo(&["test", "--no-fail-fast"]);
    // Snapshots are reviewed by hand; a run neither writes nor accepts them.
    command.args(options).envs(variables.iter().copied()).env("INSTA_UPDATE", "no").stdout(Stdio::piped());
    let mut child = command.spawn().context("cargo could not be started")?;
    let output = child.stdout.take().context("cargo has no output")?;
    let mut outcome = Outcome::default();
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        see(String::from_utf8_lossy(&line).trim_end(), &mut outcome);
    }
    if !child.wait()?.success() && outcome.failed == 0 {
        // A build error, or a test that crashed its process.
        outcome.failed = 1;
        outcome.names.push(format!("cargo test {}: ended early", options.join(" ")));
    }
    Ok(outcome)
}

fn see(line: &str, outcome: &mut Outcome) {
    let ending = line.strip_prefix("test ").and_then(|line| line.rsplit_once(" ... "));
    match ending {
        Some((_, "ok")) => return,
        Some((name, "FAILED")) => outcome.names.push(name.trim().to_owned()),
        _ => {}
    }
    if let Some((passed, failed)) = sum(line) {
        outcome.passed += passed;
        outcome.failed += failed;
    }
    println!("{line}");
}

/// Parses `test result: FAILED. 12 passed; 1 failed; 0 ignored; …`.
fn sum(line: &str) -> Option<(u64, u64)> {
    let words: Vec<&str> = line.strip_prefix("test result: ")?.split(' ').collect();
    let [_, passed, "passed;", failed, "failed;", ..] = words[..] else { return None };
    Some((passed.parse().ok()?, failed.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_added_and_failures_named() {
        let mut outcome = Outcome::default();
        for line in [
            "running 3 tests",
            "test scan::finds ... ok",
            "test scan::loses       ... FAILED",
            "test slow ... ignored",
            "test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s",
        ] {
            see(line, &mut outcome);
        }
        assert_eq!((outcome.passed, outcome.failed), (41, 1));
        assert_eq!(outcome.names, ["scan::loses"]);
    }
}
