//! The evidence against the figures, as far as it is in the contract's words.

use std::cmp::Ordering;

use super::super::rules::EVIDENCE_AGAINST_FIGURES;
use super::super::{HealingVerification, number};
use crate::diagnostic::FieldPath;
use crate::reading::{Contradictions, Number, normal};

const SCORE: &str = "health score ";
const TARGET: &str = "target gate violations ";
const OTHERS: &str = "other gates ";

/// What the figures say, and where.
struct Measured {
    words: String,
    place: FieldPath,
}

pub(super) fn check(report: &HealingVerification, found: &mut Contradictions<'_>) {
    for (index, entry) in (0..).zip(&report.evidence) {
        let words = normal(entry);
        let said = |subject| words.strip_prefix(subject);
        let measured = said(SCORE).and_then(|said| score(report, said));
        let measured = measured.or_else(|| target(report, said(TARGET)?));
        let measured = measured.or_else(|| others(report, said(OTHERS)?));
        if let Some(Measured { words, place }) = measured {
            let message = format!("the evidence says `{entry}`, and {words}");
            let path = FieldPath::row("evidence", index);
            found.report(&EVIDENCE_AGAINST_FIGURES, path, message, Some((place, "the figure")));
        }
    }
}

/// `met expected threshold`, `did not meet expected threshold`.
fn score(report: &HealingVerification, said: &str) -> Option<Measured> {
    let (index, row) = report.overall_score()?;
    let place = FieldPath::part("comparison", index, "after");
    let (after, expected) = number(&row.after).zip(report.expected())?;
    let is_met = after >= expected;
    let said_met = match said {
        _ if said.starts_with("met expected") => true,
        _ if said.starts_with("did not meet expected") => false,
        _ => return moved(said, number(&row.before)?, after, place),
    };
    let words = format!("the score is {after} of an expected {expected}");
    (is_met != said_met).then_some(Measured { words, place })
}

/// `cleared`, `reduced`, `unchanged`, `increased`.
fn target(report: &HealingVerification, said: &str) -> Option<Measured> {
    let (index, row) = report.target_violations()?;
    let place = FieldPath::part("comparison", index, "after");
    let (before, after) = number(&row.before).zip(number(&row.after))?;
    let change = after.partial_cmp(&before)?;
    let holds = match first_word(said) {
        "cleared" => after == Number(0.0),
        "reduced" => change == Ordering::Less,
        "unchanged" => change == Ordering::Equal,
        "increased" => change == Ordering::Greater,
        _ => return moved(said, before, after, place),
    };
    (!holds).then(|| Measured { words: format!("they went from {before} to {after}"), place })
}

/// `stable`, `improved`, `degraded`.
fn others(report: &HealingVerification, said: &str) -> Option<Measured> {
    let changes = (0..).zip(&report.other_gates).filter_map(|(index, gate)| {
        let (before, after) = number(&gate.before).zip(number(&gate.after))?;
        Some((index, after.partial_cmp(&before)?))
    });
    let changes: Vec<(u32, Ordering)> = changes.collect();
    let (first, _) = *changes.first()?;
    let place = |index| FieldPath::part("otherGates", index, "after");
    let of = |wanted| changes.iter().find(|(_, change)| *change == wanted).map(|(index, _)| *index);
    let (worse, better) = (of(Ordering::Greater), of(Ordering::Less));
    let measured = |words: &str, index| Some(Measured { words: words.to_owned(), place: place(index) });
    match first_word(said) {
        "stable" => worse.and_then(|index| measured("one of them got worse", index)),
        "improved" if better.is_none() => measured("none of them got better", worse.unwrap_or(first)),
        "degraded" if worse.is_none() => measured("none of them got worse", better.unwrap_or(first)),
        _ => None,
    }
}

/// `from 71 to 88`, `71 → 88`: other figures than those of the table.
fn moved(said: &str, before: Number, after: Number, place: FieldPath) -> Option<Measured> {
    let said = ["from ", "rose from ", "fell from ", "went from "]
        .iter()
        .find_map(|words| said.strip_prefix(words))
        .unwrap_or(said)
        .trim_start_matches([':', ' ']);
    let (first, last) = [" to ", "→", "->"].iter().find_map(|mark| said.split_once(mark))?;
    let (first, last) = (first.trim().parse().ok()?, first_word(last.trim()).parse().ok()?);
    let is_same = before.is_near(Number(first)) && after.is_near(Number(last));
    (!is_same).then(|| Measured { words: format!("the table has {before} and {after}"), place })
}

fn first_word(said: &str) -> &str {
    said.split(|edge: char| !edge.is_alphanumeric() && edge != '.').next().unwrap_or_default()
}
