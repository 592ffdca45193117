//! Contradictions between the step that failed and what may be done about it.

use super::ErrorAnnouncement;
use super::rules::OTHER_STEP;
use crate::chain::number_of;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};

/// Retrying or skipping a step other than the one that failed fixes nothing.
pub(super) fn check(error: &ErrorAnnouncement, sink: &mut Sink) {
    let Some(failed) = error.step_number else { return };
    let Some(failed_at) = sink.coverage.span_of(FieldPath::name("stepNumber")) else { return };
    for (index, option) in (0..).zip(&error.recovery_options) {
        let words = option.to_ascii_lowercase();
        let named = ["retry step ", "skip step "].iter().find_map(|verb| words.split_once(verb));
        let Some(number) = named.and_then(|(_, rest)| number_of(rest.split_whitespace().next()?)) else {
            continue;
        };
        let place = sink.coverage.row_span("recoveryOptions", index);
        if let Some(place) = place.filter(|_| number != failed) {
            let message = format!("step {failed} failed, and the option speaks of step {number}");
            sink.report(
                Diagnostic::new(&OTHER_STEP, place, message)
                    .field(FieldPath::row("recoveryOptions", index).to_string())
                    .related(failed_at, "the step that failed"),
            );
        }
    }
}
