//! Figures against figures, and words against figures.

use super::super::rules::{
    CHANGE_AGAINST_FIGURES, COUNT_AGAINST_COMPARISON, DELTA_AGAINST_FIGURES, HEALTH_DELTA_MISMATCH,
    SCORE_OUT_OF_RANGE, TOTAL_AGAINST_GATES,
};
use super::super::{Comparison, number};
use super::Check;
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::reading::{Figure, Number, normal};

/// What a word says of a figure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Trend {
    Better,
    Same,
    Worse,
}

pub(super) fn check(check: &mut Check<'_>) {
    for (index, row) in (0..).zip(&check.report.comparison).filter(|(_, row)| are_alike(row)) {
        delta(check, index, row);
        status(check, index, row);
    }
    ranges(check);
    health_delta(check);
    counts(check);
    gates(check);
    total(check);
}

/// Seconds are not held against milliseconds.
fn are_alike(row: &Comparison) -> bool {
    let figures = [&row.before, &row.after, &row.delta].into_iter().flatten();
    let mut units = figures.map(Figure::unit).filter(|unit| !unit.is_empty());
    let first = units.next();
    units.all(|unit| Some(unit) == first)
}

fn delta(check: &mut Check<'_>, index: u32, row: &Comparison) {
    let Some((change, expected)) = unlike_delta(row, &row.delta) else { return };
    let path = |part| FieldPath::part("comparison", index, part);
    let message = format!("the delta is {}, and {change} it is {expected}", signed(&row.delta));
    check.report(&DELTA_AGAINST_FIGURES, path("delta"), message, (path("after"), "after healing"));
}

fn health_delta(check: &mut Check<'_>) {
    let (report, path) = (check.report, FieldPath::name("healthDelta"));
    let Some((index, row)) = report.overall_score() else { return };
    let Some((change, expected)) = unlike_delta(row, &report.health_delta) else { return };
    let stated = signed(&report.health_delta);
    let message = format!("a health delta of {stated}, and the score went {change}: {expected}");
    let after = FieldPath::part("comparison", index, "after");
    check.report(&HEALTH_DELTA_MISMATCH, path, message, (after, "the score after healing"));
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

/// `improved` of a score that fell.
fn status(check: &mut Check<'_>, index: u32, row: &Comparison) {
    let Some(better) = row.metric.as_deref().and_then(Better::of) else { return };
    let path = |part| FieldPath::part("comparison", index, part);
    if let Some(change) = unlike_trend(better, &row.before, &row.after, row.status.as_deref()) {
        let message = format!("{change}, which the status does not say");
        check.report(&CHANGE_AGAINST_FIGURES, path("status"), message, (path("after"), "after healing"));
    }
}

/// The same for the other gates, whose figures are violations.
fn gates(check: &mut Check<'_>) {
    for (index, gate) in (0..).zip(&check.report.other_gates) {
        let path = |part| FieldPath::part("otherGates", index, part);
        if let Some(change) = unlike_trend(Better::Less, &gate.before, &gate.after, gate.change.as_deref()) {
            let message = format!("{change}, which the change does not say");
            check.report(&CHANGE_AGAINST_FIGURES, path("change"), message, (path("after"), "after healing"));
        }
    }
}

/// Describes the trend of two figures, where words say another.
fn unlike_trend(
    better: Better,
    before: &Option<Figure>,
    after: &Option<Figure>,
    stated: Option<&str>,
) -> Option<String> {
    let (before, after) = (number(before)?, number(after)?);
    let found = better.found(before, after);
    let is_like = trend(stated?, better)? == found;
    (!is_like).then(|| format!("{} from {before} to {after}", in_words(found)))
}

/// Which way a figure gets better.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Better {
    More,
    Less,
}

impl Better {
    /// By the words of a metric; of one that no list knows nobody can tell.
    fn of(metric: &str) -> Option<Self> {
        const LESS: &str = "violation, error, failure, failed, latency, duration, delay, response time, memory, cost, \
             retries, timeout, warning, debt, p95";
        const MORE: &str = "score, rate, coverage, health, compliance, throughput, uptime, passed";
        let metric = metric.to_lowercase();
        let speaks_of = |words: &str| words.split(", ").any(|word| metric.contains(word));
        if speaks_of(LESS) {
            return Some(Self::Less);
        }
        speaks_of(MORE).then_some(Self::More)
    }

