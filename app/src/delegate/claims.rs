//! Checks the totals that a summary claims.

use super::rules::COUNT_MISMATCH;
use crate::format::prelude::*;
use crate::json::breaks_off;
use crate::reading::{claimed_total, counted};

/// Checks a total in the summary, such as `3 findings`, against the list; any of the `listed` counts will do, and
/// the first is that of all rows. An answer that was cut off is not checked: it may have had more rows.
pub fn check_claim(list: &'static str, listed: &[usize], nouns: &[&str], block: &Block<'_>, sink: &mut Sink) {
    let Some(summary) = sink.coverage.span_of(FieldPath::name("summary")) else { return };
    let Some((claimed, span)) = claimed_total(block.text.source(), summary, nouns) else { return };
    let Some(count) = listed.first().filter(|_| !listed.contains(&(claimed as usize))) else { return };
    if breaks_off(sink) {
        return;
    }
    let noun = nouns.get(1).copied().unwrap_or_default();
    let message = format!("{} claimed, {count} listed", counted(claimed as usize, noun));
    let mut mismatch = Diagnostic::new(&COUNT_MISMATCH, span, message).field(list);
    if let Some(rows) = sink.coverage.span_of(FieldPath::name(list)) {
        mismatch = mismatch.related(rows, counted(*count, noun));
    }
    sink.report(mismatch);
}
