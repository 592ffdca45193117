//! Contradictions between what a diagnosis says in one place and in another.

use super::DiagnosisReport;
use super::rules::{GATE_NOT_AFFECTED, RELATION_AGAINST_DATES, TRIAGE_AGAINST_FIX};
use super::words::{Answer, Relation};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{DAY_MS, Number, instant, is_placeholder, normal};
use crate::text::Span;

pub(super) fn check(report: &DiagnosisReport, block: &Block<'_>, sink: &mut Sink) {
    let start = Span::empty_at(block.span.start);
    gate(report, start, sink);
    relations(report, start, sink);
    triage(report, start, sink);
}

fn place(sink: &Sink, name: &'static str) -> Option<Span> {
    sink.coverage.span_of(FieldPath::name(name))
}

/// The gate that fails is one of those affected.
fn gate(report: &DiagnosisReport, start: Span, sink: &mut Sink) {
    let affected = &report.timing.affected_gates;
    let Some(gate) = report.gate.as_deref().filter(|gate| !is_placeholder(gate)) else { return };
    let number = |name: &str| {
        let (number, range) = Number::find(name)?;
        // Of `Gate 4: Compile Chain` the number alone tells.
        (range.start < 12).then_some(number)
    };
    let is_same = |other: &String| {
        normal(other) == normal(gate) || (number(gate).is_some() && number(other) == number(gate))
    };
    // `all` and `4-9` name it without saying so.
    let can_be_told = affected.iter().all(|other| number(other).is_some() && !other.contains(['-', '–']));
    if affected.is_empty() || !can_be_told || affected.iter().any(is_same) {
        return;
    }
    let message = format!("`{gate}` fails, and is not among the affected gates");
    let found = place(sink, "timing.affectedGates").unwrap_or(start);
    let mut diagnostic = Diagnostic::new(&GATE_NOT_AFFECTED, found, message).field("timing.affectedGates");
    if let Some(stated) = place(sink, "gate") {
        diagnostic = diagnostic.related(stated, "the gate that fails");
    }
    sink.report(diagnostic);
}

/// What is said to have changed before the violations did so by its date.
fn relations(report: &DiagnosisReport, start: Span, sink: &mut Sink) {
    let Some(started) = report.timing.violations_started.as_deref().and_then(instant) else { return };
    let rows = sink.coverage.row_spans("codeHistory");
    for (index, change) in (0..).zip(&report.code_history) {
        let said = change.relation.as_ref().and_then(|relation| relation.known);
        let Some((said, modified)) = said.zip(change.modified.as_deref().and_then(instant)) else { continue };
        let is_before = modified.milliseconds < started.milliseconds;
        let is_after = modified.milliseconds > started.milliseconds;
        let contradicts = match said {
            Relation::Before => is_after,
            Relation::After => is_before,
        };
        // A day holds both.
        let is_told = started.is_exact == modified.is_exact
            || (started.milliseconds - modified.milliseconds).abs() > DAY_MS;
        if !contradicts || !is_told {
            continue;
        }
        let (word, other) = if is_after { ("before", "after") } else { ("after", "before") };
        let message = format!("the change is said to lie {word} the violations, and its date lies {other}");
        let field = FieldPath::part("codeHistory", index, "relation");
        let found = sink.coverage.span_of(field).or(rows.get(&index).copied()).unwrap_or(start);
        let mut diagnostic =
            Diagnostic::new(&RELATION_AGAINST_DATES, found, message).field(field.to_string());
        if let Some(stated) = place(sink, "timing.violationsStarted") {
            diagnostic = diagnostic.related(stated, "when they started");
        }
        sink.report(diagnostic);
    }
}

/// A candidate names its trivial fix, and nothing else has one.
fn triage(report: &DiagnosisReport, start: Span, sink: &mut Sink) {
    let Some(triage) = report.auto_triage.as_ref().and_then(|triage| triage.known) else { return };
    let fix = place(sink, "healing.trivialFix");
    let message = match (triage, &report.healing.trivial_fix) {
        (Answer::Yes, None) => "a candidate for auto-triage, and no trivial fix is described",
        (Answer::No, Some(_)) => "no candidate for auto-triage, and a trivial fix is described",
        _ => return,
    };
    let found = place(sink, "autoTriage").unwrap_or(start);
    let mut diagnostic = Diagnostic::new(&TRIAGE_AGAINST_FIX, found, message).field("autoTriage");
    if let Some(fix) = fix {
        diagnostic = diagnostic.related(fix, "the trivial fix");
    }
    sink.report(diagnostic);
}
