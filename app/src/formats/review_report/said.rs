//! Whether a sentence of a section tells of a fix or a flag, says that there is none, or leaves it open.

use crate::reading::{head, is_placeholder, location, says_nothing, with_normal};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Something,
    Nothing,
    Unsure,
}

/// What is said behind so many characters changes nothing of what a sentence is.
const LONGEST: usize = 400;
/// What was done is said at the beginning, in words.
const DONE_WITHIN: usize = 12;

/// What is done to a file.
const DONE: [&str; 30] = [
    "fixed",
    "removed",
    "renamed",
    "added",
    "updated",
    "replaced",
    "corrected",
    "moved",
    "changed",
    "rewrote",
    "rewritten",
    "refactored",
    "extracted",
    "deleted",
    "dropped",
    "introduced",
    "wrapped",
    "adjusted",
    "aligned",
    "converted",
    "mended",
    "tightened",
    "cleaned",
    "documented",
    "reworded",
    "simplified",
    "split",
    "merged",
    "inlined",
    "reverted",
];
/// What a person is needed for.
const NEEDS: [&str; 16] = [
    "must",
    "should",
    "need",
    "needs",
    "decide",
    "decides",
    "decided",
    "decision",
    "choose",
    "confirm",
    "approve",
    "approval",
    "sign",
    "clarify",
    "judgment",
    "judgement",
];
/// What takes back that there is nothing.
const CONTRASTS: [&str; 7] = ["but", "however", "except", "although", "though", "besides", "nevertheless"];
/// What there is none of, a word or two behind `no`.
const NONE_OF: [&str; 20] = [
    "fix",
    "fixes",
    "flag",
    "flags",
    "human",
    "change",
    "changes",
    "intervention",
    "action",
    "actions",
    "escalation",
    "question",
    "questions",
    "decision",
    "decisions",
    "review",
    "input",
    "issues",
    "items",
    "files",
];
/// Sentences with one of these say that there is nothing, or that it is left to others.
const DENIALS: [&str; 22] = [
    "review only",
    "read only",
    "not required",
    "not needed",
    "not necessary",
    "not requested",
    "not applicable",
    "not applied",
    "not in scope",
    "need not",
    "none of",
    "all clear",
    "all good",
    "let me know",
    "deferred",
    "awaiting",
    "pending",
    "tbd",
    "optional",
    "left to",
    "left for",
    "fresh eye",
];
/// These deny a fix, and may be what a flag is about.
const FIX_DENIALS: [&str; 5] = ["did not", "didn t", "didn't", "was not", "were not"];
const KOREAN_DENIALS: [&str; 5] = ["없음", "없습니다", "않음", "않았음", "않았습니다"];

pub(super) fn judge(words: &str, is_fix: bool) -> Said {
    let trimmed = words.trim();
    let is_aside =
        |mark: char| trimmed.starts_with(mark) && trimmed.ends_with(mark) && !trimmed.starts_with("**");
    if trimmed.ends_with(':') || is_placeholder(words) || is_aside('*') || is_aside('_') {
        return Said::Nothing;
    }
    let told = head(trimmed, LONGEST);
    with_normal(told, |normal| {
        let words: Vec<&str> =
            normal.split(|edge: char| !is_of_word(edge)).filter(|word| !word.is_empty()).collect();
        let has = |any: &[&str]| words.iter().any(|word| any.contains(word));
        if says_nothing(told) || denies(&words, is_fix) {
            return if has(&CONTRASTS) { Said::Unsure } else { Said::Nothing };
        }
        let tells = if is_fix {
            begins_with_file(told) || words.iter().take(DONE_WITHIN).any(|word| DONE.contains(word))
        } else {
            told.contains('?') || has(&NEEDS)
        };
        if tells { Said::Something } else { Said::Unsure }
    })
}

fn begins_with_file(words: &str) -> bool {
    words.split_whitespace().next().is_some_and(|first| location(first).file.is_some())
}

fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '\'' | '/')
}

fn denies(words: &[&str], is_fix: bool) -> bool {
    // Each phrase stands between two blanks, and so ends no word in its middle.
    let joined = format!(" {} ", words.join(" "));
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| joined.contains(&format!(" {phrase} ")));
    let is_none_of = words.iter().enumerate().any(|(at, word)| {
        *word == "no" && words.iter().skip(at + 1).take(2).any(|next| NONE_OF.contains(next))
    });
    let begins = words.first().is_some_and(|first| matches!(*first, "zero" | "0" | "empty" | "nil"));
    let is_korean = words.last().is_some_and(|last| KOREAN_DENIALS.iter().any(|end| last.ends_with(end)))
        || words.first().is_some_and(|first| *first == "없음");
    begins || is_none_of || is_korean || says(&DENIALS) || is_fix && says(&FIX_DENIALS)
}

#[cfg(test)]
mod tests {
    use super::{Said, judge};

    #[test]
    fn flags_say_what_is_to_be_decided() {
        for flag in [
            "Legal must choose how long logs are kept.",
            "The license is not compatible with ours; legal should look at it.",
            "Is the old API still used?",
        ] {
            assert_eq!(judge(flag, false), Said::Something, "{flag}");
        }
        for none in [
            "No human intervention required.",
            "There are no flags for human review.",
            "This was a review-only pass.",
            "Not required.",
            "Human review is optional.",
            "*Review completed by review/*",
            "These need a person:",
            "사람의 판단이 필요한 항목이 없습니다.",
        ] {
            assert_eq!(judge(none, false), Said::Nothing, "{none}");
        }
        for open in ["No code flags, but legal must check the licence.", "All 214 tests pass."] {
            assert_eq!(judge(open, false), Said::Unsure, "{open}");
        }
    }

    #[test]
    fn fixes_say_what_was_done() {
        for fix in
            ["Renamed the lock in `src/a.rs`", "`src/a.rs`: the lock is gone", "In a.rs I replaced the lock."]
        {
            assert_eq!(judge(fix, true), Said::Something, "{fix}");
        }
        for none in [
            "0 fixes applied.",
            "Zero fixes applied.",
            "All findings are deferred to the implementer.",
            "The reviewer did not modify any files.",
            "{List of fixes}",
            "수정하지 않았습니다",
        ] {
            assert_eq!(judge(none, true), Said::Nothing, "{none}");
        }
        assert_eq!(judge("All clear in the end, and the tests pass", true), Said::Nothing);
        assert_eq!(judge("The lock is gone.", true), Said::Unsure);
    }
}
