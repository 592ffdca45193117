//! Figures against figures, and words against figures.

use std::cmp::Ordering;

use super::super::rules::{
    CHANGE_AGAINST_FIGURES, COUNT_AGAINST_COMPARISON, DELTA_AGAINST_FIGURES, HEALTH_DELTA_MISMATCH,
    SCORE_OUT_OF_RANGE, TOTAL_AGAINST_GATES,
};
use super::super::{Comparison, HealingVerification, number};
use crate::diagnostic::FieldPath;
use crate::reading::{Contradictions, Figure, Number, normal};

pub(super) fn check(report: &HealingVerification, found: &mut Contradictions<'_>) {
    for (index, row) in (0..).zip(&report.comparison).filter(|(_, row)| are_alike(row)) {
        let path = |part| FieldPath::part("comparison", index, part);
        let after = Some((path("after"), "after healing"));
        if let Some((change, expected)) = unlike_delta(row, &row.delta) {
            let message = format!("the delta is {}, and {change} it is {expected}", signed(&row.delta));
            found.report(&DELTA_AGAINST_FIGURES, path("delta"), message, after);
        }
        let change = row
            .metric
            .as_deref()
            .and_then(better)
            .and_then(|better| unlike_change(better, &row.before, &row.after, row.status.as_deref()));
        if let Some(change) = change {
            let message = format!("{change}, which the status does not say");
            found.report(&CHANGE_AGAINST_FIGURES, path("status"), message, after);
        }
    }
    ranges(report, found);
    overall(report, found);
    counts(report, found);
    for (index, gate) in (0..).zip(&report.other_gates) {
        let path = |part| FieldPath::part("otherGates", index, part);
        // The figures are violations.
        let change = unlike_change(Ordering::Less, &gate.before, &gate.after, gate.change.as_deref());
        if let Some(change) = change {
            let message = format!("{change}, which the change does not say");
            let after = Some((path("after"), "after healing"));
            found.report(&CHANGE_AGAINST_FIGURES, path("change"), message, after);
        }
    }
    total(report, found);
}

/// Returns `true` if the figures of a row have the same unit: seconds aren't compared with milliseconds.
fn are_alike(row: &Comparison) -> bool {
    let figures = [&row.before, &row.after, &row.delta].into_iter().flatten();
    let mut units = figures.map(Figure::unit).filter(|unit| !unit.is_empty());
    let first = units.next();
    units.all(|unit| Some(unit) == first)
}

/// Describes the change of a row and its delta, where the stated one differs.
fn unlike_delta(row: &Comparison, stated: &Option<Figure>) -> Option<(String, String)> {
    let (before, after) = (number(&row.before)?, number(&row.after)?);
    let expected = Number(after.0 - before.0);
    let is_like = expected.is_near(number(stated)?);
    (!is_like).then(|| (format!("from {before} to {after}"), expected.signed()))
}

fn signed(figure: &Option<Figure>) -> String {
    number(figure).map(|number| number.signed()).unwrap_or_default()
}

/// Returns whether a metric improves by going down or up, judged by the words of its name. Returns `None` for a
/// metric with none of these words.
fn better(metric: &str) -> Option<Ordering> {
    const LESS: &str = "violation, error, failure, failed, latency, duration, delay, response time, memory, cost, \
         retries, timeout, warning, debt, p95";
    const MORE: &str = "score, rate, coverage, health, compliance, throughput, uptime, passed";
    let metric = metric.to_lowercase();
    let speaks_of = |words: &str| words.split(", ").any(|word| metric.contains(word));
    if speaks_of(LESS) {
        return Some(Ordering::Less);
    }
    speaks_of(MORE).then_some(Ordering::Greater)
}

