//! Contradictions between the step that failed and what may be done about it.

use super::ErrorAnnouncement;
use super::rules::OTHER_STEP;
use crate::chain::number_of;
use crate::format::prelude::*;
use crate::reading::Contradictions;

/// Retrying or skipping a step other than the one that failed fixes nothing.
pub(super) fn check(error: &ErrorAnnouncement, block: &Block<'_>, sink: &mut Sink) {
    let Some(failed) = error.step_number else { return };
    let places = sink.coverage.row_spans("recoveryOptions");
    let other = sink.coverage.span_of("stepNumber".into()).map(|failed| (failed, "the step that failed"));
    let mut found = Contradictions::of(block, sink);
    for (index, option) in (0..).zip(&error.recovery_options) {
        let words = option.to_ascii_lowercase();
        let named = ["retry step ", "skip step "].iter().find_map(|verb| words.split_once(verb));
        let number = named.and_then(|(_, rest)| number_of(rest.split_whitespace().next()?));
        if let Some(number) = number.filter(|number| *number != failed) {
            let message = format!("step {failed} failed, and the option speaks of step {number}");
            let path = FieldPath::row("recoveryOptions", index);
            found.report_at(&OTHER_STEP, path, places.get(&index).copied(), message, other);
        }
    }
}
