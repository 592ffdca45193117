//! The names by which a report's parts go.

use super::part::{SCORE, SUMMARY, VERDICT};
use crate::reading::{Stems, cleaned, may_be_korean, with_normal};

/// What a review is called in Korean.
const KOREAN_REVIEWS: [&str; 2] = ["리뷰", "검토"];

/// Words that say that a text is a review, and nothing of what it reviews.
const FORM_WORDS: &[&str] = &[
    "review",
    "report",
    "summary",
    "results",
    "result",
    "code",
    "final",
    "pr",
    "pull",
    "request",
    "peer",
    "security",
    "quick",
    "full",
    "re",
    "코드",
    "리뷰",
    "검토",
    "보고서",
    "리포트",
    "결과",
    "요약",
    "최종",
];

/// What a section of findings is called.
const FINDINGS: [&str; 4] = ["findings", "issues", "problems", "violations"];
/// Words that say of findings that they are none of this review, or no longer open.
const OTHER_FINDINGS: [&str; 12] = [
    "previous",
    "prior",
    "earlier",
    "past",
    "resolved",
    "fixed",
    "closed",
    "known",
    "existing",
    "preexisting",
    "deferred",
    "of",
];
/// A longer name of such a section is a sentence.
const MOST_WORDS: usize = 4;

/// True of `Code Review Report`; not of `Store Review`.
pub(super) fn is_form(words: &str) -> bool {
    with_normal(words, |words| words.split(' ').all(|word| FORM_WORDS.contains(&word)))
}

/// Whether a name may be that of a verdict or a score, told without reading it.
pub(super) fn may_name_value(name: &str) -> bool {
    !name.is_ascii() || [&b"verdict"[..], b"score", b"rating"].iter().any(|word| mentions(name, word))
}

/// A label such as `Verdict` or `Quality Score` before a value.
pub(super) fn is_verdict_key(key: &str) -> bool {
    with_normal(key, |key| VERDICT.contains(&key))
}

/// Labels that may stand for the verdict, where their value is one.
pub(super) fn may_be_verdict_key(key: &str) -> bool {
    let others = [
        "status",
        "review status",
        "overall status",
        "approval status",
        "result",
        "review result",
        "decision",
        "review decision",
        "outcome",
        "recommendation",
        "final recommendation",
        "overall recommendation",
        "overall assessment",
        "assessment",
        "overall",
        "conclusion",
        "결론",
        "검토 결과",
        "리뷰 결과",
    ];
    with_normal(key, |key| others.contains(&key))
}

pub(super) fn is_summary_key(key: &str) -> bool {
    with_normal(key, |key| SUMMARY.contains(&key))
}

pub(super) fn is_score_key(key: &str) -> bool {
    with_normal(key, |key| SCORE.contains(&key))
}

/// True of what stands before the colon of a heading that opens a report: `Code Review`, `Review Summary`.
pub(super) fn names_a_review(label: &str) -> bool {
    let cleaned = cleaned(label);
    if !mentions_review(&cleaned) {
        return false;
    }
    let words = cleaned.to_lowercase();
    let mut parts = words.split(|character: char| !character.is_alphanumeric());
    let is_review = parts.any(|word| word == "review") || mentions_review_in_korean(&words);
    let others = [
        "second opinion",
        "critique",
        "audit",
        "analysis",
        "plan",
        "checklist",
        "guide",
        "template",
        "process",
        "prompt",
        "instruction",
        "reviewed",
        "files",
        "structure",
        "format",
        "계획",
        "가이드",
        "체크리스트",
        "템플릿",
        "요청",
    ];
    is_review && !others.iter().any(|other| words.contains(other))
}

/// What every heading that opens a report says; most headings don't.
pub(super) fn mentions_review(cleaned: &str) -> bool {
    mentions(cleaned, b"review") || mentions_review_in_korean(cleaned)
}

fn mentions_review_in_korean(words: &str) -> bool {
    may_be_korean(words) && KOREAN_REVIEWS.iter().any(|review| words.contains(review))
}

/// Whether a word stands there, in whatever case.
pub(super) fn mentions(cleaned: &str, word: &[u8]) -> bool {
    // Most texts are without its first letters.
    let may_be_there = word.first_chunk().is_none_or(|stem| Stems::of([stem]).may_be_in(cleaned));
    may_be_there && cleaned.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
}

/// Whether the name of a section says that it holds what this review found: `frontend findings`.
pub(super) fn names_findings(name: &str) -> bool {
    let mut words = name.split([' ', '-']).filter(|word| !word.is_empty());
    let is_named = words.clone().next_back().is_some_and(|last| FINDINGS.contains(&last));
    is_named && words.clone().count() <= MOST_WORDS && !words.any(|word| OTHER_FINDINGS.contains(&word))
}
