//! Contradictions between the cells of a row, and between rows.

use std::collections::HashMap;

use super::IndexEntry;
use super::rules::{MISSING_COMMIT, REPEATED_ENTRY};
use crate::format::prelude::*;

pub(super) fn check(index: &IndexEntry, block: &Block<'_>, sink: &mut Sink) {
    let rows = sink.coverage.row_spans("entries");
    let place = |number: u32| rows.get(&number).copied().unwrap_or(Span::empty_at(block.span.start));
    let mut seen: HashMap<(&str, &str), u32> = HashMap::new();
    for (number, entry) in (0..).zip(&index.entries) {
        let commits = entry.pattern.as_deref().is_some_and(ends_with_commit);
        if commits && entry.success == Some(true) && entry.commits.is_empty() {
            let message = "the chain ends with a commit, but the outcome names none";
            let path = FieldPath::part("entries", number, "commits");
            sink.report(Diagnostic::new(&MISSING_COMMIT, place(number), message).field(path));
        }
        let (Some(date), Some(description)) = (&entry.date, &entry.description) else { continue };
        if let Some(first) = seen.insert((date, description), number) {
            let message = "the same work is in two rows of one day";
            let path = FieldPath::row("entries", number);
            let repeated = Diagnostic::new(&REPEATED_ENTRY, place(number), message).field(path);
            sink.report(repeated.related(place(first), "the row before it"));
        }
    }
}

fn ends_with_commit(pattern: &str) -> bool {
    let last = pattern.rsplit(['→', '>', ',']).next().unwrap_or_default();
    last.trim().trim_end_matches('/').eq_ignore_ascii_case("commit")
}
