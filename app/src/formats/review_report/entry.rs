//! A fix or a flag, taken out of an item or a sentence.

use super::report_sections::ReportSections;
use crate::markdown::key_value;
use crate::reading::{OtherCell, location};
use crate::text::Span;

/// The two parts of a fix or a flag, and what is in other columns.
#[derive(Default)]
pub(super) struct ListEntry {
    pub first: Option<String>,
    pub second: Option<String>,
    pub others: Vec<OtherCell>,
}

impl ListEntry {
    pub fn of(first: Option<String>, second: Option<String>) -> Self {
        Self { first, second, others: Vec::new() }
    }
}

/// Reads `` `src/a.rs`: what was done ``, or an item below a heading that names the file.
pub(super) fn fix_of_item(sections: &ReportSections<'_>, text: Span, under: Option<&str>) -> ListEntry {
    let written = sections.plain(text);
    if under.is_some() {
        return ListEntry::of(under.map(str::to_owned), Some(written));
    }
    let named = parted(&written).and_then(|(first, second)| Some((location(first).file?, second)));
    match named {
        Some((file, fix)) => ListEntry::of(Some(file), Some(fix.trim_start_matches(['*', ' ']).to_owned())),
        None => ListEntry::of(None, Some(written)),
    }
}

/// Reads `**Issue:** why a person is needed`.
pub(super) fn flag_of_item(sections: &ReportSections<'_>, text: Span, _under: Option<&str>) -> ListEntry {
    if let Some(pair) = key_value(sections.text.source(), text) {
        let reason = Some(sections.plain(pair.value)).filter(|reason| !reason.is_empty());
        return ListEntry::of(Some(sections.plain(pair.key)), reason);
    }
    let plain = sections.plain(text);
    let written = without_checkbox(&plain);
    match parted(written) {
        Some((issue, reason)) => {
            ListEntry::of(Some(issue.trim_matches('*').to_owned()), Some(reason.to_owned()))
        }
        None => ListEntry::of(Some(written.to_owned()), None),
    }
}

/// The words before and behind the first mark that parts them. In a later sentence a mark parts nothing.
fn parted(written: &str) -> Option<(&str, &str)> {
    let parts = [": ", " — ", " – ", " - ", " | "].iter().filter_map(|mark| written.split_once(mark));
    parts.min_by_key(|(first, _)| first.len()).filter(|(first, _)| !first.contains(". "))
}

/// What follows `[ ]` or `[x]`.
pub(super) fn without_checkbox(line: &str) -> &str {
    ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line)
}
