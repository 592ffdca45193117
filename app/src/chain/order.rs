//! Contradictions in the order of a chain's steps.

use std::collections::{BTreeMap, HashMap};

use super::cells::step_name;
use super::circles::{circles, wait_in_circle};
use super::rules::{CYCLE, DUPLICATE_STEP, EARLY_STEP, MISSING_STEP};
use super::step::ChainStep;
use crate::format::prelude::*;
use crate::moves::Progress;
use crate::reading::OtherCell;

/// Reports waits for steps that do not exist, waits in a circle, repeated numbers, and steps that went on before those
/// that they wait for.
pub fn report_order(steps: &[ChainStep], start: Span, sink: &mut Sink) {
    let places = Places {
        rows: sink.coverage.row_spans("steps"),
        waits: sink.coverage.spans_of("steps", "waitsFor"),
        start,
    };
    let named = steps.iter().map(|step| (step.step_number, step.other_cells.as_slice()));
    report_duplicates(named, &places.rows, sink);
    // The place of each numbered step in the list; the first where a number repeats.
    let mut by_number = HashMap::new();
    for (index, step) in (0..).zip(steps) {
        if let Some(number) = step.step_number {
            by_number.entry(number).or_insert(index);
        }
    }
    for (index, step) in (0..).zip(steps) {
        for waited in &step.waits_for {
            let Some(other) = by_number.get(waited).copied() else {
                let message = format!("waits for step {waited}, which does not exist");
                let field = FieldPath::part("steps", index, "waitsFor").to_string();
                sink.report(
                    Diagnostic::new(&MISSING_STEP, places.waits(index), message)
                        .field(field)
                        .found(format!("#{waited}")),
                );
                continue;
            };
            report_early(steps, (index, step), (other, *waited), &places, sink);
        }
    }
    let waits = |step: &ChainStep| {
        step.waits_for.iter().filter_map(|number| by_number.get(number).copied()).collect::<Vec<u32>>()
    };
    for circle in circles(&steps.iter().map(waits).collect::<Vec<_>>()) {
        let named: Vec<u32> =
            circle.iter().filter_map(|index| steps.get(*index as usize)?.step_number).collect();
        let Some(first) = circle.first().copied() else { continue };
        let message = wait_in_circle(&named);
        let field = FieldPath::part("steps", first, "waitsFor").to_string();
        let mut found = Diagnostic::new(&CYCLE, places.waits(first), message).field(field);
        for index in circle.iter().skip(1) {
            found = found.related(places.row(*index), "is part of the circle");
        }
        sink.report(found);
    }
}

struct Places {
    rows: BTreeMap<u32, Span>,
    waits: BTreeMap<u32, Span>,
    start: Span,
}

impl Places {
    fn row(&self, index: u32) -> Span {
        self.rows.get(&index).copied().unwrap_or(self.start)
    }

    fn waits(&self, index: u32) -> Span {
        self.waits.get(&index).copied().unwrap_or_else(|| self.row(index))
    }
}

/// Reports steps whose number another one has; `2b` is another step than `2`.
pub fn report_duplicates<'s>(
    steps: impl Iterator<Item = (Option<u32>, &'s [OtherCell])>,
    rows: &BTreeMap<u32, Span>,
    sink: &mut Sink,
) {
    let mut first_of = HashMap::new();
    for (index, (number, cells)) in (0..).zip(steps) {
        let Some(name) = number.map(|number| step_name(number, cells)) else { continue };
        let first = *first_of.entry(name.clone()).or_insert(index);
        let (Some(place), Some(other)) = (rows.get(&index), rows.get(&first)) else { continue };
        if first != index {
            let second = Diagnostic::new(&DUPLICATE_STEP, *place, format!("a second step {name}"));
            let second = second.field(FieldPath::part("steps", index, "stepNumber").to_string());
            sink.report(second.related(*other, "the first one"));
        }
    }
}

fn report_early(
    steps: &[ChainStep],
    (index, step): (u32, &ChainStep),
    (other, waited): (u32, u32),
    places: &Places,
    sink: &mut Sink,
) {
    let (own, before) = (step.progress(), steps.get(other as usize).and_then(ChainStep::progress));
    if let (Some(own @ (Progress::Running | Progress::Completed)), Some(before)) = (own, before)
        && matches!(before, Progress::Pending | Progress::Running)
    {
        let message = format!("is {}, and step {waited} before it is {}", own.as_str(), before.as_str());
        sink.report(
            Diagnostic::new(&EARLY_STEP, places.row(index), message)
                .field(FieldPath::part("steps", index, "status").to_string())
                .related(places.row(other), "what it waits for"),
        );
    }
}
