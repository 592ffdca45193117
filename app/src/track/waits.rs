//! Anomalies in the dependencies of a chain's steps.

use std::collections::HashMap;

use super::chain::{Chain, Step};
use super::notes::{Note, NoteKind};
use crate::chain::{circles, wait_in_circle};
use crate::moves::StepNumber;

/// Returns, for each step, the indices of the steps that it waits for, if they exist.
pub(super) fn places_waited_for(steps: &[Step]) -> Vec<Vec<u32>> {
    let place: HashMap<StepNumber, u32> = (0..).zip(steps).map(|(at, step)| (step.number, at)).collect();
    steps
        .iter()
        .map(|step| step.waits_for.iter().filter_map(|number| place.get(number).copied()).collect())
        .collect()
}

impl Chain {
    /// Returns notes about missing dependencies and about steps that wait for each other.
    pub(super) fn wait_notes(&self) -> Vec<Note> {
        let note = |step: &Step, message: String| Note {
            kind: NoteKind::Contradiction,
            message,
            place: step.places.first().cloned(),
        };
        let missing = self.steps.iter().flat_map(|step| {
            let unknown = step.waits_for.iter().filter(|number| self.step(**number).is_none());
            unknown.map(move |number| {
                note(step, format!("step {} waits for step {number}, which does not exist", step.number))
            })
        });
        let in_circles = circles(&places_waited_for(&self.steps)).into_iter().filter_map(|circle| {
            let steps: Vec<&Step> =
                circle.iter().filter_map(|place| self.steps.get(*place as usize)).collect();
            let numbers: Vec<StepNumber> = steps.iter().map(|step| step.number).collect();
            let end = if numbers.len() == 1 { "and can never start" } else { "and none can start" };
            Some(note(steps.first()?, format!("{}, {end}", wait_in_circle(&numbers))))
        });
        missing.chain(in_circles).collect()
    }
}
