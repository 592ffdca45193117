//! Sentences that state that there is nothing to list.

use std::sync::LazyLock;

use super::clean::{head, is_emoji, is_none, normal};
use super::lexicon::Lexicon;
use super::severity_words::{is_finding_noun, is_rank};

/// What there is none of, besides findings.
static NOUNS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "blockers, changes, fix, fixes, flags, items, vulnerabilities, regressions, action, actions, review, \
         decision, decisions",
    )
});
/// What may be between "no" and the noun, besides ranks.
static ADJECTIVES: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "severity, priority, outstanding, remaining, open, new, other, further, additional, significant, \
         security, code, human, manual, automated, or",
    )
});
/// The words that make up such a sentence in Korean: `발견된 문제가 없습니다`, but not `검사가 없습니다`.
static KOREAN: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "해당, 해당사항, 특이, 특이사항, 사항, 사항이, 발견된, 발견, 문제, 문제가, 문제점, 문제점이, 이슈, 이슈가, 지적, \
         지적사항, 수정, 심각한, 추가, 없음",
    )
});

/// Returns `true` for `None.`, `N/A — only reviewed`, `No critical issues found.`, `(mode: review only)`;
/// `false` for `No rate limit on the login`, which is a finding.
pub fn says_nothing(sentence: &str) -> bool {
    let head = head(sentence, 160);
    // Most sentences begin with another letter than those words do.
    let first = head.chars().find(|first| first.is_alphanumeric() && !is_emoji(*first));
    if !matches!(first, Some('n' | 'N' | 'r' | 'R' | 'm' | 'M')) {
        return is_none(head) || says_nothing_in_korean(head);
    }
    let words = normal(head);
    let mut words =
        words.split([' ', '.', ',', ';', ':', '!', '(', ')', '[', ']']).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let second = words.clone().next().unwrap_or_default();
    match first {
        "none" | "n/a" | "nothing" | "nil" => true,
        "not" => matches!(second, "applicable" | "applied"),
        "review" => second == "only",
        "mode" => words.any(|word| word == "only"),
        "no" => words
            .find(|word| !ADJECTIVES.has(word) && !is_rank(word))
            .is_some_and(|noun| NOUNS.has(noun) || is_finding_noun(noun)),
        _ => is_none(head) || says_nothing_in_korean(head),
    }
}

fn says_nothing_in_korean(head: &str) -> bool {
    if head.is_ascii() {
        return false;
    }
    let mut words = head.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_end = |word: &str| matches!(word, "없음" | "없습니다" | "없다");
    words.next_back().is_some_and(is_end) && words.all(|word| KOREAN.has(word))
}

#[cfg(test)]
mod tests {
    use super::says_nothing;

    #[test]
    fn nothing_is_said_in_sentences() {
        for sentence in [
            "None — nobody asked for fixes.",
            "**None.** The work is ready.",
            "N/A (only reviewed)",
            "No fixes were made, because:",
            "(No fixes - only reviewed)",
            "(mode: review only)",
            "*None - nothing to fix.*",
            "No critical or high severity issues found.",
            "No issues for a person to decide.",
            "Review-only mode",
            "—",
            "없음",
            "발견된 문제가 없습니다.",
        ] {
            assert!(says_nothing(sentence), "{sentence}");
        }
    }

    #[test]
    fn findings_that_begin_with_no_say_something() {
        for sentence in [
            "No rate limit on the login", "No JSON validation", "Not escaped: the name", "Nonempty",
            "검사가 없습니다",
        ] {
            assert!(!says_nothing(sentence), "{sentence}");
        }
    }
}
