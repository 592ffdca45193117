//! What an agent says it did. Only plain statements count: a sentence that asks, plans, doubts or recalls claims nothing.

use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::answer::pattern;
use super::command;
use super::quote::quoted;

/// What a claim is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum Subject {
    Tests {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passed: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<u32>,
        /// No test failed.
        all: bool,
        /// Of some tests, such as the new ones or those of a file.
        of_part: bool,
    },
    File {
        path: String,
    },
    Step {
        number: u32,
    },
    Command {
        command: String,
    },
}

/// A statement of an agent about its own work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    #[serde(flatten)]
    pub subject: Subject,
    pub quote: String,
}

/// The most claims of a message, and how much of a statement is quoted.
const MOST: usize = 40;
const QUOTE: usize = 300;
/// Longer lines are data.
const LONGEST_LINE: usize = 4_000;

/// Returns the claims in a message. Code in a fence and quotes claim nothing.
pub(super) fn claims_in(words: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    for line in spoken_lines(words) {
        if let Some(number) = completed_step(line) {
            claims.push(Claim { subject: Subject::Step { number }, quote: quoted(line, QUOTE) });
        }
        for sentence in sentences(line) {
            let subjects = subjects_of(sentence);
            claims.extend(
                subjects.into_iter().map(|subject| Claim { subject, quote: quoted(sentence, QUOTE) }),
            );
        }
        if claims.len() >= MOST {
            break;
        }
    }
    claims.truncate(MOST);
    if spoken_lines(words).flat_map(sentences).any(admits_failures) {
        for claim in &mut claims {
            if let Subject::Tests { all, .. } = &mut claim.subject {
                *all = false;
            }
        }
        let is_left =
            |claim: &Claim| !matches!(claim.subject, Subject::Tests { passed: None, all: false, .. });
        claims.retain(is_left);
    }
    claims
}

static ADMITS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:[1-9]\d*|one|two|three|four|five|some|several|a few|the other|remaining)\s+(?:[\w-]+\s+){0,3}?(?:still\s+)?(?:fail(?:s|ed|ing|ures?)?)\b",
    )
});
static FIXES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:fix\w*|resolv\w*|repair\w*|address\w*|was|were|had)\b"));

/// Returns whether a sentence says that tests fail, so that the message doesn't claim that all pass.
fn admits_failures(sentence: &str) -> bool {
    ADMITS.is_match(sentence) && !FIXES.is_match(sentence)
}

/// Returns whether a message announces that a step begins.
pub(super) fn begins_step(words: &str) -> bool {
    spoken_lines(words).any(|line| line.trim_start_matches(['*', ' ', '-']).starts_with("Spawning Step "))
}

/// Returns the lines outside of fences and quotes. `>>` opens the announcement of a step.
fn spoken_lines(words: &str) -> impl Iterator<Item = &str> {
    let mut fence: Option<&str> = None;
    words.lines().filter(move |line| {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        let is_quote = start.starts_with('>') && !start.starts_with(">>");
        fence.is_none() && mark.is_none() && !is_quote && line.len() <= LONGEST_LINE
    })
}

/// Splits a line after each `.`, `!` and `?` that ends a sentence.
fn sentences(line: &str) -> impl Iterator<Item = &str> {
    line.split_inclusive(". ")
        .flat_map(|part| part.split_inclusive("! "))
        .flat_map(|part| part.split_inclusive("? "))
}

static STEP: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[\s*>-]*>> Step (\d{1,6}) complete\b[:*\s]*(.*)$"));
/// What a step may find, and its command fail for good reason.
static TROUBLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fail\w*|error\w*|broken|breaks|bug\w*|red|regress\w*|reproduc\w*|diagnos\w*|root cause|skipped|partial\w*|block\w*|crash\w*|issues?|problems?|not|without|except|but)\b|NEEDS_CHANGES|n't\b",
    )
});

/// Returns the number of a step that is said to be complete, without a word of trouble.
fn completed_step(line: &str) -> Option<u32> {
    let found = STEP.captures(line)?;
    let (_, [number, result]) = found.extract();
    if TROUBLE.is_match(result) { None } else { number.parse().ok() }
}

static HEDGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:should|would|could|might|may|can|will|if|once|until|unless|when|whether|expect\w*|must|ensure|make sure|need(?:s|ed)?|want|going to|let me|let's|i'll|we'll|to confirm|before|previous\w*|earlier|baseline|originally|used to|not|never|no longer|cannot|assum\w*|try|trying|todo|plan(?:ned|s)?|target|goal|so that|claim\w*|says?|said|report(?:s|ed) that|according|next|were|had)\b|n't\b|\?\s*$",
    )
});

fn subjects_of(sentence: &str) -> Vec<Subject> {
    // Most sentences claim nothing, and this is seen from a few words.
    if !MENTIONS.is_match(sentence) || HEDGE.is_match(sentence) {
        return Vec::new();
    }
    let mut subjects: Vec<Subject> = files(sentence).collect();
    subjects.extend(tests(sentence));
    subjects.extend(commands(sentence));
    subjects
}

