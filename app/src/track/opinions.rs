//! A review and the second opinion on it, and what both disprove of the dual output that quotes them.

use super::chain::{Attached, Chain, GivenOpinion, SecondOpinion};
use super::notes::{Note, NoteKind};
use crate::moves::{Report, StepNumber};

/// Both reports of a dual output, which names their paths.
pub struct TwoOpinions<'c> {
    pub step: StepNumber,
    pub given: &'c GivenOpinion,
    pub review: &'c Attached,
    pub critique: &'c Attached,
}

impl Chain {
    /// Returns the second opinions of which both reports are known, by step.
    pub fn opinions(&self) -> Vec<TwoOpinions<'_>> {
        let found = self.steps.iter().filter_map(|step| {
            let Some(SecondOpinion::Given(given)) = &step.second_opinion else { return None };
            let [original, critique] = given.logs.as_slice() else { return None };
            let (review, critique) = (self.report_at(original, given)?, self.report_at(critique, given)?);
            let step = step.number;
            (review.place != critique.place).then_some(TwoOpinions { step, given, review, critique })
        });
        found.collect()
    }

    /// Returns the report that a dual output names by its path: the last before it, or else the first after it, since a
    /// later version isn't what it quotes.
    fn report_at(&self, path: &str, given: &GivenOpinion) -> Option<&Attached> {
        let reports = self.steps.iter().flat_map(|step| &step.reports).chain(&self.reports);
        let fits = |attached: &&Attached| attached.path.as_deref().is_some_and(|own| ends_alike(own, path));
        let rank = |attached: &&Attached| {
            let seq = attached.place.seq;
            let is_later = seq > given.place.seq;
            (is_later, if is_later { seq } else { u64::MAX - seq })
        };
        reports.filter(fits).min_by_key(rank)
    }
}

impl TwoOpinions<'_> {
    /// Returns what the reports disprove.
    pub fn notes(&self) -> Vec<Note> {
        let Self { step, given, review: Attached { report: review, .. }, .. } = self;
        let critique = &self.critique.report;
        let mut messages = Vec::new();
        if let (Some(quoted), Some(verdict)) = (given.verdict.as_deref(), verdict_of(review))
            && quoted != verdict
        {
            messages
                .push(format!("the dual output quotes the verdict {quoted}, but the review says {verdict}"));
        }
        if let (Some(quoted), Some(score)) = (given.score, review.score)
            && quoted != score
        {
            messages
                .push(format!("the dual output quotes a score of {quoted}%, but the review has {score}%"));
        }
        let (known, found) = (review.tally.total(), critique.tally.total());
        // Each finding of the critique is either one of the review or one that it missed.
        let fewest = found.saturating_sub(known);
        if let Some(missed) = given.missed
            && !(fewest..=found).contains(&missed)
        {
            let message = format!(
                "the dual output counts {missed} missed, but the critique has {found} findings and the review {known}"
            );
            messages.push(message);
        }
        if let (Some(0), Some(one), Some(other)) =
            (given.disagreements, verdict_of(review), verdict_of(critique))
            && one != other
        {
            messages.push(format!(
                "the dual output counts no disagreement, but the review says {one} and the critique {other}"
            ));
        }
        let note = |message: String| Note {
            kind: NoteKind::Contradiction,
            message: format!("step {step}: {message}"),
            place: Some(given.place.clone()),
        };
        messages.into_iter().map(note).collect()
    }
}

/// Returns the verdict of a review report, if it is one that the contract knows.
fn verdict_of(report: &Report) -> Option<&str> {
    let verdict =
        report.verdict.as_deref().filter(|verdict| matches!(*verdict, "APPROVED" | "NEEDS_CHANGES"))?;
    (report.format == "5.1").then_some(verdict)
}

/// Returns whether one path is the end of the other: a dual output and a watched folder may begin elsewhere.
pub(crate) fn ends_alike(one: &str, other: &str) -> bool {
    let parts = |path: &str| -> Vec<String> {
        let parts = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "."));
        parts.map(str::to_owned).collect()
    };
    let (one, other) = (parts(one), parts(other));
    !one.is_empty() && !other.is_empty() && (one.ends_with(&other) || other.ends_with(&one))
}
