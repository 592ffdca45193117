//! Statements about runs of tests.

use std::sync::LazyLock;

use regex::Regex;

use super::{LESS_THAN_ALL, Subject};
use crate::evidence::answer::pattern;

static PASSED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|(?P<before>[\w#]+|\W)\s*?)\b(?P<passed>\d[\d,]{0,9})(?:\s*/\s*(?P<total>\d[\d,]{0,9}))?\s+(?P<tests>(?:[a-z0-9-]+\s+)?(?:tests?|specs|test cases|assertions)\s+)?(?:(?:are|have|now|all|still)\s+)*(?:passed|passing|pass|green)\b",
    )
});
static FAILED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(\d[\d,]{0,9}|no|zero)\s+(?:tests?\s+)?(?:failed|failing|fail|failures?)\b")
});
static ALL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:\b(?:all|every)\s+(?:of\s+)?(?:(?:the|our|\d+|unit|integration|e2e|existing|new|other|backend|frontend)\s+)*tests?|^\W*(?:the\s+)?(?:full\s+)?tests|\btest suite)\s+(?:(?:are|is|have|has|now|still|all)\s+)*(?:pass|passes|passed|passing|green)\b",
    )
});
/// Words behind which a bare number is a count of tests, and not of a step or a gate.
const BEFORE_COUNT: [&str; 12] =
    ["all", "result", "results", "tests", "test", "with", "total", "of", "are", "now", "suite", "still"];

pub(super) fn tests(sentence: &str) -> Option<Subject> {
    let number = |text: &str| text.replace(',', "").parse::<u32>().ok();
    let passed = PASSED.captures_iter(sentence).find_map(|found| {
        let before = found.name("before").map(|before| before.as_str().to_ascii_lowercase());
        let is_word =
            |before: &str| before.chars().any(|character| character.is_alphanumeric() || character == '#');
        let names_tests = found.name("tests").is_some() || found.name("total").is_some();
        let is_count = names_tests
            || before.is_none_or(|before| !is_word(&before) || BEFORE_COUNT.contains(&before.as_str()));
        let passed = number(found.name("passed")?.as_str())?;
        let total = found.name("total").and_then(|total| number(total.as_str()));
        is_count.then_some((passed, total))
    });
    let failed = FAILED.captures(sentence).and_then(|found| {
        match found.get(1)?.as_str().to_ascii_lowercase().as_str() {
            "no" | "zero" => Some(0),
            count => number(count),
        }
    });
    let says_all = ALL.is_match(sentence);
    if passed.is_none() && !says_all {
        return None;
    }
    let of_some = passed.and_then(|(passed, total)| total.filter(|total| *total != passed));
    let rest = FAILED.replace_all(sentence, " ");
    let all = failed.is_none_or(|failed| failed == 0) && of_some.is_none() && !LESS_THAN_ALL.is_match(&rest);
    let passed = passed.map(|(passed, _)| passed);
    let of_part = PART.is_match(sentence);
    (passed.is_some() || all).then_some(Subject::Tests { passed, failed, all, of_part })
}

static PART: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:unit|integration|e2e|end-to-end|new|existing|other|backend|frontend|server|client|api|ui|smoke|browser|related|relevant|affected|my|these|those|its)\s+(?:[\w-]+\s+)?tests?\b|\btests?\s+(?:for|in|of|under|from)\b|`",
    )
});

static ADMITS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:[1-9]\d*|one|two|three|four|five|some|several|a few|the other|remaining)\s+(?:[\w-]+\s+){0,3}?(?:still\s+)?(?:fail(?:s|ed|ing|ures?)?)\b",
    )
});
static FIXES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:fix\w*|resolv\w*|repair\w*|address\w*|was|were|had)\b"));

/// Returns whether a sentence says that tests fail, so that the message doesn't claim that all pass.
pub(super) fn admits_failures(sentence: &str) -> bool {
    ADMITS.is_match(sentence) && !FIXES.is_match(sentence)
}
