//! What the list says of itself, against its rows.

use std::collections::HashMap;

use super::super::QuarantineOperations;
use super::super::rules::{DUPLICATE_RECORD, REMAINING_AGAINST_TIME, TOTAL_AGAINST_ROWS};
use super::{AGAINST, seconds};
use crate::format::prelude::*;
use crate::reading::{Contradictions, Figure, Number, Scope, counted, instant};

/// As long as a quarantine lasts, with and without auto-release.
const LIFETIMES: [i64; 2] = [86_400, LONGEST];
const LONGEST: i64 = 604_800;
/// Rounded figures and slow agents are no contradiction.
const TOLERANCE: i64 = 15 * 60;

pub(super) fn check(report: &QuarantineOperations, block: &Block<'_>, found: &mut Contradictions<'_>) {
    totals(report, block, found);
    duplicates(report, found);
    remaining(report, found);
}

/// Under the labels, and in `# Active Quarantines (2)`.
fn totals(report: &QuarantineOperations, block: &Block<'_>, found: &mut Contradictions<'_>) {
    let rows = report.records.len();
    let heading = Scope::of(block).opening_line();
    let in_heading = Number::find(heading.slice(block.text.source()));
    let place = in_heading.as_ref().map(|(_, place)| heading.skip(place.start).take(place.len()));
    let place_of = |field| found.sink.coverage.span_of(FieldPath::name(field));
    let stated = [
        ("total", report.total.as_ref().and_then(|total| total.number), place_of("total")),
        (
            "status",
            report.status.as_deref().and_then(|status| Figure::read(status).number),
            place_of("status"),
        ),
        ("total", in_heading.map(|(number, _)| number), place),
    ];
    for (field, number, place) in stated {
        let Some(number) = number.filter(|number| *number != Number(rows as f64)) else { continue };
        let message = format!("{number} are claimed, and the list has {}", counted(rows, "record"));
        found.report_at(&TOTAL_AGAINST_ROWS, field.into(), place, message, None);
    }
}

/// One target is under quarantine once.
fn duplicates(report: &QuarantineOperations, found: &mut Contradictions<'_>) {
    let mut seen: HashMap<(&str, &str), u32> = HashMap::new();
    let places = found.sink.coverage.spans_of("records", "targetId");
    for (index, record) in (0..).zip(&report.records) {
        let (Some(target_type), Some(id)) = (&record.target_type, &record.target_id) else { continue };
        let first = *seen.entry((target_type.as_str(), id.as_str())).or_insert(index);
        if first != index {
            let message = format!("`{id}` is in the list twice");
            let path = FieldPath::part("records", index, "targetId");
            let other = places.get(&first).map(|first| (*first, AGAINST));
            found.report_at(&DUPLICATE_RECORD, path, places.get(&index).copied(), message, other);
        }
    }
}

/// What is over and what is left make up a lifetime.
fn remaining(report: &QuarantineOperations, found: &mut Contradictions<'_>) {
    let places = found.sink.coverage.spans_of("records", "ttlRemaining");
    let beginnings = found.sink.coverage.spans_of("records", "quarantinedAt");
    let now = report.executed_at.as_deref().and_then(instant);
    for (index, record) in (0..).zip(&report.records) {
        let Some(left) = record.ttl_remaining.as_deref().and_then(seconds) else { continue };
        let (path, place) = (FieldPath::part("records", index, "ttlRemaining"), places.get(&index).copied());
        if left > LONGEST + TOLERANCE {
            let left = in_words(left);
            let message = format!("{left} are left, and a quarantine lasts 7 days at the longest");
            found.report_at(&REMAINING_AGAINST_TIME, path, place, message, None);
        }
        let began = record.quarantined_at.as_deref().and_then(instant);
        let Some((now, began)) = now.zip(began) else { continue };
        let over = (now.milliseconds - began.milliseconds) / 1000;
        let whole = over.saturating_add(left);
        if !LIFETIMES.iter().any(|lifetime| (whole - lifetime).abs() <= TOLERANCE) {
            let (over, left) = (in_words(over), in_words(left));
            let message = format!("{over} are over and {left} left, which makes neither 24 hours nor 7 days");
            let other = beginnings.get(&index).map(|began| (*began, AGAINST));
            found.report_at(&REMAINING_AGAINST_TIME, path, place, message, other);
        }
    }
}

fn in_words(seconds: i64) -> String {
    let minutes = seconds / 60;
    format!("{}d {}h {}m", minutes / 1440, minutes / 60 % 24, minutes % 60)
}
