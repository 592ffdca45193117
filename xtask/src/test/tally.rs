//! Counts tests by what the harnesses print, each by its name: the views' run repeats the bare ones.

use std::collections::BTreeSet;

#[derive(Default)]
pub struct Tally {
    pub passed: BTreeSet<String>,
    pub failed: BTreeSet<String>,
}

impl Tally {
    pub fn pass(&mut self, name: String) {
        self.passed.insert(name);
    }

    pub fn fail(&mut self, name: String) {
        self.failed.insert(name);
    }

    /// A test that failed anywhere did not pass.
    pub fn close(&mut self) {
        self.passed.retain(|name| !self.failed.contains(name));
    }
}

/// Reads the output of `cargo test` line by line.
pub struct Harness<'a> {
    package: &'a str,
    /// The test binary that is running, as cargo names it.
    binary: Option<String>,
    pub tally: &'a mut Tally,
    failed: usize,
    /// What matters when something fails.
    kept: Vec<String>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Cargo is still compiling.
    Build,
    Test,
}

impl<'a> Harness<'a> {
    pub fn new(package: &'a str, tally: &'a mut Tally) -> Self {
        Self { package, binary: None, tally, failed: 0, kept: Vec::new() }
    }

    pub fn see(&mut self, line: &str) -> Seen {
        if let Some(binary) = running(line) {
            self.binary = Some(binary.to_owned());
            return Seen::Test;
        }
        let Some(binary) = &self.binary else { return Seen::Build };
        let Some((name, outcome)) = outcome(line) else {
            self.kept.push(line.to_owned());
            return Seen::Test;
        };
        let name = format!("{} {binary}: {name}", self.package);
        match outcome {
            Outcome::Passed => self.tally.pass(name),
            Outcome::Failed => {
                self.failed += 1;
                self.tally.fail(name);
            }
        }
        Seen::Test
    }

    /// What to print of a run that ended: nothing where all is well.
    pub fn end(self, succeeded: bool) -> Vec<String> {
        if succeeded {
            return Vec::new();
        }
        if self.failed == 0 {
            // A build error, or a test that took its process with it.
            let last = self.binary.as_deref().unwrap_or("build");
            self.tally.fail(format!("{} {last}: ended early", self.package));
        }
        self.kept
    }
}

enum Outcome {
    Passed,
    Failed,
}

/// `Running tests/fixtures.rs (target/…)` and `Doc-tests app` open the output of a test binary.
fn running(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with("Doc-tests ") {
        return Some(line);
    }
    line.strip_prefix("Running ")?.split_once(" (").map(|(binary, _)| binary)
}

/// `test NAME ... ok`; a benchmark, an ignored test or a sum is none.
fn outcome(line: &str) -> Option<(&str, Outcome)> {
    let (name, outcome) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    match outcome {
        "ok" => Some((name.trim(), Outcome::Passed)),
        "FAILED" => Some((name.trim(), Outcome::Failed)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(output: &str, succeeded: bool) -> (Tally, Vec<String>) {
        let mut tally = Tally::default();
        let mut harness = Harness::new("app", &mut tally);
        for line in output.lines() {
            harness.see(line);
        }
        let shown = harness.end(succeeded);
        tally.close();
        (tally, shown)
    }

    #[test]
    fn tests_are_counted_by_binary_and_name() {
        let output = "   Compiling app v0.1.0\n     Running unittests src/lib.rs (target/debug/deps/app-1)\n\
            test scan::finds ... ok\ntest scan::loses ... FAILED\ntest slow ... ignored\n\nfailures:\n\
            why it failed\n     Running tests/views.rs (target/debug/deps/views-1)\ntest scan::finds    ... ok\n";
        let (tally, shown) = tally(output, false);
        let passed: Vec<&str> = tally.passed.iter().map(String::as_str).collect();
        assert_eq!(passed, ["app tests/views.rs: scan::finds", "app unittests src/lib.rs: scan::finds"]);
        assert_eq!(tally.failed.first().map(String::as_str), Some("app unittests src/lib.rs: scan::loses"));
        assert!(shown.contains(&"why it failed".to_owned()));
    }

    #[test]
    fn a_run_that_ends_early_is_a_failure() {
        let (broken, _) = tally("   Compiling app v0.1.0\nerror: no\n", false);
        assert_eq!(broken.failed.first().map(String::as_str), Some("app build: ended early"));
        let (aborted, _) = tally("     Running tests/views.rs (target/x)\ntest one ... ok\n", false);
        assert_eq!(aborted.failed.first().map(String::as_str), Some("app tests/views.rs: ended early"));
    }

    #[test]
    fn a_test_that_fails_once_did_not_pass() {
        let mut tally = Tally::default();
        tally.pass("one".to_owned());
        tally.fail("one".to_owned());
        tally.close();
        assert_eq!((tally.passed.len(), tally.failed.len()), (0, 1));
    }
}
