use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

pub const CLEAN: &str = "# Review Report: billing

## Verdict: APPROVED
## Score: 96%

## Summary

All is well. Nothing is left to do.

## Findings

| # | File | Line | Severity | Description | Suggestion |
|---|------|------|----------|-------------|------------|
| 1 | src/a.rs | 88 | low | `total` is public | Make it private |

## Fixes Applied

| File | Fix |
|------|-----|
| src/a.rs | Removed an import |

## Flags for Human

| Issue | Why Human Needed |
|-------|------------------|
| Rounding | A decision of the tax office |
";

pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

pub fn harmony(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("HARMONY_TOKEN")
        .env("HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn the_exit_code_of_check_reflects_its_result() {
    let broken = CLEAN.replace("APPROVED", "PERHAPS");
    let folder = folder(&[("clean.md", CLEAN), ("broken.md", &broken), ("note.md", "a note\n")]);
    let clean = harmony(folder.path(), &["check", "clean.md"]);
    assert_eq!(clean.status.code(), Some(0), "{}", stdout(&clean));
    assert_eq!(stdout(&clean), "no issues in 1 block of 1 file\n");
    let broken = harmony(folder.path(), &["check", "broken.md"]);
    assert_eq!(broken.status.code(), Some(1), "{}", stdout(&broken));
    let missing = harmony(folder.path(), &["check", "missing.md"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("missing.md"));
    let note = harmony(folder.path(), &["check", "note.md"]);
    assert_eq!(note.status.code(), Some(2), "no report was recognized");
    assert_eq!(stdout(&note), "no report recognized in 1 file\nno known format in note.md\n");
}

#[test]
fn check_names_the_format_that_an_unknown_text_resembles() {
    let nameless =
        "# Billing\n\n## Findings\n\nNone\n\n## Fixes Applied\n\nNone\n\n## Flags for Human\n\nNone\n";
    let folder = folder(&[("report.md", nameless)]);
    let output = harmony(folder.path(), &["check", "report.md"]);
    assert!(
        stdout(&output).contains("report.md: It comes nearest to 5.1 Review Report, by"),
        "{}",
        stdout(&output)
    );
    let explained = harmony(folder.path(), &["parse", "--explain", "report.md"]);
    assert!(stdout(&explained).contains("nearest to 5.1 Review Report"), "{}", stdout(&explained));
}

#[test]
fn parse_names_files_without_a_known_format() {
    let verdict = r#"{"gate_status": "PASS", "summary": "ok"}"#;
    let folder = folder(&[("verdict.json", verdict), ("note.md", "a note\n"), ("clean.md", CLEAN)]);
    let expected = "harmony: no known format in note.md, verdict.json\n\
        harmony: verdict.json: It comes nearest to reaper/security-auditor Security Audit Verdict, by `gate_status`, \
        `summary`, but has no `blocking_issues`.\n";
    for explain in [&[][..], &["--explain", "--jsonl"]] {
        let unknown = harmony(folder.path(), &[&["parse", "note.md", "verdict.json"], explain].concat());
        assert_eq!(unknown.status.code(), Some(0));
        assert_eq!((stdout(&unknown), stderr(&unknown)), ("", expected));
    }
    let clean = harmony(folder.path(), &["parse", "clean.md"]);
    assert_eq!(stderr(&clean), "");
}

#[test]
fn unreadable_files_do_not_hide_the_rest() {
    let folder = folder(&[("clean.md", CLEAN)]);
    let wide: Vec<u8> = [0xfeff].into_iter().chain(CLEAN.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("wide.md"), wide).unwrap();
    fs::write(folder.path().join("image.md"), b"\x89PNG\0\0").unwrap();
    let cases = [
        ("missing.md", "no such file or folder"),
        ("wide.md", "it is UTF-16; save it as UTF-8"),
        ("image.md", "it contains zero bytes"),
    ];
    for (name, reason) in cases {
        let output = harmony(folder.path(), &["check", "clean.md", name]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(stdout(&output), "no issues in 1 block of 1 file\n");
        let expected = format!("harmony: {name} can't be read: {reason}");
        assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
    }
}

#[test]
fn check_reads_well() {
    let broken = CLEAN.replace("APPROVED", "PERHAPS").replace("| low |", "| **LOW** |");
    let folder = folder(&[("reports/broken.md", &broken)]);
    let output = harmony(folder.path(), &["check", "reports"]);
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn check_reports_the_same_as_json() {
    let folder = folder(&[("broken.md", &CLEAN.replace("APPROVED", "PERHAPS"))]);
    let output = harmony(folder.path(), &["check", "--format", "json", "broken.md"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let diagnostic = &report["files"][0]["blocks"][0]["diagnostics"][0];
    assert_eq!((&diagnostic["line"], &diagnostic["severity"]), (&Value::from(3), &Value::from("error")));
    assert_eq!(report["summary"]["errors"], 1);
}

#[test]
fn check_fixes_what_can_be_fixed() {
    let folder = folder(&[("a.md", &CLEAN.replace("| low |", "| **LOW** |"))]);
    let first = harmony(folder.path(), &["check", "a.md"]);
    assert!(stdout(&first).contains("--fix fixes 1"), "{}", stdout(&first));
    let output = harmony(folder.path(), &["check", "--fix", "a.md"]);
    let expected =
        "fixed a.md:14: severity-spelling: Write `low`\n1 issue fixed; no issues in 1 block of 1 file\n";
    assert_eq!(stdout(&output), expected);
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).unwrap(), CLEAN);
}

#[test]
fn a_file_that_can_not_be_written_back_whole_is_left_alone() {
    let mut raw = CLEAN.replace("| low |", "| **LOW** |").into_bytes();
    raw.extend(b"\xff\xfe\n");
    let folder = folder(&[]);
    fs::write(folder.path().join("a.md"), &raw).unwrap();
    let output = harmony(folder.path(), &["check", "--fix", "a.md"]);
    assert_eq!(stderr(&output).matches("a.md is not UTF-8").count(), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("--fix skips the file"));
    let output = harmony(folder.path(), &["check", "a.md"]);
    assert!(
        stdout(&output).contains("1 warning") && !stdout(&output).contains("--fix fixes"),
        "{}",
        stdout(&output)
    );
    assert_eq!(fs::read(folder.path().join("a.md")).unwrap(), raw);
}

#[test]
fn parse_prints_a_line_per_block() {
    let folder = folder(&[("a.md", CLEAN), ("sub/b.md", CLEAN), ("note.md", "no format\n"), ("c.rs", CLEAN)]);
    let output = harmony(folder.path(), &["parse", "--jsonl", "."]);
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let files: Vec<_> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["./a.md", "./sub/b.md"]);
    assert_eq!(lines[0]["format"], "5.1");
    assert_eq!(lines[0]["data"]["verdict"], "APPROVED");
    assert_eq!(lines[0]["span"]["start"], 0);
    assert!(stdout(&output).starts_with(r#"{"file":"./a.md","format":"5.1","data":{"#));
}

#[test]
fn parse_explains_what_was_recognized() {
    let text =
        format!("As this:\n\n~~~\n{CLEAN}~~~\n\n>> Step 2 complete: second-opinion/ -- SKIPPED (why)\n");
    let folder = folder(&[("a.md", &text), ("note.md", "no format\n")]);
    let output = harmony(folder.path(), &["parse", "--explain", "a.md", "note.md"]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    let output = harmony(folder.path(), &["parse", "--explain", "--jsonl", "a.md", "note.md"]);
    let lines: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let formats: Vec<_> = lines.iter().map(|line| line["format"].as_str().unwrap()).collect();
    assert_eq!(formats, ["5.1", "2.3", "2.1"]);
    assert_eq!((&lines[0]["file"], &lines[0]["fenced"]), (&Value::from("a.md"), &Value::Bool(true)));
    assert_eq!((&lines[2]["chosen"], &lines[2]["overlappedBy"]), (&Value::Bool(false), &Value::from("2.3")));
}

#[test]
fn parse_reads_the_standard_input() {
    let folder = folder(&[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["parse", "-", "--jsonl"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(CLEAN.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&line["file"], &line["format"]), (&Value::from("-"), &Value::from("5.1")));
}

#[test]
fn serve_refuses_what_is_unsafe_in_a_sentence() {
    let folder = folder(&[]);
    let open = harmony(folder.path(), &["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!(open.status.code(), Some(2));
    assert!(stderr(&open).contains("--token"), "{}", stderr(&open));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let busy = harmony(folder.path(), &["serve", "--listen", &address]);
    assert_eq!(busy.status.code(), Some(2));
    assert!(stderr(&busy).contains("in use by another program"), "{}", stderr(&busy));
}

#[test]
fn a_missing_command_is_suggested() {
    let folder = folder(&[("reports/a.md", CLEAN)]);
    let output = harmony(folder.path(), &["reports"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("`harmony serve reports`"), "{}", stderr(&output));
    let nowhere = harmony(folder.path(), &["serve", "--listen", "localhost:port"]);
    assert!(stderr(&nowhere).contains("127.0.0.1:4180"), "{}", stderr(&nowhere));
}

#[test]
fn a_name_can_be_listened_on() {
    let folder = folder(&[]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("localhost:{}", taken.local_addr().unwrap().port());
    let busy = harmony(folder.path(), &["serve", "--listen", &address]);
    assert!(stderr(&busy).contains("in use by another program"), "{}", stderr(&busy));
}

#[test]
fn parse_follows_what_is_still_being_written() {
    let folder = folder(&[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["parse", "--follow"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    // Cut in the middle of a word until the first part has been parsed.
    input.write_all(b"# Review Report: billing\n\n## Verdict: APPR").unwrap();
    let line = next();
    assert_eq!((&line["format"], &line["open"]), (&json!("5.1"), &json!(true)));
    input.write_all(b"OVED\n## Score: 96%\n").unwrap();
    drop(input);
    let line = next();
    assert_eq!((&line["data"]["verdict"], &line["open"]), (&json!("APPROVED"), &Value::Null));
    assert!(lines.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn keys_are_masked_in_what_is_printed_and_left_in_the_file() {
    let key = format!("sk-{}", "a1b2".repeat(6));
    let text = CLEAN.replace("All is well.", &format!("It logs `{key}`.")).replace("96%", "96");
    let folder = folder(&[("a.md", &text)]);
    let shown = format!("sk-{}", "X".repeat(24));
    for arguments in
        [&["parse", "a.md"][..], &["check", "--format", "json", "a.md"], &["check", "--fix", "a.md"]]
    {
        let output = harmony(folder.path(), arguments);
        assert!(!stdout(&output).contains(&key), "{arguments:?}");
    }
    assert!(stdout(&harmony(folder.path(), &["parse", "a.md"])).contains(&shown));
    let fixed = fs::read_to_string(folder.path().join("a.md")).unwrap();
    assert!(fixed.contains(&key) && fixed.contains("96%"), "{fixed}");
}

#[test]
fn a_report_that_is_all_of_a_text_counts_in_a_fence() {
    let folder = folder(&[("a.md", &format!("My review:\n\n```markdown\n{CLEAN}```\n"))]);
    assert_eq!(harmony(folder.path(), &["check", "a.md"]).status.code(), Some(0));
}

#[test]
fn a_report_in_a_fence_is_an_example() {
    let folder = folder(&[("a.md", &format!("# How to write one\n\n```markdown\n{CLEAN}```\n"))]);
    let output = harmony(folder.path(), &["check", "a.md"]);
    assert_eq!(
        stdout(&output),
        "no report recognized in 1 file\n\
         a.md: the Review Report at line 4 is in a code fence; examples are not checked\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn quarantine_works_on_a_server_and_on_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("harmony.sqlite");
    let quarantine = |arguments: &[&str], on: &[&str]| {
        let output = harmony(folder.path(), &[&["quarantine"], arguments, on].concat());
        (output.status.code(), stdout(&output).to_owned(), stderr(&output).to_owned())
    };
    let file = store.to_str().unwrap();
    let (code, _, said) = quarantine(&["check", "chain", "a"], &["--store", file]);
    assert_eq!(code, Some(2), "there is no store: {said}");
    let server = crate::process::Harmony::start(&store).unwrap();
    let address = format!("http://{}", server.address);
    for on in [["--to", &address], ["--store", file]] {
        let id = "night/../42 %";
        let (code, said, _) = quarantine(&["check", "session", id], &on);
        assert_eq!((code, said), (Some(0), format!("session {id} is not quarantined\n")));
        let add = ["add", "session", id, "--reason", "It\u{1b} loops.", "--auto-release"];
        let (code, said, error) = quarantine(&add, &on);
        assert_eq!(code, Some(0), "{error}");
        assert!(said.starts_with(&format!("quarantined session {id}: It\\u{{1b}} loops. (since ")), "{said}");
        let (code, said, _) = quarantine(&["check", "session", id], &on);
        assert!(code == Some(1) && said.contains(" left)"), "{code:?}: {said}");
        let (code, said, _) = quarantine(&["check", "session", id, "--format", "json"], &on);
        let checked: Value = serde_json::from_str(&said).unwrap();
        assert_eq!((code, &checked["quarantined"]), (Some(1), &json!(true)));
        assert_eq!(checked["quarantine"]["ttl"], 86_400);
        let (_, said, _) = quarantine(&["list", "--format", "json"], &on);
        let list: Value = serde_json::from_str(&said).unwrap();
        assert_eq!((&list["total"], &list["quarantines"][0]["targetId"]), (&json!(1), &json!(id)));
        assert_eq!(quarantine(&["release", "session", id], &on).0, Some(0));
        assert_eq!(quarantine(&["release", "session", id], &on).0, Some(1));
        assert_eq!(quarantine(&["list"], &on).1, "nothing is quarantined\n");
        assert_eq!(quarantine(&["add", "format", "reaper-test-runner", "--reason", "r"], &on).0, Some(0));
        assert_eq!(quarantine(&["check", "format", "reaper/test-runner"], &on).0, Some(1));
        assert_eq!(quarantine(&["release", "format", "Reaper/Test-Runner"], &on).0, Some(0));
        assert_eq!(quarantine(&["check", "format", "reaper-test-runner"], &on).0, Some(0));
        let (code, _, said) = quarantine(&["add", "chain", "a", "--reason", " "], &on);
        assert!(code == Some(2) && said.contains("reason"), "{said}");
        assert_eq!(quarantine(&["add", "step", "a", "--reason", "b"], &on).0, Some(2));
    }
    drop(server);
    assert_eq!(quarantine(&["check", "chain", "a"], &["--to", &address]).0, Some(2), "nobody answers");
}
