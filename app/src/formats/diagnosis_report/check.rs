//! Contradictions between what a diagnosis says in one place and in another.

use super::DiagnosisReport;
use super::rules::{GATE_NOT_AFFECTED, RELATION_AGAINST_DATES, TRIAGE_AGAINST_FIX};
use super::words::{Answer, Relation};
use crate::format::prelude::*;
use crate::reading::{Contradictions, DAY_MS, Number, instant, is_placeholder, normal};

pub(super) fn check(report: &DiagnosisReport, block: &Block<'_>, sink: &mut Sink) {
    let mut found = Contradictions::of(block, sink);
    gate(report, &mut found);
    relations(report, &mut found);
    triage(report, &mut found);
}

/// Reports a failing gate that is not among the affected gates.
fn gate(report: &DiagnosisReport, found: &mut Contradictions<'_>) {
    let affected = &report.timing.affected_gates;
    let Some(gate) = report.gate.as_deref().filter(|gate| !is_placeholder(gate)) else { return };
    let number = |name: &str| {
        let (number, range) = Number::find(name)?;
        // `Gate 4: Compile Chain` is identified by its number alone.
        (range.start < 12).then_some(number)
    };
    let is_same = |other: &String| {
        normal(other) == normal(gate) || (number(gate).is_some() && number(other) == number(gate))
    };
    // `all` and `4-9` include the gate without naming it.
    let can_be_told = affected.iter().all(|other| number(other).is_some() && !other.contains(['-', '–']));
    if !affected.is_empty() && can_be_told && !affected.iter().any(is_same) {
        let message = format!("`{gate}` fails, and is not among the affected gates");
        let other = (FieldPath::name("gate"), "the gate that fails");
        found.report(&GATE_NOT_AFFECTED, "timing.affectedGates", message, Some(other));
    }
}

/// Reports a change that is said to precede or follow the violations, but doesn't by its date.
fn relations(report: &DiagnosisReport, found: &mut Contradictions<'_>) {
    let Some(started) = report.timing.violations_started.as_deref().and_then(instant) else { return };
    let places = found.sink.coverage.spans_of("codeHistory", "relation");
    let other = found.sink.coverage.span_of("timing.violationsStarted".into());
    for (index, change) in (0..).zip(&report.code_history) {
        let stated = change.relation.as_ref().and_then(|relation| relation.known);
        let modified = change.modified.as_deref().and_then(instant);
        let Some((stated, modified)) = stated.zip(modified) else { continue };
        let distance = modified.milliseconds - started.milliseconds;
        let (contradicts, before, after) = match stated {
            Relation::Before => (distance > 0, "before", "after"),
            Relation::After => (distance < 0, "after", "before"),
        };
        // Within one day, a date without a time can be on either side.
        let is_told = started.is_exact == modified.is_exact || distance.abs() > DAY_MS;
        if contradicts && is_told {
            let message =
                format!("the change is said to lie {before} the violations, and its date lies {after}");
            let path = FieldPath::part("codeHistory", index, "relation");
            let other = other.map(|other| (other, "when they started"));
            found.report_at(&RELATION_AGAINST_DATES, path, places.get(&index).copied(), message, other);
        }
    }
}

/// Reports a candidate for auto-triage without a trivial fix, and a trivial fix without a candidate.
fn triage(report: &DiagnosisReport, found: &mut Contradictions<'_>) {
    let triage = report.auto_triage.as_ref().and_then(|triage| triage.known);
    let message = match (triage, &report.healing.trivial_fix) {
        (Some(Answer::Yes), None) => "a candidate for auto-triage, and no trivial fix is described",
        (Some(Answer::No), Some(_)) => "no candidate for auto-triage, and a trivial fix is described",
        _ => return,
    };
    let fix = (FieldPath::name("healing.trivialFix"), "the trivial fix");
    found.report(&TRIAGE_AGAINST_FIX, "autoTriage", message, Some(fix));
}
