//! The words of headings that open a report, and of labels that hold the verdict.

use std::sync::LazyLock;

use crate::reading::{Lexicon, Stems, may_be_korean, normal};

/// What a review is called in Korean.
const KOREAN_REVIEWS: [&str; 2] = ["리뷰", "검토"];

/// Words for a review of any kind.
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

/// Letters of each, which few titles of reviews have.
const OF_OTHER_TEXTS: Stems<14> = Stems::of(&[
    "opin", "crit", "audi", "anal", "plan", "heck", "guid", "temp", "proc", "prom", "stru", "ewed", "file",
    "form",
]);

/// True of `Code Review Report`; not of `Store Review`.
pub(super) fn is_form(words: &str) -> bool {
    normal(words).split(' ').all(|word| FORM_WORDS.has(word))
}

pub(super) fn may_be_verdict_key(key: &str) -> bool {
    VERDICT_LABELS.meaning(key).is_some()
}

/// True of what precedes the colon of a heading that opens a report: `Code Review`, `Review Summary`.
pub(super) fn names_a_review(cleaned: &str) -> bool {
    let mut parts = cleaned.split(|character: char| !character.is_alphanumeric());
    let is_korean = || KOREAN_REVIEWS.iter().any(|it| cleaned.contains(it));
    if !parts.any(|word| word.eq_ignore_ascii_case("review")) && !is_korean() {
        return false;
    }
    if !OF_OTHER_TEXTS.may_be_in(cleaned) && !may_be_korean(cleaned) {
        return true;
    }
    let words = cleaned.to_lowercase();
    !OTHER_TEXTS.iter().any(|other| words.contains(other))
}

#[cfg(test)]
mod tests {
    use super::{OF_OTHER_TEXTS, OTHER_TEXTS};
    use crate::reading::may_be_korean;

    #[test]
    fn each_other_text_has_one_of_the_stems() {
        for words in OTHER_TEXTS {
            assert!(OF_OTHER_TEXTS.may_be_in(words) || may_be_korean(words), "{words}");
        }
    }
}
