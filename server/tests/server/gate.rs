//! `harmony gate`: what decides, and what it exits with.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// An answer in the ADR's shape.
fn run() -> Value {
    json!({
        "all_checks_passed": true,
        "blocking_issues": [],
        "pre_work_validation": {"validation_passed": true},
        "files_modified": ["/trees/task-1/src/store/writer.rs"],
        "tests": {"passed": 40, "failed": 0, "skipped": 2, "total": 42},
        "coverage": {"percentage": 86.5, "threshold_met": true},
        "lint": {"errors": 0, "warnings": 3},
        "commands_executed": [{"command": "cargo test", "exit_code": 0}],
    })
}

/// The answer with a field at a JSON pointer changed.
fn with(pointer: &str, value: Value) -> String {
    let mut run = run();
    match run.pointer_mut(pointer) {
        Some(field) => *field = value,
        None => run[pointer.trim_start_matches('/')] = value,
    }
    format!("{run:#}")
}

fn gate(text: &str, options: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["gate", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its options closes its input unread.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// Checks the exit code, and returns what programs get.
#[track_caller]
fn check(text: &str, options: &[&str], code: i32) -> Value {
    let output = gate(text, &[options, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(code), "{}", stdout(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn check_flags(text: &str, options: &[&str], expected: &[&str]) {
    let report = check(text, options, i32::from(!expected.is_empty()));
    let flags: Vec<&str> =
        report["flags"].as_array().unwrap().iter().map(|flag| flag["flag"].as_str().unwrap()).collect();
    assert_eq!(flags, expected, "{report:#}");
}

#[test]
fn the_exit_code_is_the_outcome() {
    assert_eq!(check(&run().to_string(), &[], 0)["outcome"], "pass");
    let failed = r#"{"gate_status": "FAIL", "blocking_issues": ["ERROR: TASK required"]}"#;
    let report = check(failed, &[], 1);
    assert_eq!(report["outcome"], "fail");
    assert_eq!(report["rule"], "fails because blocking_issues has 1 entry (gate_status = FAIL)");
    assert_eq!(check(&with("/blocking_issues", json!(["one"])), &[], 1)["outcome"], "redeploy");
    let undecided = with("/all_checks_passed", json!("later"));
    assert_eq!(check(&undecided, &[], 2)["outcome"], "undecidable");
    assert_eq!(check("All tests passed, I promise.", &[], 2)["outcome"], Value::Null);
    let missing =
        Command::new(env!("CARGO_BIN_EXE_harmony")).args(["gate", "missing.json"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn the_rule_names_the_fields_that_decide() {
    let failed = with("/tests", json!({"passed": 38, "failed": 2, "skipped": 2, "total": 42}));
    let failed = failed.replace(r#""all_checks_passed": true"#, r#""all_checks_passed": false"#);
    let report = check(&failed, &["--attempt", "3"], 1);
    assert_eq!(report["rule"], "fails because tests.failed = 2 (all_checks_passed = false)");
    assert_eq!((&report["kind"], &report["attempt"]), (&json!("test-runner"), &json!(3)));
}

#[test]
fn a_threshold_is_known_or_unknown() {
    check_flags(&run().to_string(), &["--threshold", "86.5"], &[]);
    check_flags(&run().to_string(), &["--threshold", "90"], &["coverage-against-threshold"]);
    check_flags(&with("/coverage", json!({"percentage": 61})), &[], &[]);
    check_flags(
        &with("/coverage", json!({"percentage": 61})),
        &["--threshold", "80"],
        &["coverage-against-threshold"],
    );
}

#[test]
fn scope_and_worktree_are_compared_by_component() {
    let run = run().to_string();
    check_flags(&run, &["--worktree", "/trees/task-1"], &[]);
    check_flags(&run, &["--worktree", "/trees/task"], &["scope-violation"]);
    check_flags(&run, &["--worktree", "/trees/task-10"], &["scope-violation"]);
    let scoped = |glob| ["--worktree", "/trees/task-1", "--scope", "docs/", "--scope", glob];
    check_flags(&run, &scoped("src/**/*.rs"), &[]);
    check_flags(&run, &scoped("src/*.rs"), &["scope-violation"]);
    // Without a worktree nobody knows where the scope begins.
    check_flags(&run, &["--scope", "docs/"], &[]);
}

#[test]
fn full_coverage_at_the_first_attempt_is_an_outlier() {
    let full = with("/coverage", json!({"percentage": 100, "threshold_met": true}));
    let without_tests = full.replacen('{', r#"{"prior_test_infrastructure": false,"#, 1);
    check_flags(&without_tests, &["--attempt", "1"], &["extreme-outlier"]);
    check_flags(&without_tests, &["--attempt", "2"], &[]);
    check_flags(&without_tests, &[], &[]);
    check_flags(&full, &["--attempt", "1"], &[]);
}

#[test]
fn a_flag_quotes_its_places() {
    let report = check(&with("/tests/failed", json!(2)), &[], 1);
    let flag = &report["flags"][0];
    assert_eq!(flag["flag"], "verdict-against-counts");
    assert_eq!(
        flag["places"],
        json!([
            {"field": "all_checks_passed", "value": "true", "line": 2, "column": 24},
            {"field": "tests.failed", "value": "2", "line": 12, "column": 15},
        ])
    );
    let unquoted = run().to_string().replacen("\"lint\"", "lint", 1);
    let flag = &check(&unquoted, &[], 1)["flags"][0];
    assert_eq!((&flag["flag"], &flag["places"][0]["value"]), (&json!("broken-json"), &json!("lint")));
}

#[test]
fn of_several_verdicts_the_worst_decides() {
    let failed = r#"{"gate_status": "FAIL", "blocking_issues": ["a test fails"]}"#;
    let both = format!("The first run:\n\n```json\n{:#}\n```\n\nThe second run:\n\n{failed}\n", run());
    let report = check(&both, &[], 1);
    let outcomes: Vec<_> =
        report["verdicts"].as_array().unwrap().iter().map(|verdict| &verdict["outcome"]).collect();
    assert_eq!((&report["outcome"], outcomes), (&json!("fail"), vec![&json!("pass"), &json!("fail")]));
    let output = gate(&both, &[]);
    assert_eq!(stdout(&output).lines().next(), Some("fail"));
}

#[test]
fn a_verdict_reads_well() {
    let text = with("/tests/failed", json!(2)).replace("/trees/task-1/", "../");
    insta::assert_snapshot!(stdout(&gate(&text, &[])));
}

#[test]
fn the_help_says_what_the_exit_codes_mean() {
    let help = gate("", &["--help"]);
    assert!(stdout(&help).contains("0 pass, 1 fail or redeploy, 2 no verdict"), "{}", stdout(&help));
    assert_eq!(gate("", &["--threshold", "120"]).status.code(), Some(2));
}

/// Judges the answer in a folder with that configuration, and returns the exit code, the output and the errors.
fn configured(config: &str, text: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    std::fs::write(folder.path().join("harmony.toml"), config).unwrap();
    std::fs::write(below.join("answer.json"), text).unwrap();
    let command = ["gate", "answer.json"];
    let output = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(command)
        .args(options)
        .current_dir(&below)
        .output()
        .unwrap();
    let words = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), words(output.stdout), words(output.stderr))
}

#[test]
fn a_threshold_may_be_configured() {
    let answer = with("/coverage", json!({"percentage": 70, "threshold_met": true}));
    let (code, output, _) = configured("[gate]\nthreshold = 80\n", &answer, &[]);
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("redeploy"), "{output}");
    // A lower one, none, or one on the command line.
    assert_eq!(configured("[gate]\nthreshold = 69.5\n", &answer, &[]).0, Some(0));
    assert_eq!(configured("", &answer, &[]).0, Some(0));
    assert_eq!(configured("[gate]\nthreshold = 80\n", &answer, &["--threshold", "60"]).0, Some(0));
}

#[test]
fn scope_and_worktree_may_be_configured() {
    let config = |worktree: &str| format!("[gate]\nscope = [\"src/**\"]\nworktree = \"{worktree}\"\n");
    let answer = format!("{:#}", run());
    assert_eq!(configured(&config("/trees/task-1"), &answer, &[]).0, Some(0));
    assert_eq!(configured(&config("/trees/task-10"), &answer, &[]).0, Some(1));
    let options = ["--worktree", "/trees/task-1"];
    assert_eq!(configured(&config("/trees/task-10"), &answer, &options).0, Some(0));
    assert_eq!(configured(&config("/trees/task-1"), &answer, &["--scope", "docs/"]).0, Some(1));
}

#[test]
fn a_configuration_that_is_not_understood_is_an_error() {
    let answer = format!("{:#}", run());
    for (config, expected) in [
        ("[gate]\nlimit = 80\n", ["line 2", "`limit`", "`threshold`"]),
        ("[gates]\n", ["line 1", "`gates`", "`gate`"]),
        ("[gate]\nthreshold = 800\n", ["harmony.toml", "800", "0 to 100"]),
        ("[gate]\nscope = \"src\"\n", ["line 2", "scope", "src"]),
    ] {
        let (code, _, errors) = configured(config, &answer, &[]);
        assert_eq!(code, Some(2), "{config}");
        for words in expected {
            assert!(errors.contains(words), "{config}: {errors}");
        }
    }
    let (code, _, errors) = configured("", &answer, &["--config", "nowhere.toml"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("nowhere.toml"), "{errors}");
}
