//! Lines that count findings and describe none.

use crate::reading::{is_finding_noun, is_rank};

/// True of `Critical: 2`, `3 high`, `**Medium Issues:** 0 (all fixed)`.
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