    fn found(self, before: Number, after: Number) -> Trend {
        let (low, high) = if self == Self::More { (before, after) } else { (after, before) };
        if low.is_near(high) {
            Trend::Same
        } else if low < high {
            Trend::Better
        } else {
            Trend::Worse
        }
    }
}

const fn in_words(trend: Trend) -> &'static str {
    match trend {
        Trend::Better => "it got better",
        Trend::Same => "it stayed",
        Trend::Worse => "it got worse",
    }
}

/// The first word of a status that tells; a sign alone tells nothing.
fn trend(written: &str, better: Better) -> Option<Trend> {
    let words = normal(written);
    let mut words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let grew = if better == Better::More { Trend::Better } else { Trend::Worse };
    let shrank = if better == Better::More { Trend::Worse } else { Trend::Better };
    // `partially resolved` may be more or less.
    Some(match words.find(|word| !matches!(*word, "got" | "has" | "is"))? {
        "improved" | "better" | "resolved" | "cleared" | "fixed" => Trend::Better,
        "stable" | "unchanged" | "same" => Trend::Same,
        "degraded" | "worse" | "worsened" | "regressed" => Trend::Worse,
        "increased" => grew,
        "reduced" | "decreased" => shrank,
        _ => return None,
    })
}

/// Scores and rates are of 100.
fn ranges(check: &mut Check<'_>) {
    let report = check.report;
    let mut figures = vec![
        (FieldPath::name("expectedScore"), number(&report.expected_score)),
        (FieldPath::name("before.passRate"), number(&report.before.pass_rate)),
        (FieldPath::name("after.passRate"), number(&report.after.pass_rate)),
    ];
    if let Some((index, row)) = report.overall_score() {
        figures.push((FieldPath::part("comparison", index, "before"), number(&row.before)));
        figures.push((FieldPath::part("comparison", index, "after"), number(&row.after)));
    }
    for (path, figure) in figures {
        let Some(figure) = figure.filter(|figure| !(0.0..=100.0).contains(&figure.0)) else { continue };
        let place = check.place(path).unwrap_or(check.start);
        let message = format!("{figure} is not from 0 to 100");
        check.sink.report(Diagnostic::new(&SCORE_OUT_OF_RANGE, place, message).field(path.to_string()));
    }
}

/// A report states the violations of the target gate twice.
fn counts(check: &mut Check<'_>) {
    let Some((index, row)) = check.report.target_violations() else { return };
    let pairs = [
        ("before.violations", number(&check.report.before.violations), "before", number(&row.before)),
        ("after.violations", number(&check.report.after.violations), "after", number(&row.after)),
    ];
    for (field, detailed, part, compared) in pairs {
        let Some((detailed, compared)) = detailed.zip(compared) else { continue };
        if !detailed.is_near(compared) {
            let message = format!("{detailed} violations {part} healing, and {compared} in the comparison");
            let other = FieldPath::part("comparison", index, part);
            check.report(
                &COUNT_AGAINST_COMPARISON,
                FieldPath::name(field),
                message,
                (other, "in the comparison"),
            );
        }
    }
}

fn total(check: &mut Check<'_>) {
    let remaining = &check.report.remaining;
    let counts: Option<Vec<f64>> =
        remaining.by_gate.iter().map(|gate| Some(number(&gate.count)?.0)).collect();
    let (Some(total), Some(counts)) = (number(&remaining.total), counts.filter(|counts| !counts.is_empty()))
    else {
        return;
    };
    let sum = Number(counts.iter().sum());
    if !sum.is_near(total) {
        let message = format!("{total} violations remain, and the gates add up to {sum}");
        let other = FieldPath::part("remaining.byGate", 0, "count");
        check.report(
            &TOTAL_AGAINST_GATES,
            FieldPath::name("remaining.total"),
            message,
            (other, "the first gate"),
        );
    }
}
