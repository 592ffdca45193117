//! Which findings of two reports are the same, and what the second makes of them.

use super::rejection::rejection;
use super::{MOST_FINDINGS, PlacedFinding, Row, Standing};
use crate::format::StatedFinding;
use crate::reading::normal;
use crate::track::ends_alike;

/// Lines of one file that are so near may be of one finding.
const NEAR: u32 = 5;
/// How much of their words two findings share, if they are near each other, or if one of them names no place.
const NEAR_LIKENESS: f64 = 0.55;
const LIKENESS: f64 = 0.75;

/// Pairs the findings of a review with those of the second opinion; each is in one row.
pub(super) fn rows(mut review: Vec<PlacedFinding>, mut critique: Vec<PlacedFinding>) -> Vec<Row> {
    review.truncate(MOST_FINDINGS);
    critique.truncate(MOST_FINDINGS);
    let words = |findings: &[PlacedFinding]| -> Vec<String> {
        findings.iter().map(|placed| normal(&placed.finding.words)).collect()
    };
    let (known, found) = (words(&review), words(&critique));
    let mut candidates: Vec<(f64, usize, usize)> = Vec::new();
    for (at, (one, one_words)) in review.iter().zip(&known).enumerate() {
        for (other_at, (other, other_words)) in critique.iter().zip(&found).enumerate() {
            let same =
                sameness(&one.finding, &other.finding, || strsim::sorensen_dice(one_words, other_words));
            candidates.extend(same.map(|same| (same, at, other_at)));
        }
    }
    // The surest pairs first; a sort keeps the order of the reports.
    candidates.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut partners: Vec<Option<usize>> = vec![None; review.len()];
    let mut is_taken = vec![false; critique.len()];
    for (_, at, other) in candidates {
        if let (Some(partner @ None), Some(taken @ false)) = (partners.get_mut(at), is_taken.get_mut(other)) {
            (*partner, *taken) = (Some(other), true);
        }
    }
    let missed = critique.iter().zip(&is_taken).filter(|(_, is_taken)| !**is_taken);
    let missed: Vec<Row> = missed.map(|(finding, _)| row(None, Some(finding.clone()))).collect();
    let of_review = review.into_iter().zip(partners).map(|(finding, partner)| {
        row(Some(finding), partner.and_then(|partner| critique.get(partner).cloned()))
    });
    let mut rows: Vec<Row> = of_review.chain(missed).collect();
    rows.sort_by_key(|row| row.standing);
    rows
}

/// Returns how sure it is that two findings are the same, or `None` if they aren't.
fn sameness(one: &StatedFinding, other: &StatedFinding, likeness: impl Fn() -> f64) -> Option<f64> {
    let places = one.file.as_deref().zip(other.file.as_deref());
    if places.is_some_and(|(one, other)| !ends_alike(one, other)) {
        return None;
    }
    let likeness = likeness();
    let apart = one.lines.zip(other.lines).map(|(one, other)| {
        let (first, second) = if one.0 <= other.0 { (one, other) } else { (other, one) };
        second.0.saturating_sub(first.1)
    });
    match (places, apart) {
        (Some(_), Some(0)) => Some(2.0 + likeness),
        (Some(_), Some(apart)) if apart <= NEAR => (likeness >= NEAR_LIKENESS).then_some(1.0 + likeness),
        _ => (likeness >= LIKENESS).then_some(likeness),
    }
}

fn row(review: Option<PlacedFinding>, critique: Option<PlacedFinding>) -> Row {
    let (Some(known), Some(found)) = (&review, &critique) else {
        let standing = if review.is_none() { Standing::Missed } else { Standing::Unmentioned };
        return Row { standing, review, critique, reason: None };
    };
    let reason = reason(&known.finding, &found.finding);
    let standing = if reason.is_some() { Standing::Disagreed } else { Standing::Agreed };
    Row { standing, review, critique, reason }
}

/// Returns why the second opinion disagrees.
fn reason(known: &StatedFinding, found: &StatedFinding) -> Option<String> {
    if let Some(words) = rejection(&found.words).filter(|_| rejection(&known.words).is_none()) {
        return Some(format!("the second opinion says “{words}”"));
    }
    let (one, other) = known.level.zip(found.level)?;
    (one != other)
        .then(|| format!("{} in the review, {} in the second opinion", one.as_str(), other.as_str()))
}