static MENTIONS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)pass|green|wrote|written|creat|updat|saved|generat|edited|modified|succe|clean|exit(?:s|ed) 0",
    )
});

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
static LESS_THAN_ALL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fail\w*|errors?|broken|except|but|only|skipp\w*|flak\w*|remaining|most|some|rest|others?)\b",
    )
});

fn tests(sentence: &str) -> Option<Subject> {
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

static WROTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|\b)(?:wrote|written|created|updated|saved|generated|edited|modified)\s*:?\s+(?:(?:the|a|an|new|files?|reports?|documents?|config|configuration|script|module|to|at|in|into|as|under|following|it)\s+){0,5}`(?P<path>[^`\s]{2,200})`(?P<more>(?:\s*(?:,|and|&|,\s*and)\s*`[^`\s]{2,200}`)*)",
    )
});
static IS_WRITTEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)`(?P<path>[^`\s]{2,200})`\s+(?:(?:is|was|has been|have been|now|successfully)\s+)+(?:written|created|updated|saved|generated|edited)\b",
    )
});
static IN_TICKS: LazyLock<Regex> = LazyLock::new(|| pattern(r"`([^`]+)`"));

fn files(sentence: &str) -> impl Iterator<Item = Subject> {
    let mut paths: Vec<String> = Vec::new();
    for found in WROTE.captures_iter(sentence).chain(IS_WRITTEN.captures_iter(sentence)) {
        paths.extend(found.name("path").map(|path| path.as_str().to_owned()));
        let more = found.name("more").map(|more| more.as_str()).unwrap_or_default();
        paths.extend(IN_TICKS.captures_iter(more).map(|path| path.extract::<1>().1[0].to_owned()));
    }
    paths.dedup();
    paths.into_iter().filter(|path| is_file(path)).map(|path| Subject::File { path: quoted(&path, 300) })
}

/// Returns whether a name is the path of a file: its last part has an extension, and it is no pattern, call or address.
fn is_file(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
    let is_plain =
        !path.contains(['*', '(', '{', '<', '=', '$', ':', ';', '#', '?']) || path.get(1..3) == Some(":\\");
    let is_extension =
        (1..=8).contains(&extension.len()) && extension.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_plain
        && is_extension
        && !extension.chars().all(|letter| letter.is_ascii_digit())
        && (path.contains(['/', '\\']) || KNOWN_EXTENSIONS.contains(&extension))
}

/// Without a folder, `Session.open` is a method and `store.rs` a file.
const KNOWN_EXTENSIONS: [&str; 40] = [
    "c", "cc", "cfg", "cpp", "cs", "css", "csv", "go", "h", "hpp", "html", "ini", "java", "js", "json",
    "jsonl", "jsx", "kt", "lock", "md", "mjs", "php", "proto", "py", "rb", "rs", "scss", "sh", "sql",
    "svelte", "svg", "swift", "tf", "toml", "ts", "tsx", "txt", "vue", "yaml", "yml",
];

static SUCCEEDED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)`(?P<command>[^`]{3,200})`\s+(?:(?:now|also|still|is|runs|ran|completed|exits|exited|has)\s+)*(?:passes|passed|succeeds|succeeded|successfully|clean|cleanly|green|0|with 0|with code 0)\b",
    )
});
static WORKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:the\s+)?(?P<what>build|compilation|lint|linter|linting|clippy|eslint|type[- ]?check(?:ing)?|typescript|formatting)\s+(?:(?:is|are|now|also|still|has|all)\s+)*(?:passes|passed|pass|succeeds|succeeded|clean|green)\b",
    )
});

fn commands(sentence: &str) -> Vec<Subject> {
    let rest = IN_TICKS.replace_all(sentence, " ");
    if LESS_THAN_ALL.is_match(&rest) {
        return Vec::new();
    }
    let named = SUCCEEDED
        .captures_iter(sentence)
        .filter_map(|found| Some(found.name("command")?.as_str().to_owned()));
    let named = named.filter(|named| command::is_program(named) && !command::is_test(named));
    let tools =
        WORKS.captures_iter(&rest).filter_map(|found| Some(found.name("what")?.as_str().to_lowercase()));
    named.chain(tools).map(|command| Subject::Command { command: quoted(&command, 200) }).collect()
}

#[cfg(test)]
mod tests {
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
        let command = |name: &str| vec![Subject::Command { command: name.to_owned() }];
        assert_eq!(said("`cargo build` succeeds."), command("cargo build"));
        assert_eq!(said("Clippy is clean."), command("clippy"));
        for words in
            ["`Store::open` succeeds", "The build passes except on Windows", "`cargo build` should pass"]
        {
            assert_eq!(said(words), [], "{words}");
        }
    }
}
