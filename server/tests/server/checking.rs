//! What `harmony check` reads, and what makes it fail.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{CLEAN as REPORT, folder};

/// A folder that is removed in the end.
struct Project(TempDir);

struct Outcome {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Project {
    fn of(files: &[(&str, &str)]) -> Self {
        Self(folder(files))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        run(self.0.path(), arguments, "")
    }

    fn check(&self, arguments: &[&str]) -> Outcome {
        self.run(&[&["check"], arguments].concat())
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let outcome = self.check(&[&["--format", "json"], arguments].concat());
        serde_json::from_str(&outcome.out)
            .unwrap_or_else(|error| panic!("{error}: {}{}", outcome.out, outcome.err))
    }
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> Outcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may have ended.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let words = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Outcome { code: status.code(), out: words(stdout), err: words(stderr) }
}

impl Outcome {
    #[track_caller]
    fn is(&self, code: i32, words: &[&str]) {
        let Self { code: found, out, err } = self;
        assert_eq!(*found, Some(code), "{out}{err}");
        for words in words {
            assert!(out.contains(words) || err.contains(words), "`{words}` is not in\n{out}{err}");
        }
    }
}

fn rejected() -> String {
    REPORT.replace("APPROVED", "NEEDS_CHANGES").replace("96%", "62%").replace("| low |", "| critical |")
}

#[test]
fn a_failed_verdict_fails_only_if_asked() {
    let project = Project::of(&[("a.md", &rejected()), ("b.md", REPORT)]);
    project.check(&["a.md"]).is(0, &[]);
    let outcome = project.check(&["a.md", "--fail-on", "verdict"]);
    outcome.is(
        1,
        &[
            "error[failed-verdict]",
            "the verdict of this Review Report is `NEEDS_CHANGES`",
            "fails: 1 failed verdict",
        ],
    );
    assert!(outcome.out.contains("a.md:3:"), "{}", outcome.out);
    project.check(&["b.md", "--fail-on", "verdict"]).is(0, &[]);
    project.check(&["b.md", "--fail-on", "verdict,error"]).is(0, &[]);
    let gate = json!({"gate_status": "FAIL", "blocking_issues": ["a test fails"]}).to_string();
    project.write("gate.json", &gate);
    project.check(&["gate.json", "--fail-on", "verdict"]).is(1, &["failed-verdict"]);
}

#[test]
fn errors_fail_unless_something_else_is_asked() {
    let project = Project::of(&[("a.md", &REPORT.replace("APPROVED", "PERHAPS"))]);
    project.check(&["a.md"]).is(1, &["1 error"]);
    project.check(&["a.md", "--fail-on", "error"]).is(1, &[]);
    project.check(&["a.md", "--fail-on", "verdict"]).is(0, &["1 error"]);
    project.check(&["a.md", "--fail-on", "warning"]).is(1, &[]);
}

#[test]
fn warnings_fail_if_asked() {
    let project = Project::of(&[("a.md", &REPORT.replace("96%", "9/10"))]);
    project.check(&["a.md"]).is(0, &["warning[score-form]"]);
    project.check(&["a.md", "--fail-on", "warning"]).is(1, &["fails: 1 warning"]);
    project.check(&["a.md", "--strict"]).is(1, &["fails: 1 warning"]);
}

#[test]
fn a_contradicted_state_fails_if_asked() {
    let text =
        REPORT.replace("| low |", "| critical |").replace("| src/a.rs | Removed", "| src/b.rs | Removed");
    let project = Project::of(&[("a.md", &text)]);
    let state = project.check(&["a.md", "--fail-on", "contradiction"]);
    state.is(1, &["fails: 1 contradicted state"]);
    project.check(&["a.md", "--fail-on", "verdict"]).is(0, &[]);
}

#[test]
fn a_low_score_fails() {
    let step = ">> Step 2 complete: code/ -- patched\n";
    let project = Project::of(&[("a.md", &rejected()), ("b.md", REPORT), ("step.md", step)]);
    project.check(&["a.md", "--min-score", "62"]).is(0, &[]);
    project
        .check(&["a.md", "b.md", "--min-score", "63"])
        .is(1, &["error[low-score]", "expected 63% or more, found 62%", "a.md:4:"]);
    project.check(&["b.md", "step.md", "--min-score", "80"]).is(0, &["no score in step.md"]);
    project.check(&["b.md", "step.md", "--min-score", "80", "--strict"]).is(1, &["error[no-score]"]);
    project.check(&["b.md", "--min-score", "101"]).is(2, &["101"]);
}

#[test]
fn an_expected_format_must_be_in_every_file() {
    let project = Project::of(&[
        ("a.md", REPORT),
        ("note.md", "a note\n"),
        (
            "near.md",
            "# Billing\n\n## Findings\n\nNone\n\n## Fixes Applied\n\nNone\n\n## Flags for Human\n\nNone\n",
        ),
        ("step.md", ">> Step 2 complete: code/ -- patched\n"),
        ("fence.md", &format!("# How to\n\n```markdown\n{REPORT}```\n")),
    ]);
    project.check(&["a.md", "--expect", "5.1"]).is(0, &[]);
    project.check(&["a.md", "--expect", "review-report"]).is(0, &[]);
    let expect = |file: &str, words: &[&str]| project.check(&[file, "--expect", "5.1"]).is(1, words);
    expect(
        "note.md",
        &[
            "error[missing-format]",
            "no 5.1 Review Report here: nothing was read",
            "it opens as `# Review Report:",
        ],
    );
    expect("near.md", &["It comes nearest to 5.1 Review Report", "does not open as one"]);
    expect("step.md", &["2.1 Step Completion was read"]);
    expect("fence.md", &["the one at line 4 is in a code fence"]);
    project
        .check(&["a.md", "note.md", "--expect", "5.1"])
        .is(1, &["fails: 1 file without the expected format"]);
    project
        .check(&["a.md", "--expect", "reveiw-report"])
        .is(2, &["no format is called `reveiw-report`; did you mean `review-report`?"]);
}

#[test]
fn a_file_of_no_format_fails_if_strict() {
    let project = Project::of(&[("a.md", REPORT), ("note.md", "a note\n")]);
    project.check(&["a.md", "note.md"]).is(0, &["no known format in note.md"]);
    project
        .check(&["a.md", "note.md", "--strict"])
        .is(1, &["error[no-format]", "fails: 1 file of no format"]);
    project.check(&["note.md"]).is(2, &[]);
    project.check(&["note.md", "--strict"]).is(1, &[]);
}

#[test]
fn a_text_that_breaks_off_says_so() {
    let cut = REPORT.split("| Rounding").next().unwrap();
    let project = Project::of(&[
        ("row.md", &format!("{cut}| Rounding | A decision of th")),
        ("sentence.md", &format!("{REPORT}\n## Notes\n\nThe store is bounded. Each of the\n")),
        ("whole.md", REPORT),
    ]);
    project.check(&["row.md"]).is(0, &["warning[breaks-off]", "the text breaks off in this row"]);
    project.check(&["sentence.md", "--strict"]).is(1, &["breaks off in the middle of a sentence"]);
    let whole = project.check(&["whole.md"]);
    whole.is(0, &["no issues"]);
}

#[test]
fn a_file_is_read_as_a_format() {
    let project = Project::of(&[("a.md", "# Billing\n\n## Summary\n\nAll is well.\n")]);
    project.check(&["a.md"]).is(2, &["no report recognized"]);
    project.check(&["a.md", "--as", "5.1"]).is(1, &["error[missing-verdict]"]);
    let parsed = project.run(&["parse", "a.md", "--as", "review-report"]);
    let line: Value = serde_json::from_str(&parsed.out).unwrap();
    assert_eq!((&line["format"], &line["data"]["summary"]), (&json!("5.1"), &json!("All is well.")));
    project.run(&["parse", "a.md", "--as", "5.11"]).is(2, &["no format is called `5.11`"]);
}

#[test]
fn patterns_choose_files() {
    let project = Project::of(&[
        ("r/a.md", REPORT),
        ("r/deep/b.md", REPORT),
        ("r/c.txt", REPORT),
        ("r/d.report", REPORT),
    ]);
    let files = |patterns: &[&str]| -> Vec<String> {
        let report = project.json(patterns);
        report["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file["file"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(files(&["r/**/*.md"]), ["r/a.md", "r/deep/b.md"]);
    assert_eq!(files(&["r/*.{md,report}"]), ["r/a.md", "r/d.report"]);
    assert_eq!(files(&["r/a.md", "r"]), ["r/a.md", "r/c.txt", "r/deep/b.md"]);
    project.check(&["r/*.rs"]).is(2, &["no file matches r/*.rs"]);
}

fn transcript() -> String {
    let line = |uuid: &str, message: Value| {
        json!({"type": "assistant", "uuid": uuid, "sessionId": "s", "message": message}).to_string()
    };
    let text = |id: &str, words: &str| json!({"id": id, "role": "assistant", "content": [{"type": "text", "text": words}]});
    let report = REPORT.replace("96%", "9/10");
    let (first, second) = report.split_once("\n\n## Summary").unwrap();
    [
        line("1", text("m1", "I start.")),
        line("2", text("m2", first)),
        line("3", text("m2", &format!("## Summary{second}").replace("| low |", "| **LOW** |"))),
        line("4", text("m3", "Done.")),
    ]
    .join("\n")
        + "\n"
}

#[test]
fn transcripts_are_read_as_the_server_reads_them() {
    let project = Project::of(&[
        ("session.jsonl", &transcript()),
        ("prose.jsonl", transcript().lines().next().unwrap()),
    ]);
    let outcome = project.check(&["session.jsonl", "--fail-on", "warning"]);
    outcome
        .is(1, &["session.jsonl:2 (message m2):4:", "session.jsonl:3 (message m2):", "in 1 block of 1 file"]);
    let report = project.json(&["session.jsonl"]);
    let diagnostic = &report["files"][0]["blocks"][0]["diagnostics"][0];
    assert_eq!(
        (&diagnostic["line"], &diagnostic["within"]),
        (&json!(2), &json!("message m2, line 4, column 11"))
    );
    let parsed = project.run(&["parse", "session.jsonl"]);
    let line: Value = serde_json::from_str(&parsed.out).unwrap();
    assert_eq!(
        (&line["in"], &line["inLine"], &line["format"]),
        (&json!("message m2"), &json!(2), &json!("5.1"))
    );
    // Nothing of a transcript is fixed.
    project.check(&["session.jsonl", "--fix"]).is(0, &[]);
    assert_eq!(project.text("session.jsonl"), transcript());
    project.check(&["session.jsonl", "--expect", "5.1"]).is(0, &[]);
    project.check(&["session.jsonl", "--expect", "5.2"]).is(1, &["5.1 Review Report was read"]);
    // A text that another transcript repeats is one text.
    project.write("again.jsonl", &transcript());
    let both = project.check(&["session.jsonl", "again.jsonl", "--expect", "5.1"]);
    both.is(0, &["2 warnings in 1 block of 2 files\n"]);
    assert!(!both.out.contains("no known format"), "{}", both.out);
    project.check(&["prose.jsonl"]).is(2, &["no known format in prose.jsonl"]);
}

#[test]
fn reports_in_strings_of_a_log_are_checked() {
    let report = REPORT.replace("96%", "9/10");
    let log = [
        json!({"level": "info", "message": "started the run of the night"}).to_string(),
        json!({"level": "info", "agent": {"said": ["no report at all", report]}}).to_string(),
    ]
    .join("\n");
    let pretty = format!("{:#}", json!({"run": 7, "output": report}));
    let project = Project::of(&[("log.jsonl", &log), ("run.json", &pretty)]);
    project
        .check(&["log.jsonl", "--strict"])
        .is(1, &["log.jsonl:2 (string agent.said[1]):4:11", "1 warning in 1 block of 1 file"]);
    project.check(&["run.json"]).is(0, &["run.json:3 (string output):4:11"]);
    let parsed = project.run(&["parse", "log.jsonl"]);
    let line: Value = serde_json::from_str(&parsed.out).unwrap();
    assert_eq!((&line["in"], &line["inLine"]), (&json!("string agent.said[1]"), &json!(2)));
    assert_eq!(parsed.err, "");
}

#[test]
fn fixes_are_listed_and_add_up() {
    let text = REPORT.replace("96%", "9/10").replace("| low |", "| **LOW** |");
    let project = Project::of(&[("a.md", &text)]);
    let before = project.json(&["a.md"]);
    let found =
        before["summary"]["warnings"].as_u64().unwrap() + before["summary"]["infos"].as_u64().unwrap();
    let dry = project.check(&["a.md", "--fix", "--dry-run"]);
    dry.is(0, &["would fix a.md:4: score-form: Write `## Score: 90%`", "--fix fixes 2"]);
    assert_eq!(project.text("a.md"), text);
    let diff = project.check(&["a.md", "--diff"]);
    diff.is(0, &[]);
    assert!(diff.out.starts_with("--- a/a.md\n+++ b/a.md\n@@ "), "{}", diff.out);
    assert!(diff.out.contains("-## Score: 9/10\n+## Score: 90%\n"), "{}", diff.out);
    assert_eq!(project.text("a.md"), text);
    let fixed = project.json(&["a.md", "--fix"]);
    let summary = &fixed["summary"];
    let left = summary["warnings"].as_u64().unwrap() + summary["infos"].as_u64().unwrap();
    assert_eq!(summary["fixed"].as_u64().unwrap() + left, found);
    assert_eq!(
        fixed["files"][0]["fixes"][0],
        json!({"line": 4, "rule": "score-form", "title": "Write `## Score: 90%`"})
    );
    assert_eq!(project.check(&["a.md", "--diff"]).out, "");
}

#[test]
fn standard_input_is_printed_fixed() {
    let project = Project::of(&[]);
    let text = REPORT.replace("96%", "9/10");
    let folder = project.0.path();
    let fixed = run(folder, &["check", "--fix", "-"], &text);
    assert_eq!((fixed.code, fixed.out.as_str()), (Some(0), REPORT.replace("96%", "90%").as_str()));
    assert!(fixed.err.contains("fixed -:4: score-form"), "{}", fixed.err);
    let diff = run(folder, &["check", "--diff", "-"], &text);
    assert!(diff.out.contains("+## Score: 90%"), "{}", diff.out);
    run(folder, &["check", "--fix", "-", "a.md"], &text).is(2, &["beside `-`"]);
    run(folder, &["check", "--fix", "-", "--format", "json"], &text).is(2, &["--format"]);
    run(folder, &["check", "-", "--dry-run"], &text).is(2, &["--fix"]);
}

#[test]
fn a_baseline_fails_only_on_what_is_new() {
    let text = REPORT.replace("APPROVED", "PERHAPS");
    let project = Project::of(&[("a.md", &text), ("b.md", REPORT)]);
    let check =
        |more: &[&str]| project.check(&[&["a.md", "b.md", "--baseline", "known.json"], more].concat());
    check(&[]).is(2, &["there is no baseline known.json", "--update-baseline"]);
    check(&["--update-baseline"]).is(0, &["known.json: 1 added, 0 removed"]);
    let written = project.text("known.json");
    assert!(
        written.starts_with(
            "[{\"version\":1}\n,{\"path\":\"a.md\",\"format\":\"5.1\",\"rule\":\"unknown-verdict\","
        ),
        "{written}"
    );
    let _: Value = serde_json::from_str(&written).unwrap();
    check(&[]).is(0, &["no new issues", "1 known in known.json"]);
    // Lines move, and the issue stays the same.
    project.write("a.md", &format!("Some words before.\n\n{text}"));
    check(&[]).is(0, &["1 known in known.json"]);
    // A second one like it is new, and so is another.
    project.write("a.md", &format!("{text}\n{text}"));
    check(&[]).is(1, &["1 error"]);
    project.write("a.md", &text.replace("PERHAPS", "MAYBE"));
    check(&[]).is(1, &["`MAYBE`", "1 of known.json are gone"]);
    // An update of one file leaves the others alone.
    project.check(&["b.md", "--baseline", "known.json", "--update-baseline"]).is(0, &["0 added, 0 removed"]);
    assert_eq!(project.text("known.json"), written);
    // What is gone is pruned.
    project.write("a.md", REPORT);
    check(&["--update-baseline"]).is(0, &["0 added, 1 removed"]);
    assert_eq!(project.text("known.json"), "[{\"version\":1}\n]\n");
    project.write("known.json", "{}");
    check(&[]).is(2, &["known.json is no baseline"]);
}

#[test]
fn a_project_configures_its_checks() {
    let config = "[check]\nexclude = [\"drafts/\", \"*.tmp.md\"]\nfail-on = [\"warning\"]\nmin-score = 90\n\n\
        [check.rules]\nscore-form = \"off\"\nunknown-verdict = \"info\"\n";
    let odd = REPORT.replace("96%", "9/10").replace("APPROVED", "PERHAPS");
    let project = Project::of(&[
        ("harmony.toml", config),
        ("r/a.md", &odd),
        ("r/drafts/b.md", &odd),
        ("r/c.tmp.md", &odd),
    ]);
    let outcome = project.check(&["r"]);
    outcome.is(0, &["info[unknown-verdict]", "1 info in 1 block of 1 file"]);
    // What is named itself is read all the same.
    project.check(&["r/drafts/b.md"]).is(0, &["1 block of 1 file"]);
    project.check(&["r", "--min-score", "91"]).is(1, &["low-score"]);
    project.write("harmony.toml", "[check]\nmin-score = 95\n");
    project.check(&["r"]).is(1, &["low-score"]);
    project.check(&["r", "--min-score", "10"]).is(1, &["PERHAPS"]);
}

#[test]
fn a_configuration_that_is_not_understood_is_refused() {
    let project = Project::of(&[("a.md", REPORT)]);
    for (config, words) in [
        (
            "[check.rules]\nscoreform = \"off\"\n",
            &["no rule is called `scoreform`; did you mean `score-form`?"][..],
        ),
        ("[check.rules]\nscore-form = \"never\"\n", &["never", "`off`"]),
        ("[check]\nfail-on = [\"errors\"]\n", &["errors", "`error`"]),
        ("[check]\nmin-score = 101\n", &["`check.min-score` is 101"]),
        ("[check]\nexclude = [\"a[b\"]\n", &["`check.exclude`"]),
        ("[check]\nexcludes = []\n", &["`excludes`", "`exclude`"]),
    ] {
        project.write("harmony.toml", config);
        project.check(&["a.md"]).is(2, words);
    }
}

#[test]
fn verdicts_are_judged_as_configured() {
    let answer = r#"{"gate_status": "PASS", "all_checks_passed": true, "coverage": {"percentage": 70, "threshold_met": true}, "tests": {"passed": 3, "failed": 0}, "blocking_issues": []}"#;
    let project = Project::of(&[("a.json", answer), ("harmony.toml", "[gate]\nthreshold = 80\n")]);
    let configured = project.check(&["a.json"]).out;
    project.write("harmony.toml", "");
    let plain = project.check(&["a.json"]).out;
    assert!(configured.contains("coverage-against-threshold"), "{configured}");
    assert!(!plain.contains("coverage-against-threshold"), "{plain}");
}

#[test]
fn a_comment_ignores_rules() {
    let text = REPORT.replace(
        "## Score: 96%",
        "<!-- harmony-ignore score-form: the scale of this team -->\n## Score: 9/10",
    );
    let project = Project::of(&[("a.md", &text)]);
    project.check(&["a.md"]).is(0, &["no issues in 1 block of 1 file"]);
    let parsed = |text: &str| {
        project.write("a.md", text);
        let line: Value = serde_json::from_str(&project.run(&["parse", "a.md"]).out).unwrap();
        line["data"].clone()
    };
    // In a line, before a block, for the file: the text is read as without the comment.
    let plain = parsed(&REPORT.replace("96%", "9/10"));
    assert_eq!(parsed(&text), plain);
    let in_line = REPORT.replace("96%", "9/10 <!-- harmony-ignore score-form -->");
    assert_eq!(parsed(&in_line), plain);
    project.check(&["a.md"]).is(0, &["no issues"]);
    let in_table = text.replace("|---|------|------|", "<!-- harmony-ignore x -->\n|---|------|------|");
    assert_eq!(parsed(&in_table), plain);
    let of_file = format!(
        "<!-- harmony-ignore-file score-form, unknown-verdict: a draft -->\n{}",
        REPORT.replace("96%", "9/10").replace("APPROVED", "MAYBE")
    );
    project.write("a.md", &of_file);
    project.check(&["a.md"]).is(0, &["no issues"]);
    // Places are those of the file.
    project.write(
        "a.md",
        &text
            .replace("APPROVED", "MAYBE")
            .replace("# Review", "<!-- harmony-ignore-file missing-section -->\n# Review"),
    );
    project.check(&["a.md"]).is(1, &["a.md:4:13"]);
}

#[test]
fn a_comment_that_ignores_nothing_is_reported() {
    let project = Project::of(&[(
        "a.md",
        &REPORT.replace("## Score", "<!-- harmony-ignore score-form, scoreform: why -->\n## Score"),
    )]);
    let outcome = project.check(&["a.md"]);
    outcome.is(
        0,
        &[
            "info[unused-ignore]",
            "ignores no issue of `score-form`",
            "no rule is called `scoreform`; did you mean `score-form`?",
            "a.md:4:21",
        ],
    );
}

#[test]
fn fixes_leave_ignored_places_and_comments_alone() {
    let text = REPORT
        .replace("## Score: 96%", "<!-- harmony-ignore score-form: ours -->\n## Score: 9/10")
        .replace("| low |", "| **LOW** |");
    let project = Project::of(&[("a.md", &text)]);
    project.check(&["a.md", "--fix"]).is(0, &["1 issue fixed", "fixed a.md:"]);
    assert_eq!(project.text("a.md"), text.replace("| **LOW** |", "| low |"));
}

#[test]
fn many_files_are_reported_in_a_steady_order() {
    let files: Vec<(String, String)> = (0..200)
        .map(|number| (format!("r/{number:03}.md"), REPORT.replace("96%", &format!("{}/10", number % 10))))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let project = Project::of(&files);
    let first = project.json(&["r"]);
    let names: Vec<&str> =
        first["files"].as_array().unwrap().iter().map(|file| file["file"].as_str().unwrap()).collect();
    assert!(names.is_sorted() && names.len() == 200);
    assert_eq!(project.json(&["r"]), first);
}

#[test]
fn the_help_explains_the_exit_status() {
    let help = Project::of(&[]).check(&["--help"]);
    help.is(0, &["0  nothing fails the check", "1  something does", "2  could not check", "what it says"]);
}
