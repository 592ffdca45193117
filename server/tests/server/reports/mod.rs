//! What `harmony check` writes for other programs, read back as they read it.

mod readers;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use jsonschema::Validator;
use serde_json::{Value, json};
use tempfile::TempDir;

use readers::{Found, READERS, Unit};

/// What other programs may take for something else is in names and in values, before a place that is reported.
const REVIEW: &str = "# Review Report: 결제 🔥

## Verdict: MAYBE::x, 100% [a](b) <b>|`1`
## Score: 9/10

## Summary

하나.

## Findings

| # | File | Line | Severity | Description | Suggestion |
|---|------|------|----------|-------------|------------|
| 1 | src/한국🔥.rs | 88 | **LOW** | 🔥 is `public` | Make it private |
| 2 | src/b.rs | 8-9 | **HIGH** | 🔥 is slow | Make it fast |

## Fixes Applied

| File | Fix |
|------|-----|
| src/a.rs | Removed an import |

## Flags for Human

| Issue | Why Human Needed |
|-------|------------------|
| 한국🔥 | A decision of the tax office |
";
const STEP: &str = ">> Step 2 complete: code/ -- done\n";
const CHARMS: &str =
    "# Review Report: a\u{1b}[2J\u{202e}\u{ffff}\n\n## Verdict: \u{1b}[2J]]> & \u{202e}\u{ffff}\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("docs")).unwrap();
    let many = format!("{STEP}\n").repeat(15);
    let files = [("1, a 한국🔥.md", REVIEW), ("2%3A.md", CHARMS), ("3.md", &many), ("note.md", "a note\n")];
    for (name, text) in files {
        fs::write(folder.path().join("docs").join(name), text).unwrap();
    }
    folder
}

fn run(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("HOME", folder)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn check(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, &[&["check", "docs"], arguments].concat(), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn check_as(folder: &Path, format: &str) -> String {
    check(folder, &["--format", format])
}

fn valid(schema: &Value, instance: &Value) {
    let validator: Validator = jsonschema::options().should_validate_formats(true).build(schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(instance).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn all_formats_report_the_same_findings() {
    let folder = folder();
    let expected = |unit| readers::json(folder.path(), &check_as(folder.path(), "json"), unit);
    let findings = expected(Unit::CodePoint);
    let severities = |word: &str| findings.iter().filter(|found| found.severity == word).count();
    assert!(severities("error") > 2 && severities("warning") > 10 && severities("info") > 0, "{findings:#?}");
    // The units differ in some of them, or nothing would be shown.
    assert!(expected(Unit::Utf16) != findings && expected(Unit::Byte) != expected(Unit::Utf16));
    for (format, unit, read) in READERS {
        let written = check_as(folder.path(), format);
        let (mut found, mut expected): (Vec<Found>, Vec<Found>) = (read(&written), expected(*unit));
        found.sort();
        expected.sort();
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "as {format}");
        }
        assert_eq!(found.len(), expected.len(), "as {format}");
    }
}

#[test]
fn sarif_and_rdjson_are_valid() {
    let folder = folder();
    let sarif: Value = serde_json::from_str(&check_as(folder.path(), "sarif")).unwrap();
    let mut schema: Value = serde_json::from_str(include_str!("../../schemas/sarif-2.1.0.json")).unwrap();
    // The pattern of a property that Harmony does not write is no regular expression: it closes a bracket twice.
    for name in ["run", "toolComponent"] {
        schema["definitions"][name]["properties"]["language"] = json!(false);
    }
    valid(&schema, &sarif);
    let rdjson: Value = serde_json::from_str(&check_as(folder.path(), "rdjson")).unwrap();
    valid(&serde_json::from_str(include_str!("../../schemas/rdjson.json")).unwrap(), &rdjson);
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["help"]["text"].as_str().is_some_and(|help| help.len() > 20), "{rule}");
    }
}

/// The edits of both formats, made by their own counting of columns, give the text that `--fix` writes.
#[test]
fn suggestions_make_the_fixes() {
    let folder = folder();
    let file = folder.path().join("docs/1, a 한국🔥.md");
    let sarif = readers::sarif_edits(&check_as(folder.path(), "sarif"), "docs/1, a 한국🔥.md");
    let rdjson = readers::rdjson_edits(&check_as(folder.path(), "rdjson"), "docs/1, a 한국🔥.md");
    run(folder.path(), &["check", "docs", "--fix"], &[]);
    let fixed = fs::read_to_string(file).unwrap();
    assert!(fixed != REVIEW);
    assert_eq!(readers::apply(REVIEW, sarif, Unit::Utf16), fixed);
    assert_eq!(readers::apply(REVIEW, rdjson, Unit::Byte), fixed);
}

