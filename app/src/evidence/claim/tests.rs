use super::*;

fn said(words: &str) -> Vec<Subject> {
    claims_in(words).into_iter().map(|claim| claim.subject).collect()
}

fn tests(passed: Option<u32>, failed: Option<u32>, all: bool) -> Vec<Subject> {
    vec![Subject::Tests { passed, failed, all, of_part: false }]
}

#[test]
fn a_message_that_admits_failures_does_not_say_that_all_pass() {
    assert_eq!(said("All tests pass. 3 unrelated tests still fail."), []);
    assert_eq!(said("140 passed. Two fail."), tests(Some(140), None, false));
    assert_eq!(said("Fixed the 3 failing tests. All 142 tests pass."), tests(Some(142), None, true));
    let of_part = vec![Subject::Tests { passed: Some(12), failed: None, all: true, of_part: true }];
    assert_eq!(said("The 12 new tests pass."), of_part);
}

#[test]
fn counts_of_tests_are_claims() {
    for (words, expected) in [
        ("142 passed", tests(Some(142), None, true)),
        ("Tests: **142 passed**, 0 failed", tests(Some(142), Some(0), true)),
        ("All 1,142 tests pass.", tests(Some(1142), None, true)),
        ("142/142 tests passing ✅", tests(Some(142), None, true)),
        ("140/142 tests passing", tests(Some(140), None, false)),
        ("140 passed, 2 failed", tests(Some(140), Some(2), false)),
        ("All tests now pass, no failures.", tests(None, Some(0), true)),
        ("The test suite is green.", tests(None, None, true)),
        ("Fixed it. 12 tests pass!", tests(Some(12), None, true)),
    ] {
        assert_eq!(said(words), expected, "{words}");
    }
}

#[test]
fn plans_questions_memories_and_other_counts_are_no_claims() {
    for words in [
        "All 142 tests should pass now.",
        "Do all tests pass?",
        "142 passed before the change.",
        "Step 3 passed.",
        "Gate 9 passed",
        "Once all tests pass, I will commit.",
        "3 files pass the check",
        "Not all tests pass.",
        "```\n142 passed\n```",
        "> 142 passed",
        "I passed 3 arguments.",
        "Let me make sure all tests pass.",
        "The reviewer says 142 passed.",
        "all tests were passing",
    ] {
        assert_eq!(said(words), [], "{words}");
    }
}

#[test]
fn files_that_are_said_to_be_written() {
    let files = |words: &str| -> Vec<String> {
        let path = |subject| match subject {
            Subject::File { path } => path,
            other => panic!("{other:?}"),
        };
        said(words).into_iter().map(path).collect()
    };
    assert_eq!(files("I wrote the report to `logs/review.md`."), ["logs/review.md"]);
    assert_eq!(files("Created `a.rs`, `b.rs` and `src/c.rs`."), ["a.rs", "b.rs", "src/c.rs"]);
    assert_eq!(files("- Updated `Cargo.toml`"), ["Cargo.toml"]);
    assert_eq!(files("`docs/a.md` has been updated"), ["docs/a.md"]);
    for words in [
        "Updated the code to use `b.rs`",
        "I will create `a.rs`.",
        "Created `Session.open` for this",
        "Updated imports in the file that `a.rs` names",
        "Created branch `fix/1.2`",
        "Wrote `src/*.rs`",
        "`a.rs` should be updated",
    ] {
        assert_eq!(files(words), [""; 0], "{words}");
    }
}

#[test]
fn steps_and_commands() {
    assert_eq!(
        said(">> Step 2 complete: code/ -- Sessions are on disk. Continuing to Step 3..."),
        [Subject::Step { number: 2 }]
    );
    assert_eq!(said(">> Step 3 complete: test/ -- 2 tests fail. Done."), []);
    assert_eq!(said(">> Step 3 complete: second-opinion/ -- SKIPPED (no model)"), []);
    let command = |name: &str, clean| vec![Subject::Command { command: name.to_owned(), clean }];
    assert_eq!(said("`cargo build` succeeds."), command("cargo build", false));
    assert_eq!(said("`cargo build` is clean."), command("cargo build", true));
    assert_eq!(said("Clippy is clean."), command("clippy", true));
    for words in ["`Store::open` succeeds", "The build passes except on Windows", "`cargo build` should pass"]
    {
        assert_eq!(said(words), [], "{words}");
    }
}
