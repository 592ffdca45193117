//! Sentences that say that there is nothing to list.

use super::{head, is_none, with_normal};

/// What there is none of.
const NOUNS: [&str; 24] = [
    "issue",
    "issues",
    "finding",
    "findings",
    "problem",
    "problems",
    "concern",
    "concerns",
    "blockers",
    "changes",
    "fix",
    "fixes",
    "flags",
    "defects",
    "bugs",
    "items",
    "violations",
    "vulnerabilities",
    "regressions",
    "action",
    "actions",
    "review",
    "decision",
    "decisions",
];
/// What may stand between "no" and the noun.
const ADJECTIVES: [&str; 24] = [
    "critical",
    "high",
    "medium",
    "low",
    "severity",
    "priority",
    "major",
    "minor",
    "blocking",
    "blocker",
    "outstanding",
    "remaining",
    "open",
    "new",
    "other",
    "further",
    "additional",
    "significant",
    "security",
    "code",
    "human",
    "manual",
    "automated",
    "or",
];

/// True of `None.`, `N/A — only reviewed`, `No critical issues found.`, `(mode: review only)`;
/// not of `No rate limit on the login`, which is a finding.
pub fn says_nothing(sentence: &str) -> bool {
    let head = head(sentence, 160);
    with_normal(head, |words| {
        let mut words =
            words.split([' ', '.', ',', ';', ':', '!', '(', ')', '[', ']']).filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default();
        let second = words.clone().next().unwrap_or_default();
        match first {
            "none" | "n/a" | "nothing" | "nil" => true,
            "not" => matches!(second, "applicable" | "applied"),
            "review" => second == "only",
            "mode" => words.any(|word| word == "only"),
            "no" => words.find(|word| !ADJECTIVES.contains(word)).is_some_and(|noun| NOUNS.contains(&noun)),
            _ => is_none(head),
        }
    })
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
            "*None - nothing to mend.*",
            "No critical or high severity issues found.",
            "No issues for a person to decide.",
            "Review-only mode",
            "—",
        ] {
            assert!(says_nothing(sentence), "{sentence}");
        }
    }

    #[test]
    fn findings_that_begin_with_no_say_something() {
        for sentence in
            ["No rate limit on the login", "No JSON validation", "Not escaped: the name", "Nonempty"]
        {
            assert!(!says_nothing(sentence), "{sentence}");
        }
    }
}
