//! `harmony render`: one file that has everything inside, for one report and for several.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use app::formats::FORMATS;
use tempfile::TempDir;

use crate::process::Harmony;

const FAILED: &str = "# Review Report: refunds\n\n## Verdict: NEEDS_CHANGES\n## Score: 4/10\n\n## Summary\n\nA cent is lost.\n";
const KEY: &str = "sk-a1b2a1b2a1b2a1b2a1b2a1b2";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::with_prefix("very-private-").unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn harmony(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harmony"));
    command.args(arguments).current_dir(folder).env("HOME", folder).env_remove("GITHUB_STEP_SUMMARY");
    command.env_remove("HARMONY_CI_TOKEN").output().unwrap()
}

/// Renders files of a folder, named by its absolute path, and returns the page.
fn rendered(folder: &TempDir, names: &[&str]) -> String {
    let files = names.iter().map(|name| folder.path().join(name).display().to_string());
    let files: Vec<String> = files.collect();
    let mut arguments = vec!["render", "-o", "preview.html"];
    arguments.extend(files.iter().map(String::as_str));
    let output = harmony(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(folder.path().join("preview.html")).unwrap()
}

fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Every link of the page leads to a place in it, and no two places have one name.
fn check_links(page: &str, of: &str) {
    let ids = values(page, " id=\"");
    let mut counts = BTreeMap::new();
    ids.iter().for_each(|id| *counts.entry(*id).or_insert(0) += 1);
    let twice: Vec<_> = counts.iter().filter(|(_, count)| **count > 1).collect();
    assert!(twice.is_empty(), "{of}: {twice:?}");
    // Links that the text itself has lead elsewhere.
    let of_text = |href: &&str| href.starts_with("https://") || href.starts_with("http://");
    for href in values(page, " href=\"").into_iter().filter(|href| !of_text(href)) {
        let id = href.strip_prefix('#').unwrap_or_else(|| panic!("{of}: a link leads to {href}"));
        assert!(counts.contains_key(id), "{of}: a link leads to {href}");
    }
}

#[test]
fn a_file_has_everything_inside_and_nothing_of_its_sender() {
    let text = format!("{FAILED}\nThe key is {KEY}.\n");
    let folder = folder(&[("review.md", text.as_str())]);
    let page = rendered(&folder, &["review.md"]);
    let policy = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">"#;
    for part in [
        policy,
        "<title>refunds · Harmony</title>",
        "<ins>40%",
        "A cent is lost",
        r##"href="#L4""##,
        "noindex",
    ] {
        assert!(page.contains(part), "`{part}` is missing: {page}");
    }
    for forbidden in ["very-private", KEY, "<script", "<link", "<img", "http://", "https://"] {
        assert!(!page.contains(forbidden), "`{forbidden}` is in the page");
    }
    check_links(&page, "a review");
}

#[test]
fn a_file_is_small_whatever_its_format() {
    for format in FORMATS {
        let example = format.spec.example;
        let folder = folder(&[("example.md", example)]);
        let page = rendered(&folder, &["example.md"]);
        let more = page.len() - example.len();
        assert!(more < 150_000, "{}: {more} bytes besides the text", format.spec.id);
        check_links(&page, format.spec.id);
    }
}

#[test]
fn several_files_get_an_index_with_the_worst_first() {
    let log = FORMATS.iter().find(|format| format.log.is_some()).unwrap().spec.example;
    let log = format!("{log}\n{log}\n");
    let fine =
        FAILED.replace("NEEDS_CHANGES", "APPROVED").replace("4/10", "96%").replace("refunds", "orders");
    let folder = folder(&[
        ("a.md", fine.as_str()),
        ("b.md", FAILED),
        ("c.jsonl", log.as_str()),
        ("d.jsonl", log.as_str()),
    ]);
    let page = rendered(&folder, &["a.md", "b.md", "c.jsonl", "d.jsonl"]);
    check_links(&page, "several files");
    let [failed, passed] = [">refunds<", ">orders<"].map(|title| page.find(title).unwrap());
    assert!(failed < passed, "the worst is not first");
    assert_eq!(page.matches("All reports").count(), 5, "the index, and a way back from each report");
}

#[test]
fn a_long_text_makes_a_bounded_file() {
    let rows: String =
        (1..=30_000).map(|row| format!("| {row} | a.rs | {row} | low | Said {row} | None |\n")).collect();
    let table =
        "## Findings\n\n| # | File | Line | Severity | Description | Suggestion |\n|--|--|--|--|--|--|\n";
    let text = format!("{FAILED}\n{table}{rows}");
    let folder = folder(&[("long.md", text.as_str())]);
    let page = rendered(&folder, &["long.md"]);
    let told = "The first 1\u{202f}000 of 30\u{202f}000";
    assert!(page.contains(told), "the rest is not mentioned");
    assert!(page.len() < 12_000_000, "{} bytes", page.len());
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_shown() {
    let folder = folder(&[("review.md", FAILED)]);
    let output = harmony(folder.path(), &["render", "review.md", "missing.md", "-o", "out.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.md can't be read"));
    assert!(fs::read_to_string(folder.path().join("out.html")).unwrap().contains("refunds"));
    let output = harmony(folder.path(), &["render", "missing.md", "-o", "none.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.path().join("none.html").exists());
    let output = harmony(folder.path(), &["render", "review.md", "-o", "no/such/folder.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("can't be written"));
}

#[test]
fn preview_prints_the_link_and_appends_to_the_summary_of_a_job() {
    let folder = folder(&[("review.md", FAILED)]);
    let server = Harmony::start_with(
        &folder.path().join("store.sqlite"),
        &["--public-url", "https://harmony.example"],
    )
    .unwrap();
    let address = format!("http://{}", server.address);
    fs::write(folder.path().join("summary.md"), "Before.\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["preview", "review.md", "--keep", "2d", "--server", &address])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env_remove("HARMONY_CI_TOKEN")
        .env("GITHUB_STEP_SUMMARY", "summary.md")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let url = String::from_utf8(output.stdout).unwrap();
    let token = url.trim().strip_prefix("https://harmony.example/p/").unwrap();
    let summary = fs::read_to_string(folder.path().join("summary.md")).unwrap();
    assert!(summary.starts_with("Before.\n### [refunds]") && summary.contains(url.trim()), "{summary}");
    let (status, page) = server.connect().unwrap().get(&format!("/p/{token}")).unwrap();
    assert_eq!(status, 200);
    assert!(String::from_utf8(page).unwrap().contains("A cent is lost"));

    let nothing = harmony(folder.path(), &["preview", "review.md", "--server", &address, "--keep", "soon"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("is not a length of time"), "{nothing:?}");
}
