//! What an agent says it did. Only plain statements count: a sentence that asks, plans, doubts or recalls claims nothing.

mod file;
mod ran;
mod suite;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::answer::pattern;
use super::quote::quoted;

/// What a claim is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
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
        /// It is said to be clean, which warnings are not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clean: bool,
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
    if spoken_lines(words).flat_map(sentences).any(suite::admits_failures) {
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
        r"(?i)\b(?:should|would|could|might|may|can|will|if|once|until|unless|when|whether|expect\w*|must|ensure|make sure|need(?:s|ed)?|want|going to|let me|let's|i'll|we'll|to confirm|before|previous\w*|earlier|baseline|originally|used to|not|never|no longer|cannot|assume\w*|assuming|try|trying|todo|plan|plans|planned|target|goal|so that|claim\w*|says?|said|report(?:s|ed) that|according|next|were|had)\b|n't\b|\?\s*$",
    )
});

fn subjects_of(sentence: &str) -> Vec<Subject> {
    // Most sentences claim nothing, and this is seen from a few words.
    if !MENTIONS.is_match(sentence) || HEDGE.is_match(sentence) {
        return Vec::new();
    }
    let mut subjects: Vec<Subject> = file::files(sentence).collect();
    subjects.extend(suite::tests(sentence));
    subjects.extend(ran::commands(sentence));
    subjects
}

static MENTIONS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)pass|green|wrote|written|create|creating|update|updating|saved|generate|generating|edited|modified|succe|clean|exit(?:s|ed) 0",
    )
});

/// What keeps a statement from being about everything.
static LESS_THAN_ALL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fail\w*|errors?|broken|except|but|only|skipped|skipping|flak\w*|remaining|most|some|rest|others?)\b",
    )
});

static IN_TICKS: LazyLock<Regex> = LazyLock::new(|| pattern(r"`([^`]+)`"));
