//! An item or a sentence, taken apart: the file and what was done to it, the issue and why a person is needed.

use super::entries::Entry;
use super::findings::without_checkbox;
use super::layout::Layout;
use crate::reading::location;
use crate::text::Span;

/// `` `src/a.rs`: what was done ``, or an item below a heading that names the file.
pub(super) fn fix_of_item(layout: &Layout<'_>, text: Span, under: Option<&str>) -> Entry {
    let written = layout.plain(text);
    if under.is_some() {
        return (under.map(str::to_owned), Some(written), Vec::new());
    }
    let named = parted(&written).and_then(|(first, second)| Some((location(first).file?, second)));
    match named {
        Some((file, fix)) => (Some(file), Some(fix.trim_start_matches(['*', ' ']).to_owned()), Vec::new()),
        None => (None, Some(written), Vec::new()),
    }
}

/// `**Issue:** why a person is needed`.
pub(super) fn flag_of_item(layout: &Layout<'_>, text: Span, _under: Option<&str>) -> Entry {
    let source = layout.text.source();
    if let Some(pair) = crate::markdown::key_value(source, text) {
        let reason = Some(layout.plain(pair.value)).filter(|reason| !reason.is_empty());
        return (Some(layout.plain(pair.key)), reason, Vec::new());
    }
    let plain = layout.plain(text);
    let written = without_checkbox(&plain);
    match parted(written) {
        Some((issue, reason)) => {
            (Some(issue.trim_matches('*').to_owned()), Some(reason.to_owned()), Vec::new())
        }
        None => (Some(written.to_owned()), None, Vec::new()),
    }
}

/// What stands before the first mark that parts it, and behind it. In a later sentence a mark parts nothing.
fn parted(written: &str) -> Option<(&str, &str)> {
    let parts = [": ", " — ", " – ", " - ", " | "].iter().filter_map(|mark| written.split_once(mark));
    parts.min_by_key(|(first, _)| first.len()).filter(|(first, _)| !first.contains(". "))
}
