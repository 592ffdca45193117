//! Words that take a finding back: it was fixed, or only counted.

use memchr::{memchr, memchr2};

use crate::formats::review_report::severity;
use crate::reading::{cleaned, head, is_emoji, is_finding_noun, is_rank};

/// A longer tail is part of the description.
const LONGEST_TAIL: usize = 40;
/// A longer cell is no state.
const LONGEST_STATE: usize = 32;

/// True of `**FIXED**: …`, `[FIXED - medium]`, `~~HIGH~~ RESOLVED`.
pub(super) fn is_marked_fixed(text: &str) -> bool {
    let head = head(text, 200);
    let words = head.trim_start_matches(|first: char| !first.is_alphanumeric() || is_emoji(first));
    let first = words.split(|edge: char| !edge.is_alphanumeric()).next();
    let is_fixed = |word: &str| matches!(word, "FIXED" | "RESOLVED");
    first.is_some_and(|first| is_fixed(first) || matches!(first, "DONE" | "Fixed" | "Resolved"))
        // Nearly no text has the letters.
        || memchr2(b'X', b'V', head.as_bytes()).is_some()
            && cleaned(head).split(|edge: char| !edge.is_alphanumeric()).any(is_fixed)
}

/// Returns `true` if a cell of a column such as `Status` only states that it is fixed: `FIXED`, `Resolved`.
pub(super) fn is_fixed_state(cell: &str) -> bool {
    let is_state = |state: &str| ["fixed", "resolved"].iter().any(|fixed| fixed.eq_ignore_ascii_case(state));
    cell.len() <= LONGEST_STATE && is_state(&cleaned(cell))
}

/// `Title (fixed)`, `Title — ✅ resolved`.
pub(super) fn has_fixed_tail(title: &str) -> bool {
    let bare = title.trim_end_matches(['.', '*', '_', ' ']);
    let last = bare.strip_suffix(')').and_then(|open| open.rsplit_once('('));
    let behind = || parted_by_last(bare, &[" — ", " – ", " -- ", " → "]);
    last.or_else(behind).is_some_and(|(_, last)| last.len() <= LONGEST_TAIL && severity::says_fixed(last))
}

/// Splits a text at the last occurrence of the first of these marks that it holds. Most texts hold none.
pub(super) fn parted_by_last<'t>(text: &'t str, marks: &[&str]) -> Option<(&'t str, &'t str)> {
    let may_hold =
        |mark: &&&str| mark.as_bytes().get(1).is_some_and(|byte| memchr(*byte, text.as_bytes()).is_some());
    marks.iter().filter(may_hold).find_map(|mark| text.rsplit_once(*mark))
}

/// Whether a line counts findings and describes none: `Critical: 2`, `3 high`, `**Medium Issues:** 0 (all fixed)`.
pub(super) fn is_tally(written: &str) -> bool {
    let comment = written.trim_end().strip_suffix(')').and_then(|open| open.rsplit_once('('));
    let bare = comment.map_or(written, |(before, _)| before);
    let mut words = bare.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let (mut counts, mut names) = (false, false);
    words.all(|word| {
        let is_number = word.bytes().all(|digit| digit.is_ascii_digit());
        let word = word.to_lowercase();
        let is_name = is_rank(&word) || is_finding_noun(&word) || word == "total";
        counts |= is_number;
        names |= is_name;
        is_number || is_name || matches!(word.as_str(), "priority" | "severity" | "and" | "건" | "개")
    }) && counts
        && names
}
