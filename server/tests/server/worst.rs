//! The worst texts within the limits: each is accepted, each of its views is served, and neither pages nor the server's
//! memory grow with the text.
//!
//! `cargo test --release -p server --test server worst -- --nocapture` prints what was measured, of texts of full length.

use std::fs;

use crate::process::{Connection, Harmony};

/// The largest page: a browser lays out two megabytes of HTML without delay.
const LARGEST_PAGE: usize = 2_000_000;

/// The sizes that this build parses in time: a full document, or part of one if the build isn't optimized.
const BLOCKS: usize = if cfg!(debug_assertions) { 5_000 } else { 400_000 };
const ROWS: usize = if cfg!(debug_assertions) { 5_000 } else { 300_000 };
const BYTES: usize = if cfg!(debug_assertions) { 200_000 } else { 8_000_000 };

/// The most memory that the server may need for all texts, one after the other, in kilobytes.
const MOST_MEMORY: usize = if cfg!(debug_assertions) { 300_000 } else { 1_000_000 };

fn rows(head: &str, count: usize, row: impl Fn(usize) -> String, end: &str) -> String {
    let mut text = head.to_owned();
    text.extend((1..=count).map(row));
    text + end
}

const REVIEW: &str = "# Review Report: rows\n\n## Verdict: APPROVED\n\n**Score:** 95%\n\n";
const FINDINGS: &str =
    "## Findings\n\n| # | File | Line | Severity | Description | Suggestion |\n|---|---|---|---|---|---|\n";

/// Returns texts whose pages are long unless something limits them, each in a different way.
fn worst_texts() -> Vec<(&'static str, String)> {
    let review = |rest: &str| format!("{REVIEW}{rest}");
    let findings = review(FINDINGS);
    let json =
        |fields: &str| format!("{{\"status\": \"completed\", \"response_type\": \"search\", {fields}}}");
    vec![
        ("many blocks", "# Review Report: a\n".repeat(BLOCKS)),
        ("many rows", rows(&findings, ROWS, |row| format!("| {row} | a | 4 | low | b | c |\n"), "")),
        ("many deviations", rows(&findings, ROWS / 4, |_| "| x | a | y | grave | b | |\n".to_owned(), "")),
        (
            "columns",
            format!(
                "{REVIEW}## Findings\n\n|#|File|{}\n|-|-|{}\n|1|a|{}\n",
                "c|".repeat(BYTES / 9),
                "-|".repeat(BYTES / 9),
                "v|".repeat(BYTES / 9)
            ),
        ),
        ("one line", review(&format!("## Summary\n\n{}\n", "lorem ipsum ".repeat(BYTES / 12)))),
        ("prose", review(&"## Notes\n\nsome words here\n\n".repeat(BYTES / 26))),
        ("marks", review(&format!("## Summary\n\n{}\n", "*a* `b` [c](d) ".repeat(BYTES / 15)))),
        ("controls", review(&format!("## Summary\n\n{}\n", "\u{1}\u{202e}<".repeat(BYTES / 5)))),
        (
            "a table in prose",
            review(&format!(
                "## Notes\n\n{}\n{}\n{}",
                "|a".repeat(1_000),
                "|-".repeat(1_000),
                "|\n".repeat(BYTES / 4)
            )),
        ),
        (
            "metrics",
            rows(
                "# Analysis: m\n\n**Aspect:** x\n\n## Metrics\n\n| Metric | Value |\n|---|---|\n",
                ROWS / 3,
                |row| format!("| m{row} | {row}% |\n"),
                "",
            ),
        ),
        (
            "steps",
            rows(
                "## Chain: s\n\n| # | Action | Model | Waits For | Key Inputs |\n|---|---|---|---|---|\n",
                ROWS / 6,
                |row| format!("| {row} | code/ | opus | {} | i |\n", row - 1),
                "",
            ),
        ),
        ("depth", json(&format!("\"deep\": {}1{}", "[".repeat(60), "]".repeat(60)))),
        (
            "keys",
            json(&format!("\"a\": 1, {}\"z\": 1", rows("", ROWS, |key| format!("\"k{key}\": 1, "), ""))),
        ),
        (
            "results",
            json(&format!(
                "\"results\": [{}{{}}]",
                rows("", ROWS / 3, |row| format!("{{\"file\": \"a{row}\", \"line\": {row}}}, "), "")
            )),
        ),
        (
            "records",
            rows(
                "",
                BLOCKS / 8,
                |row| {
                    format!(
                        "{{\"schema_version\": \"1\", \"decision_id\": \"d{row}\", \"decision_class\": \"ALLOW\", \"task_id\": \"t\"}}\n"
                    )
                },
                "",
            ),
        ),
        ("announcements", rows(REVIEW, BLOCKS / 8, |row| format!("Spawning Step {row}: code/ (opus)\n"), "")),
        ("fences", rows("", BLOCKS / 8, |_| "```\n# Review Report: a\n```\n".to_owned(), "")),
        ("lines", "x\n".repeat(BYTES / 2)),
        ("no words", "\u{1}".repeat(BYTES)),
    ]
}

#[test]
fn no_text_makes_a_page_or_the_server_large() {
    let folder = tempfile::tempdir().unwrap();
    let harmony = Harmony::start(&folder.path().join("store.sqlite")).unwrap();
    for (name, text) in worst_texts() {
        let mut connection = harmony.connect().unwrap();
        let (status, answer) = connection.deliver(&name.replace(' ', "-"), &text).unwrap();
        assert_eq!(status, 201, "{name}: {}", String::from_utf8_lossy(&answer));
        let stored: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        let page = format!("/documents/{}", stored["documents"][0]["id"].as_str().unwrap());
        let largest = pages_of(&page).into_iter().map(|view| size_of(&mut connection, name, &view)).max();
        // As long as the text requires, and streamed while it is read.
        let api = ["", "/raw"].map(|end| size_of_any(&mut connection, name, &format!("/api{page}{end}")));
        println!(
            "{name}: {} kB of text, largest page {} kB, JSON {} kB, memory so far {} MB",
            text.len() / 1_000,
            largest.unwrap_or_default() / 1_000,
            api[0] / 1_000,
            memory(&harmony) / 1_000
        );
    }
    assert!(memory(&harmony) < MOST_MEMORY, "{} kB", memory(&harmony));
}

/// Returns every view of a document, at its beginning and far into it.
fn pages_of(page: &str) -> Vec<String> {
    let views = ["", "?view=source", "?view=json"];
    let places = ["block=4001", "row=4001", "from=4001", "sort=severity&text=b"];
    let far = places.iter().flat_map(|place| {
        [format!("?{place}"), format!("?view=source&{place}"), format!("?view=json&{place}")]
    });
    views
        .into_iter()
        .map(str::to_owned)
        .chain(far)
        .chain(["/delete", "/fixed", "/format"].map(str::to_owned))
        .map(|end| format!("{page}{end}"))
        .collect()
}

fn size_of(connection: &mut Connection, name: &str, path: &str) -> usize {
    let size = size_of_any(connection, name, path);
    assert!(size <= LARGEST_PAGE, "{name}: {path} has {size} bytes");
    size
}

fn size_of_any(connection: &mut Connection, name: &str, path: &str) -> usize {
    let (status, body) = connection.get(path).unwrap();
    assert_eq!(status, 200, "{name}: {path}");
    body.len()
}

/// Returns the peak memory of the process in kilobytes, or 0 if the system doesn't report it.
fn memory(harmony: &Harmony) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", harmony.child.id())).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}