/// Describes the change between two figures, where words state another.
fn unlike_change(
    better: Ordering,
    before: &Option<Figure>,
    after: &Option<Figure>,
    stated: Option<&str>,
) -> Option<String> {
    let (before, after) = (number(before)?, number(after)?);
    let change = if after.is_near(before) { Ordering::Equal } else { after.partial_cmp(&before)? };
    let words = normal(stated?);
    let mut words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    // A sign alone means nothing, and `partially resolved` may be more or less.
    let stated = match words.find(|word| !matches!(*word, "got" | "has" | "is"))? {
        "improved" | "better" | "resolved" | "cleared" | "fixed" => better,
        "stable" | "unchanged" | "same" => Ordering::Equal,
        "degraded" | "worse" | "worsened" | "regressed" => better.reverse(),
        "increased" => Ordering::Greater,
        "reduced" | "decreased" => Ordering::Less,
        _ => return None,
    };
    let in_words = match change {
        Ordering::Equal => "it stayed",
        _ if change == better => "it got better",
        _ => "it got worse",
    };
    (stated != change).then(|| format!("{in_words} from {before} to {after}"))
}

/// The health delta against the score before and after.
fn overall(report: &HealingVerification, found: &mut Contradictions<'_>) {
    let Some((index, row)) = report.overall_score() else { return };
    let Some((change, expected)) = unlike_delta(row, &report.health_delta) else { return };
    let stated = signed(&report.health_delta);
    let message = format!("a health delta of {stated}, and the score went {change}: {expected}");
    let after = (FieldPath::part("comparison", index, "after"), "the score after healing");
    found.report(&HEALTH_DELTA_MISMATCH, "healthDelta", message, Some(after));
}

/// Scores and rates are of 100.
fn ranges(report: &HealingVerification, found: &mut Contradictions<'_>) {
    let mut figures = vec![
        (FieldPath::name("expectedScore"), &report.expected_score),
        (FieldPath::name("before.passRate"), &report.before.pass_rate),
        (FieldPath::name("after.passRate"), &report.after.pass_rate),
    ];
    if let Some((index, row)) = report.overall_score() {
        figures.push((FieldPath::part("comparison", index, "before"), &row.before));
        figures.push((FieldPath::part("comparison", index, "after"), &row.after));
    }
    for (path, figure) in figures {
        let outside = number(figure).filter(|figure| !(0.0..=100.0).contains(&figure.0));
        if let Some(figure) = outside {
            found.report(&SCORE_OUT_OF_RANGE, path, format!("{figure} is not from 0 to 100"), None);
        }
    }
}

/// A report states the violations of the target gate twice.
fn counts(report: &HealingVerification, found: &mut Contradictions<'_>) {
    let Some((index, row)) = report.target_violations() else { return };
    let pairs = [
        ("before.violations", &report.before.violations, "before", &row.before),
        ("after.violations", &report.after.violations, "after", &row.after),
    ];
    for (field, detailed, part, compared) in pairs {
        let counts = number(detailed).zip(number(compared));
        if let Some((detailed, compared)) = counts.filter(|(detailed, other)| !detailed.is_near(*other)) {
            let message = format!("{detailed} violations {part} healing, and {compared} in the comparison");
            let other = (FieldPath::part("comparison", index, part), "in the comparison");
            found.report(&COUNT_AGAINST_COMPARISON, field, message, Some(other));
        }
    }
}

fn total(report: &HealingVerification, found: &mut Contradictions<'_>) {
    let remaining = &report.remaining;
    let counts: Option<Vec<f64>> =
        remaining.by_gate.iter().map(|gate| Some(number(&gate.count)?.0)).collect();
    let counts = counts.filter(|counts| !counts.is_empty());
    let Some((total, counts)) = number(&remaining.total).zip(counts) else { return };
    let sum = Number(counts.iter().sum());
    if !sum.is_near(total) {
        let message = format!("{total} violations remain, and the gates add up to {sum}");
        let other = (FieldPath::part("remaining.byGate", 0, "count"), "the first gate");
        found.report(&TOTAL_AGAINST_GATES, "remaining.total", message, Some(other));
    }
}
