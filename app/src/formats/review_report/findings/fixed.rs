//! Whether a report marks a finding as fixed in the same run.

use crate::formats::review_report::report_sections::ReportSections;
use crate::markdown::Row;
use crate::reading::{cleaned, head, is_emoji};

/// A longer cell is no state.
const LONGEST_STATE: u32 = 32;

/// True of `**FIXED**: …`, `[FIXED - medium]`, `~~HIGH~~ RESOLVED`.
pub(super) fn is_marked_fixed(text: &str) -> bool {
    let head = head(text, 200);
    let words = head.trim_start_matches(|first: char| !first.is_alphanumeric() || is_emoji(first));
    let first = words.split(|edge: char| !edge.is_alphanumeric()).next();
    let is_fixed = |word: &str| matches!(word, "FIXED" | "RESOLVED");
    first.is_some_and(|first| is_fixed(first) || matches!(first, "DONE" | "Fixed" | "Resolved"))
        || cleaned(head).split(|edge: char| !edge.is_alphanumeric()).any(is_fixed)
}

/// Whether a column such as `Status` marks it: `FIXED`, `Resolved`.
pub(super) fn has_fixed_cell(sections: &ReportSections<'_>, row: &Row) -> bool {
    let mut cells = sections.outline.cells(row).iter().filter(|cell| cell.len() <= LONGEST_STATE);
    cells.any(|cell| {
        let written = sections.read(*cell);
        let state = cleaned(&written);
        ["fixed", "resolved"].iter().any(|fixed| fixed.eq_ignore_ascii_case(&state))
    })
}
