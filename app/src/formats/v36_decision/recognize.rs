//! Recognizes decision records among the JSON objects of a text.

use crate::format::prelude::*;
use crate::json::{Found, Names};
use crate::side_by_side::side_by_side;

/// Three of these make a record, and one does beside a record.
static KEYS: Names = Names::of(&[
    "decision_id", "contract_layer", "decision_class", "decision_outcome", "actor_attribution", "reason_code",
]);
/// The beginning of the schema's name, which no other contract has.
const SCHEMA: &str = "v36.runtime_harness.";

pub(super) const OPENERS: &[Opener] = &[Opener::Object];

pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let (text, objects) = (scan.text, scan.objects());
    let is_record = side_by_side(objects, |found| is_record(text, found));
    let is_beside = |index: usize| {
        let mut neighbors = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
        neighbors.any(|other| {
            is_record.get(other) == Some(&true)
                && objects.get(other).is_some_and(|neighbor| {
                    objects.get(index).is_some_and(|found| are_next_lines(text, found.span, neighbor.span))
                })
        })
    };
    let records = objects.iter().zip(&is_record).enumerate().filter_map(|(index, (found, is_record))| {
        let reason = if *is_record {
            "fields of a decision record"
        } else if found.count(text, &KEYS) > 0 && is_beside(index) {
            "a line of a decision log"
        } else {
            return None;
        };
        Some(Recognition { span: found.span, revision: Revision::Current, reason })
    });
    records.collect()
}

fn is_record(text: &Text, found: &Found<'_>) -> bool {
    names_schema(text, found) || found.count(text, &KEYS) >= 3
}

fn names_schema(text: &Text, found: &Found<'_>) -> bool {
    let value = found.key(text, "schema_version").map(|key| Span::new(key.end, found.span.end));
    let value = value.map(|value| text.slice(value).trim_start_matches([' ', '\t', ':', '"']));
    value.is_some_and(|value| value.starts_with(SCHEMA))
}

/// Returns `true` if nothing but one line break is between two objects.
fn are_next_lines(text: &Text, one: Span, other: Span) -> bool {
    let between = Span::new(one.end.min(other.end), one.start.max(other.start));
    matches!(text.slice(between), "\n" | "\r\n" | "\r")
}
