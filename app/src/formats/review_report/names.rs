//! The words of headings that open a report, and of labels that hold the verdict.

use std::sync::LazyLock;

use crate::reading::{Lexicon, Stems, cleaned, may_be_korean, with_normal};

/// What a review is called in Korean.
const KOREAN_REVIEWS: [&str; 2] = ["리뷰", "검토"];

/// Words for a review, whatever it reviews.
static FORM_WORDS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "review, report, summary, results, result, code, final, pr, pull, request, peer, security, quick, \
         full, re, 코드, 리뷰, 검토, 보고서, 리포트, 결과, 요약, 최종",
    )
});

/// Labels that may hold the verdict, where their value is one.
static VERDICT_LABELS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "status, review status, overall status, approval status, result, review result, decision, \
         review decision, outcome, recommendation, final recommendation, overall recommendation, \
         overall assessment, assessment, overall, conclusion, 결론, 검토 결과, 리뷰 결과",
    )
});

/// Kinds of texts that are no reports of reviews.
const OTHER_TEXTS: &[&str] = &[
    "second opinion", "critique", "audit", "analysis", "plan", "checklist", "guide", "template", "process",
    "prompt", "instruction", "reviewed", "files", "structure", "format", "계획", "가이드", "체크리스트",
    "템플릿", "요청",
];

/// True of `Code Review Report`; not of `Store Review`.
pub(super) fn is_form(words: &str) -> bool {
    with_normal(words, |words| words.split(' ').all(|word| FORM_WORDS.has(word)))
}

pub(super) fn may_be_verdict_key(key: &str) -> bool {
    VERDICT_LABELS.meaning(key).is_some()
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
    is_review && !OTHER_TEXTS.iter().any(|other| words.contains(other))
}

/// Whether a heading has the word that each heading that opens a report has.
pub(super) fn mentions_review(cleaned: &str) -> bool {
    mentions(cleaned, b"review") || mentions_review_in_korean(cleaned)
}

fn mentions_review_in_korean(words: &str) -> bool {
    may_be_korean(words) && KOREAN_REVIEWS.iter().any(|review| words.contains(review))
}

/// Whether a text has a word, whatever its case.
pub(super) fn mentions(cleaned: &str, word: &[u8]) -> bool {
    // Most texts are without its first letters.
    let may_be_there = word.first_chunk().is_none_or(|stem| Stems::of([stem]).may_be_in(cleaned));
    may_be_there && cleaned.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
}
