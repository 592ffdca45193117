//! What the list says of itself, against its rows.

use std::collections::HashMap;

use super::super::rules::{DUPLICATE_RECORD, REMAINING_AGAINST_TIME, TOTAL_AGAINST_ROWS};
use super::{Check, seconds};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::reading::{Figure, Number, Scope, counted, instant};

/// As long as a quarantine lasts, with and without auto-release.
const LIFETIMES: [i64; 2] = [86_400, 604_800];
/// Rounded figures and slow agents are no contradiction.
const TOLERANCE: i64 = 15 * 60;

pub(super) fn check(check: &mut Check<'_>, block: &Block<'_>) {
    total(check);
    heading(check, block);
    duplicates(check);
    remaining(check);
}

fn total(check: &mut Check<'_>) {
    let report = check.report;
    let rows = report.records.len();
    let stated = [
        ("total", report.total.as_ref().and_then(|total| total.number)),
        ("status", report.status.as_deref().and_then(|status| Figure::read(status).number)),
    ];
    for (field, said) in stated {
        let Some(said) = said.filter(|said| *said != Number(rows as f64)) else { continue };
        let message = format!("{said} are claimed, and the list has {}", counted(rows, "record"));
        check.report(&TOTAL_AGAINST_ROWS, FieldPath::name(field), message, None);
    }
}

/// `# Active Quarantines (2)`
fn heading(check: &mut Check<'_>, block: &Block<'_>) {
    let line = Scope::of(block).opening_line();
    let Some((said, place)) = Number::find(line.slice(block.text.source())) else { return };
    let rows = check.report.records.len();
    if said != Number(rows as f64) {
        let message = format!("{said} are claimed, and the list has {}", counted(rows, "record"));
        let place = line.skip(place.start).take(place.len());
        check.sink.report(Diagnostic::new(&TOTAL_AGAINST_ROWS, place, message).field("total"));
    }
}

/// One target is under quarantine once.
fn duplicates(check: &mut Check<'_>) {
    let mut seen: HashMap<(&str, &str), u32> = HashMap::new();
    let places = check.sink.coverage.spans_of("records", "targetId");
    for (index, record) in (0..).zip(&check.report.records) {
        let (Some(target_type), Some(id)) = (&record.target_type, &record.target_id) else { continue };
        if let Some(first) = seen.get(&(target_type.as_str(), id.as_str())) {
            let message = format!("`{id}` stands in the list twice");
            let path = FieldPath::part("records", index, "targetId");
            check.report_at(&DUPLICATE_RECORD, path, places.get(&index), message, places.get(first));
        } else {
            seen.insert((target_type.as_str(), id.as_str()), index);
        }
    }
}

/// What is over and what is left make up a lifetime.
fn remaining(check: &mut Check<'_>) {
    let longest = LIFETIMES.into_iter().max().unwrap_or_default();
    let places = check.sink.coverage.spans_of("records", "ttlRemaining");
    let beginnings = check.sink.coverage.spans_of("records", "quarantinedAt");
    for (index, record) in (0..).zip(&check.report.records) {
        let left = record.ttl_remaining.as_deref().and_then(seconds);
        if let Some(left) = left.filter(|left| *left > longest + TOLERANCE) {
            let message =
                format!("{} are left, and a quarantine lasts 7 days at the longest", in_words(left));
            let path = FieldPath::part("records", index, "ttlRemaining");
            check.report_at(&REMAINING_AGAINST_TIME, path, places.get(&index), message, None);
        }
    }
    let Some(now) = check.report.executed_at.as_deref().and_then(instant) else { return };
    for (index, record) in (0..).zip(&check.report.records) {
        let began = record.quarantined_at.as_deref().and_then(instant);
        let Some((began, left)) = began.zip(record.ttl_remaining.as_deref().and_then(seconds)) else {
            continue;
        };
        let over = (now.milliseconds - began.milliseconds) / 1000;
        let whole = over.saturating_add(left);
        if LIFETIMES.iter().any(|lifetime| (whole - lifetime).abs() <= TOLERANCE) {
            continue;
        }
        let message = format!(
            "{} are over and {} left, which makes neither 24 hours nor 7 days",
            in_words(over),
            in_words(left)
        );
        let path = FieldPath::part("records", index, "ttlRemaining");
        let (place, other) = (places.get(&index), beginnings.get(&index));
        check.report_at(&REMAINING_AGAINST_TIME, path, place, message, other);
    }
}

fn in_words(seconds: i64) -> String {
    let minutes = seconds / 60;
    format!("{}d {}h {}m", minutes / 1440, minutes / 60 % 24, minutes % 60)
}
