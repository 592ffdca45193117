//! What a tool answered: whether it failed, and which counts of tests it printed.

use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::quote::{quoted, tail_of};
use crate::transcript::{Block, Content, ToolResult};

crate::named::named! {
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum AnswerState {
        Succeeded = "succeeded",
        Failed = "failed",
        /// It was interrupted, or goes on in the background.
        #[default]
        Unknown = "unknown",
    }
}

/// The result of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// Of the call.
    pub id: String,
    pub state: AnswerState,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Counts>,
    /// It counts warnings or problems.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_warnings: bool,
    /// The lines that show how it ended.
    pub quote: String,
    /// The sub-agent that reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// The counts of tests that a run printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Of each suite; the run's own count is their sum.
    pub passed: Vec<u32>,
    pub failed: u32,
    /// Skipped or left out, so that the counts are of a part.
    pub other: u32,
    /// A test failed, whatever the counts say.
    pub has_failure: bool,
}

/// How much of an answer is looked at, from its end: runners sum up last.
const LOOKED_AT: usize = 64 * 1024;
/// Exit codes of programs that `timeout` or a signal ended.
const KILLED: [i32; 4] = [124, 130, 137, 143];
const SUITES: usize = 200;
const QUOTE: usize = 300;

impl Answer {
    pub(super) fn of(block: &Block<'_>, result: Option<&ToolResult<'_>>) -> Option<Self> {
        let text = block.content.0.as_ref().map(Content::words).unwrap_or_default();
        let exit = exit_of(&text);
        let is_interrupted = result.and_then(|result| result.interrupted.0).unwrap_or(false);
        let is_elsewhere = text.starts_with("Command running in background");
        let is_killed = exit.is_some_and(|exit| KILLED.contains(&exit));
        let state = match block.is_error.0.unwrap_or(false) {
            _ if is_interrupted || is_elsewhere || is_killed => AnswerState::Unknown,
            true if text.contains("nothing to commit, working tree clean") => AnswerState::Succeeded,
            true => AnswerState::Failed,
            false => AnswerState::Succeeded,
        };
        let looked_at = tail_of(&text, LOOKED_AT);
        let counts = Counts::of(looked_at);
        Some(Self {
            id: block.tool_use_id.0.as_deref()?.to_owned(),
            state,
            exit,
            quote: quote_of(&text, counts.is_some()),
            counts,
            has_warnings: WARNINGS.is_match(looked_at),
            agent: result.and_then(|result| result.agent_id.0.as_deref()).map(str::to_owned),
        })
    }
}

/// Returns the exit code that a failed command's answer begins with.
fn exit_of(text: &str) -> Option<i32> {
    let rest = text.strip_prefix("Error: ").unwrap_or(text).strip_prefix("Exit code ")?;
    rest.lines().next()?.trim().parse().ok()
}

/// Quotes the exit code, and the last summary of a test run or else the last line.
fn quote_of(text: &str, has_counts: bool) -> String {
    let tail = tail_of(text, LOOKED_AT);
    let lines = || tail.lines().rev().filter(|line| !line.trim().is_empty());
    let summary = lines().find(|line| has_counts && SUMMARY.is_match(line));
    let last = summary.or_else(|| lines().next()).unwrap_or_default();
    let first = text.lines().next().filter(|first| exit_of(first).is_some() && *first != last);
    match first {
        Some(first) => format!("{} … {}", quoted(first, 40), quoted(last, QUOTE)),
        None => quoted(last, QUOTE),
    }
}

static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(\d{1,9})\s+(passed|passing|failed|failing|skipped|ignored|pending|todo|deselected|filtered out)\b",
    )
});
/// A line that sums up: what tests print in between may count anything.
static SUMMARY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\W_]*(?:test result\b|tests?\b|test suites?\b|test files\b|summary\b|results?\b|\d+ (?:tests? )?(?:passed|passing|failed|failing|skipped|pending|ignored)\b)",
    )
});
/// Lines by which runners without counts say that a test failed.
static FAILURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?m)^(?:\x1b\[[0-9;]*m)*(?:--- FAIL:|FAIL\b|FAILED\b|test result: FAILED|not ok \d)")
});
/// unittest: `Ran 12 tests in 0.1s`, and then `OK` or `FAILED (failures=1)`.
static RAN: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^Ran (\d{1,9}) tests? in "));

static WARNINGS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b[1-9]\d*\s+(?:warning|problem)s?\b"));

/// Compiles a pattern. Borders of words are those of ASCII: with others, a text that isn't ASCII is searched slowly.
pub(super) fn pattern(text: &str) -> Regex {
    #[allow(clippy::expect_used, reason = "every pattern is a literal, and a test compiles each")]
    Regex::new(&text.replace(r"\b", r"(?-u:\b)")).expect("a valid pattern")
}

impl Counts {
    /// Reads the counts that an output prints. Several suites print one line each.
    pub fn of(output: &str) -> Option<Self> {
        let mut counts = Self { has_failure: FAILURE.is_match(output), ..Self::default() };
        let is_counted = COUNT.is_match(output);
        for line in output.lines().filter(|line| is_counted && line.len() < 400 && SUMMARY.is_match(line)) {
            for found in COUNT.captures_iter(line) {
                let (_, [number, word]) = found.extract();
                let Ok(number) = number.parse::<u32>() else { continue };
                match word.to_ascii_lowercase().as_str() {
                    "passed" | "passing" if counts.passed.len() < SUITES => counts.passed.push(number),
                    "passed" | "passing" => {}
                    "failed" | "failing" => counts.failed = counts.failed.saturating_add(number),
                    _ => counts.other = counts.other.saturating_add(number),
                }
            }
        }
        if let Some(ran) = RAN.captures(output).and_then(|found| found.get(1)?.as_str().parse().ok())
            && counts.passed.is_empty()
            && !counts.has_failure
        {
            counts.passed.push(ran);
        }
        (counts != Self::default()).then_some(counts)
    }

    pub fn fails(&self) -> bool {
        self.failed > 0 || self.has_failure && self.passed.is_empty()
    }

    /// Returns whether the run, or one of its suites, printed so many.
    pub fn has_passed(&self, count: u32) -> bool {
        self.passed.contains(&count) || self.sum() == count
    }

    pub fn sum(&self) -> u32 {
        self.passed.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }
}
