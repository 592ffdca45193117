//! Runs the browser tests against the built binary and reads the totals from Playwright's report.

use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::Outcome;
use crate::layout::{Layout, Profile};
use crate::process::stage;
use crate::setup::{browser, node};

pub fn run(layout: &Layout) -> Result<Outcome> {
    let folder = layout.end2end();
    node::ensure(&folder)?;
    let chromium = browser::ensure(&folder)?;
    let report = folder.join("results/report.json");
    if report.exists() {
        fs::remove_file(&report).context("the last report could not be removed")?;
    }
    let mut command = node::npm("npx");
    command
        .args(["playwright", "test"])
        .current_dir(&folder)
        .env("HARMONY_BINARY", layout.program(Profile::Dev, "harmony"))
        .env("CHROMIUM", chromium);
    match browser::firefox()? {
        Some(firefox) => _ = command.env("FIREFOX", firefox),
        None => println!("Firefox is not installed: its tests are left out"),
    }
    let status = stage("end to end", || command.status().context("npx could not be started"))?;
    let written = fs::read(&report).context("Playwright wrote no report")?;
    let report: Value = serde_json::from_slice(&written).context("Playwright's report could not be read")?;
    let count = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
    let mut outcome = Outcome {
        passed: count("expected"),
        failed: count("unexpected") + count("flaky"),
        ..Outcome::default()
    };
    if status.success() && outcome.passed == 0 {
        bail!("Playwright ran no test");
    }
    if !status.success() {
        outcome.failed = outcome.failed.max(1);
        outcome.names.push("end2end: Playwright names them above".to_owned());
    }
    Ok(outcome)
}
