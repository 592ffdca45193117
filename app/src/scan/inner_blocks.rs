//! Blocks inside other blocks.

use crate::format::Parsed;
use crate::text::Span;

/// Drops the edits of a block if one of them changes an inner block, that is, one of those that begin `behind` it. The
/// inner block fixes its own bytes: two blocks that fix the same bytes, each by its own contract, would never finish.
/// One edit may depend on another, so all of them are dropped.
pub(super) fn leave_inner_blocks_alone(parsed: &mut Parsed, behind: &[Span]) {
    if behind.first().is_none_or(|next| next.start >= parsed.span.end) {
        return;
    }
    let inner = covered(behind.iter().copied().take_while(|span| span.start < parsed.span.end));
    let mut edits = parsed.diagnostics.iter().filter_map(|found| found.fix.as_ref());
    let changes_inner = edits.any(|edit| {
        let next = inner.partition_point(|span| span.end <= edit.span.start);
        inner.get(next).is_some_and(|span| span.start < edit.span.end)
    });
    if changes_inner {
        parsed.diagnostics.iter_mut().for_each(|found| found.fix = None);
    }
}

/// Merges spans that overlap; they are in order of their beginnings.
fn covered(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut covered: Vec<Span> = Vec::new();
    for span in spans {
        match covered.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => covered.push(span),
        }
    }
    covered
}
