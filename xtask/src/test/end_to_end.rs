//! Runs the browser tests against the built binary and reads the totals from Playwright's report.

use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::Outcome;
use crate::layout::{Layout, Profile};
use crate::process::stage;
use crate::setup::{browser, node};

const FAILED: [&str; 2] = ["unexpected", "flaky"];
/// How much of an error is repeated at the end.
const MOST_LINES: usize = 8;

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
        failures(&report, &mut outcome.names);
        if outcome.names.is_empty() {
            outcome.names.push("end2end: Playwright says above what went wrong".to_owned());
        }
    }
    Ok(outcome)
}

/// Names the failed tests of a suite and of the suites within, each with the start of its error.
fn failures(suite: &Value, names: &mut Vec<String>) {
    for inner in list(&suite["suites"]) {
        failures(inner, names);
    }
    for spec in list(&suite["specs"]) {
        let place = format!("{}:{} {}", text(&spec["file"]), spec["line"], text(&spec["title"]));
        for test in list(&spec["tests"]).iter().filter(|test| FAILED.contains(&text(&test["status"]))) {
            let error = list(&test["results"]).iter().find_map(|result| result["error"]["message"].as_str());
            let error = without_colours(error.unwrap_or_default());
            let lines = error.lines().filter(|line| !line.trim().is_empty()).take(MOST_LINES);
            let lines = lines.map(|line| format!("\n    {line}")).collect::<String>();
            names.push(format!("end2end: [{}] {place}{lines}", text(&test["projectName"])));
        }
    }
}

/// Leaves out the escape sequences of terminals.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split('\u{1b}');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.filter_map(|piece| piece.split_once('m')).fold(first, |plain, (_, rest)| plain + rest)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::failures;

    #[test]
    fn a_failed_test_is_named_with_its_error() {
        let error = json!({"message": "Error: \u{1b}[2mexpect(\u{1b}[22mlocator)\n\nReceived: 3"});
        let test =
            |status: &str| json!({"projectName": "light", "status": status, "results": [{"error": error}]});
        let spec = |title: &str, status: &str| json!({"file": "a.spec.ts", "line": 7, "title": title, "tests": [test(status)]});
        let report = json!({"suites": [{"specs": [spec("one", "expected")], "suites": [{"specs": [spec("two", "unexpected")]}]}]});
        let mut names = Vec::new();
        failures(&report, &mut names);
        assert_eq!(names, ["end2end: [light] a.spec.ts:7 two\n    Error: expect(locator)\n    Received: 3"]);
    }
}