/// Applied by another program, an edit that holds a masked key would replace the key.
#[test]
fn no_suggestion_holds_a_masked_key() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("docs")).unwrap();
    let key = format!("sk-{}", "a1b2".repeat(6));
    // A fix that writes the row again holds the whole row.
    let text = REVIEW.replace("**LOW**", "low").replace("| 🔥 is slow |", &format!("| 🔥 {key} |"));
    let text = text.replace("| 2 | src/b.rs | 8-9 | **HIGH** |", "| 2 | src/b.rs:8 | | **HIGH** |");
    fs::write(folder.path().join("docs/a.md"), text).unwrap();
    for format in ["sarif", "rdjson"] {
        let written = check_as(folder.path(), format);
        assert!(!written.contains(&key));
        let edits = match format {
            "sarif" => readers::sarif_edits(&written, "docs/a.md"),
            _ => readers::rdjson_edits(&written, "docs/a.md"),
        };
        assert!(!edits.is_empty() && edits.iter().all(|edit| !edit.insert.contains("XXXXXXXX")));
    }
}

fn fingerprints(folder: &Path) -> Vec<String> {
    let issues: Value = serde_json::from_str(&check_as(folder, "gitlab")).unwrap();
    issues.as_array().unwrap().iter().map(|issue| issue["fingerprint"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn fingerprints_stay_when_lines_move() {
    let folder = folder();
    let before = fingerprints(folder.path());
    let mut distinct = before.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), before.len());
    let file = folder.path().join("docs/3.md");
    fs::write(&file, format!("Some words.\n\n{}", fs::read_to_string(&file).unwrap())).unwrap();
    assert_eq!(fingerprints(folder.path()), before);
    let sarif: Value = serde_json::from_str(&check_as(folder.path(), "sarif")).unwrap();
    let of_sarif = sarif["runs"][0]["results"].as_array().unwrap().iter();
    let of_sarif: Vec<_> = of_sarif.map(|result| &result["partialFingerprints"]["harmony/v1"]).collect();
    assert_eq!(json!(of_sarif), json!(before));
}

/// As GitLab documents it: an array of objects with these properties.
#[test]
fn the_code_quality_report_has_the_documented_shape() {
    let folder = folder();
    let issues: Value = serde_json::from_str(&check_as(folder.path(), "gitlab")).unwrap();
    let place = json!({ "type": "object", "required": ["line"], "properties": { "line": { "minimum": 1 } } });
    let words = json!({ "type": "string", "minLength": 1 });
    let shape = json!({
        "type": "array",
        "items": {
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": words,
                "check_name": words,
                "fingerprint": words,
                "severity": { "enum": ["info", "minor", "major", "critical", "blocker"] },
                "location": {
                    "required": ["path", "positions"],
                    "properties": {
                        "path": { "type": "string", "pattern": "^[^./]" },
                        "positions": { "required": ["begin"], "properties": { "begin": place } },
                    },
                },
            },
        },
    });
    valid(&shape, &issues);
}

#[test]
fn a_test_report_counts_what_it_has() {
    let folder = folder();
    let output = run(folder.path(), &["check", "docs", "missing.md", "--format", "junit"], &[]);
    assert_eq!(output.status.code(), Some(2));
    let written = String::from_utf8(output.stdout).unwrap();
    let document = roxmltree::Document::parse(&written).unwrap();
    let root = document.root_element();
    let suites: Vec<_> = root.children().filter(|node| node.is_element()).collect();
    let count = |node: roxmltree::Node<'_, '_>, name: &str| {
        node.descendants().filter(|inner| inner.has_tag_name(name)).count().to_string()
    };
    for suite in suites.iter().copied().chain([root]) {
        for (attribute, name) in [("tests", "testcase"), ("failures", "failure"), ("errors", "error")] {
            assert_eq!(
                suite.attribute(attribute),
                Some(count(suite, name).as_str()),
                "{attribute}\n{written}"
            );
        }
    }
    assert_eq!(count(root, "error"), "1", "a file could not be read");
    assert_eq!(count(root, "skipped"), "1", "no known format is in note.md");
    assert!(suites.iter().all(|suite| suite.has_tag_name("testsuite") && suite.has_attribute("name")));
}

