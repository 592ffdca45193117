//! Which findings of two reports are the same, and what the second makes of them.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use super::rejection::rejection;
use super::{PlacedFinding, Row, Standing};
use crate::format::StatedFinding;
use crate::reading::normal;
use crate::track::ends_alike;

/// Lines of one file that are so near may be of one finding.
const NEAR: u32 = 5;
/// How much of their words two findings share, if they are near each other, or if one of them names no place.
const NEAR_LIKENESS: f64 = 0.55;
const LIKENESS: f64 = 0.75;
/// The most pairs of findings whose words are compared where they are not the same.
const MOST_COMPARED: usize = 40_000;

/// The findings of two reports; each is in one row.
pub(super) struct Paired {
    pub rows: Vec<Row>,
    /// Too many differ to compare each with each.
    pub is_cut: bool,
}

impl Paired {
    /// Pairs the findings of a review with those of the second opinion.
    pub fn of(review: &[PlacedFinding], critique: &[PlacedFinding]) -> Self {
        let (known, found) = (worded(review), worded(critique));
        pair_equal(&known, &found, |one| (one.finding.file.as_deref(), one.finding.lines, &one.words));
        let is_cut = pair_alike(&known, &found);
        if is_cut {
            pair_equal(&known, &found, |one| (one.finding.file.as_deref(), &one.words));
        }
        let of_review = review.iter().zip(&known).map(|(finding, one)| {
            row(Some(finding.clone()), one.partner.get().and_then(|partner| critique.get(partner).cloned()))
        });
        let missed = alone(&found).map(|one| row(None, critique.get(one.at).cloned()));
        let mut rows: Vec<Row> = of_review.chain(missed).collect();
        rows.sort_by_key(|row| row.standing);
        Self { rows, is_cut }
    }
}

/// A finding that is to be paired.
struct Worded<'f> {
    at: usize,
    finding: &'f StatedFinding,
    words: String,
    /// Where the same finding is in the other report.
    partner: Cell<Option<usize>>,
}

impl<'f> Worded<'f> {
    fn file_name(&self) -> Option<&'f str> {
        let file = self.finding.file.as_deref()?;
        file.rsplit(['/', '\\']).find(|part| !matches!(*part, "" | "."))
    }

    fn pair_with(&self, other: &Worded<'_>) {
        self.partner.set(Some(other.at));
        other.partner.set(Some(self.at));
    }
}

fn worded(findings: &[PlacedFinding]) -> Vec<Worded<'_>> {
    let findings = findings.iter().map(|placed| &placed.finding).enumerate();
    let worded = findings.map(|(at, finding)| {
        let words = normal(&finding.words);
        Worded { at, finding, words, partner: Cell::new(None) }
    });
    worded.collect()
}

fn alone<'f>(findings: &'f [Worded<'f>]) -> impl Iterator<Item = &'f Worded<'f>> {
    findings.iter().filter(|one| one.partner.get().is_none())
}

/// Pairs those with the same key, in their order.
fn pair_equal<'f, K: Eq + Hash>(
    known: &'f [Worded<'f>],
    found: &'f [Worded<'f>],
    key: impl Fn(&'f Worded<'f>) -> K,
) {
    let mut equal: HashMap<K, VecDeque<&Worded<'_>>> = HashMap::new();
    for other in alone(found) {
        equal.entry(key(other)).or_default().push_back(other);
    }
    for one in alone(known) {
        if let Some(other) = equal.get_mut(&key(one)).and_then(VecDeque::pop_front) {
            one.pair_with(other);
        }
    }
}

/// Pairs those that are the same in other words or lines. Returns whether there were too many to compare each with each.
fn pair_alike<'f>(known: &'f [Worded<'f>], found: &'f [Worded<'f>]) -> bool {
    let all: Vec<&Worded<'_>> = alone(found).collect();
    let mut of_file: HashMap<Option<&str>, Vec<&Worded<'_>>> = HashMap::new();
    for &other in &all {
        of_file.entry(other.file_name()).or_default().push(other);
    }
    let mut pairs = alone(known).flat_map(|one| {
        let name = one.file_name();
        let others = match name {
            Some(_) => [of_file.get(&name), of_file.get(&None::<&str>)],
            None => [Some(&all), None],
        };
        others.into_iter().flatten().flatten().map(move |other| (one, *other))
    });
    let same = |(one, other): (&'f Worded<'f>, &'f Worded<'f>)| {
        let likeness = || strsim::sorensen_dice(&one.words, &other.words);
        sameness(one.finding, other.finding, likeness).map(|same| (same, one, other))
    };
    let mut candidates: Vec<_> = pairs.by_ref().take(MOST_COMPARED).filter_map(same).collect();
    let is_cut = pairs.next().is_some();
    // The surest pairs first, and of equally sure ones the first.
    candidates.sort_by(|(sure, one, other), (next_sure, next, next_other)| {
        next_sure.total_cmp(sure).then((one.at, other.at).cmp(&(next.at, next_other.at)))
    });
    for (_, one, other) in candidates {
        if one.partner.get().is_none() && other.partner.get().is_none() {
            one.pair_with(other);
        }
    }
    is_cut
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
