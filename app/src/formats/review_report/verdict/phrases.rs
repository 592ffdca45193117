//! The phrases by which agents state a verdict.

use crate::formats::review_report::Verdict;

/// Words that take an approval back.
const TAKEN_BACK: &[&str] =
    &["with changes", "with required changes", "after changes", "pending changes", "not yet", "not approved"];
/// Words between two verdicts.
const LINKS: &[&str] = &["but", "and", "or", "then", "yet", "still", "now", "to", "it"];
const APPROVED: &[&str] = &[
    "approved", "approve", "conditionally approved", "conditional approval", "approval", "승인", "승인됨",
    "승인합니다", "승인함", "조건부 승인",
];
const NEEDS_CHANGES: &[&str] = &[
    "needs changes", "needs change", "need changes", "needs work", "needs revision", "needs rework",
    "needs fixes", "changes requested", "changes required", "changes needed", "request changes",
    "requests changes", "requesting changes", "requires changes", "not approved", "not yet approved",
    "disapproved", "disapprove", "unapproved", "approval withheld", "approval denied", "approval refused",
    "approval revoked", "수정 필요", "수정필요", "수정 요청", "수정이 필요함", "수정이 필요합니다",
    "변경 필요", "변경필요", "변경 요청", "변경이 필요합니다", "미승인", "승인 불가", "승인 보류",
    "승인 거부", "승인하지 않음", "반려", "반려됨",
];

/// Returns the verdict that words begin with, and the length of its phrase.
pub(super) fn leading_verdict(words: &str) -> Option<(Verdict, usize)> {
    let needs_changes = longest(NEEDS_CHANGES, words).map(|length| (Verdict::NeedsChanges, length));
    needs_changes.or_else(|| longest(APPROVED, words).map(|length| (Verdict::Approved, length)))
}

/// Whether one verdict is followed by the other: `APPROVED → NEEDS_CHANGES`, `Approved, but needs changes`. Parentheses
/// hold a comment on the first.
pub(super) fn says_both(words: &str) -> bool {
    let Some((verdict, length)) = leading_verdict(words) else { return false };
    let next = linked(words.get(length..).unwrap_or_default());
    if verdict == Verdict::NeedsChanges {
        return longest(APPROVED, next).is_some();
    }
    longest(NEEDS_CHANGES, next).is_some() || longest(TAKEN_BACK, next).is_some()
}

/// What follows a verdict without the marks and words that link it to another.
fn linked(rest: &str) -> &str {
    let is_mark = |character: char| !character.is_alphanumeric() && !"(~".contains(character);
    let mut linked = rest.trim_start_matches(is_mark);
    while let Some(length) = longest(LINKS, linked) {
        linked = linked.get(length..).unwrap_or_default().trim_start_matches(is_mark);
    }
    linked
}

/// The length of the longest of the phrases that words begin with.
fn longest(phrases: &[&str], words: &str) -> Option<usize> {
    let first = words.as_bytes().first()?.to_ascii_lowercase();
    // Nearly no words begin as any of the phrases does.
    let alike = phrases.iter().filter(|phrase| phrase.as_bytes().first() == Some(&first));
    alike.filter_map(|phrase| begins_with(words, phrase)).max()
}

/// Returns the length of `phrase` at the start of `words`, ignoring case and the marks between words.
fn begins_with(words: &str, phrase: &str) -> Option<usize> {
    let mut length = 0;
    for (index, word) in phrase.split(' ').enumerate() {
        let rest = words.get(length..)?;
        let gap = rest.len() - rest.trim_start_matches([' ', '_', '-', '\u{a0}']).len();
        if index > 0 && gap == 0 {
            return None;
        }
        let start = length + if index > 0 { gap } else { 0 };
        let end = start + word.len();
        if !words.get(start..end)?.eq_ignore_ascii_case(word) {
            return None;
        }
        length = end;
    }
    let is_ended = words.get(length..)?.chars().next().is_none_or(|next| !next.is_alphanumeric());
    is_ended.then_some(length)
}