/// What fails the check fails in a test report, and nothing else does.
#[test]
fn a_test_report_fails_where_the_check_fails() {
    let folder = folder();
    let failures = |fail_on: &str| {
        let output = run(folder.path(), &["check", "docs", "--format", "junit", "--fail-on", fail_on], &[]);
        let failures = String::from_utf8(output.stdout).unwrap().matches("<failure ").count();
        assert_eq!(output.status.code() == Some(1), failures > 0, "--fail-on {fail_on}");
        failures
    };
    let severities =
        |severity: &str| check(folder.path(), &["--quiet"]).matches(&format!("{severity}[")).count();
    assert_eq!(failures("error"), severities("error"));
    assert_eq!(failures("warning"), severities("error") + severities("warning"));
    assert_eq!(failures("contradiction"), 0);
}

#[test]
fn annotations_that_github_does_not_show_are_counted() {
    let folder = folder();
    let written = check_as(folder.path(), "github");
    let warnings = written.lines().filter(|line| line.starts_with("::warning ")).count();
    assert!(warnings > 10);
    let sentence =
        format!("GitHub annotates 10 of each kind; this log has {} warnings more\n", warnings - 10);
    assert!(written.ends_with(&sentence), "{written}");
    // Everything from outside is in a command, where it means nothing else.
    assert_eq!(written.lines().filter(|line| !line.starts_with("::")).count(), 2);
    assert!(!written.contains('\u{1b}'));
}

#[test]
fn a_quiet_check_prints_findings_only_and_statistics_print_counts_only() {
    let folder = folder();
    let all = check(folder.path(), &[]);
    let quiet = check(folder.path(), &["--quiet"]);
    let counts = check(folder.path(), &["--statistics"]);
    assert_eq!(format!("{quiet}{counts}"), all);
    assert!(quiet.contains("-->") && !counts.contains("-->"));
    assert!(
        counts.starts_with(" 2  error    unknown-verdict         in 2 files\n"),
        "the worst first: {counts}"
    );
    fs::write(
        folder.path().join("fine.md"),
        include_str!("../../../../app/src/formats/review_report/fixtures/complete.md"),
    )
    .unwrap();
    let fine = run(folder.path(), &["check", "-q", "fine.md"], &[]);
    assert_eq!((fine.status.code(), fine.stdout.len(), fine.stderr.len()), (Some(0), 0, 0));
}

#[test]
fn colors_are_for_terminals_and_for_whoever_asks() {
    let folder = folder();
    let is_colored = |arguments: &[&str], environment: &[(&str, &str)]| {
        run(folder.path(), &[&["check", "docs"], arguments].concat(), environment).stdout.contains(&0x1b)
    };
    assert!(!is_colored(&[], &[]));
    assert!(is_colored(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(is_colored(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_colored(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_colored(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn a_rule_is_explained_and_a_name_that_is_nearly_right_is_suggested() {
    let folder = folder();
    let explain = |arguments: &[&str]| run(folder.path(), &[&["rules"], arguments].concat(), &[]);
    let explained = String::from_utf8(explain(&["score-form"]).stdout).unwrap();
    insta::assert_snapshot!(explained);
    let wrong = explain(&["score-from"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `score-form`"));
    let listed: Value = serde_json::from_slice(&explain(&["--format", "json"]).stdout).unwrap();
    let of_format: Value = serde_json::from_slice(&explain(&["5.1", "--format", "json"]).stdout).unwrap();
    let (listed, of_format) = (listed["rules"].as_array().unwrap(), of_format["rules"].as_array().unwrap());
    assert!(of_format.len() < listed.len() && of_format.iter().all(|rule| listed.contains(rule)));
    let example: Value =
        serde_json::from_slice(&explain(&["score-form", "--format", "json"]).stdout).unwrap();
    let example = &example["rules"][0]["example"];
    fs::write(folder.path().join("docs/3.md"), example["text"].as_str().unwrap()).unwrap();
    let found = check(folder.path(), &[]);
    let line = &example["diagnostic"]["line"];
    assert!(found.contains(&format!("docs/3.md:{line}:")), "{found}");
}

/// Rules of values are only in formats of a team, whose own examples show them.
#[test]
fn a_rule_of_a_team_is_shown_by_its_example() {
    let folder = folder();
    let formats = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/formats");
    let explained = run(folder.path(), &["rules", "value-form", "--formats", formats], &[]);
    let explained = String::from_utf8(explained.stdout).unwrap();
    assert!(explained.contains("warning[value-form]"), "{explained}");
    assert!(explained.contains("examples/formats/release-notes.fail.md:"), "{explained}");
}
