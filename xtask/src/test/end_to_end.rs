//! Runs the browser tests against the built binary and reads Playwright's own report of them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::tally::Tally;
use crate::layout::{Layout, Profile};
use crate::process;
use crate::setup::node;
use crate::stages::Stage;

pub fn run(layout: &Layout, chromium: &Path, tally: &mut Tally, stage: &Stage) -> Result<()> {
    let folder = layout.root.join("end2end");
    let report = folder.join("results/report.json");
    if report.exists() {
        fs::remove_file(&report).context("the last report could not be removed")?;
    }
    let mut command = node::npm("npx");
    command
        .args(["playwright", "test"])
        .current_dir(&folder)
        .env("HARMONY_BINARY", layout.binary(Profile::Dev))
        .env("CHROMIUM", chromium)
        .env("FORCE_COLOR", "0");
    let mut kept = Vec::new();
    let status = process::watch(&mut command, |line| {
        stage.hint(line.trim());
        let has_passed = line.trim_start().starts_with(['✓', '·']);
        if !has_passed {
            kept.push(line.to_owned());
        }
    })?;
    if !status.success() {
        kept.iter().for_each(|line| stage.line(line));
    }
    let written = fs::read(&report).context("Playwright wrote no report")?;
    let report: Value = serde_json::from_slice(&written).context("Playwright's report could not be read")?;
    let (passed, failed) = (tally.passed.len(), tally.failed.len());
    list(&report["suites"]).for_each(|suite| count(suite, tally));
    let found_failure = tally.failed.len() > failed;
    if !status.success() && !found_failure {
        tally.fail("end2end: ended early".to_owned());
    }
    if status.success() && tally.passed.len() == passed {
        bail!("Playwright ran no test");
    }
    Ok(())
}

/// Suites hold suites and specs; a spec has one test for each project.
fn count(suite: &Value, tally: &mut Tally) {
    list(&suite["suites"]).for_each(|inner| count(inner, tally));
    for spec in list(&suite["specs"]) {
        for test in list(&spec["tests"]) {
            let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
            let project = text(&test["projectName"]);
            let name = format!(
                "end2end {}:{} {} ({project})",
                text(&spec["file"]),
                spec["line"],
                text(&spec["title"])
            );
            match test["status"].as_str() {
                Some("expected") => tally.pass(name),
                Some("skipped") => {}
                _ => tally.fail(name),
            }
        }
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
