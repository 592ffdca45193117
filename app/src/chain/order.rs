//! Contradictions in the order of a chain's steps.

use std::collections::{BTreeMap, HashMap};

use super::circles::{circles, wait_in_circle};
use super::lettered::step_name;
use super::rules::{CYCLE, DUPLICATE_STEP, EARLY_STEP, MISSING_STEP};
use super::step::ChainStep;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::moves::Progress;
use crate::text::Span;

/// Waits for steps that do not exist, waits in a circle, numbers that repeat, and steps that went on before those
/// that they wait for.
pub fn report_order(steps: &[ChainStep], start: Span, sink: &mut Sink) {
    let places = Places {
        rows: sink.coverage.row_spans("steps"),
        waits: sink.coverage.spans_of("steps", "waitsFor"),
        start,
    };
    let by_number = numbers(steps, &places, sink);
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

/// The place of each numbered step in the list; the first where a number repeats. `2b` is another step than `2`.
fn numbers(steps: &[ChainStep], places: &Places, sink: &mut Sink) -> HashMap<u32, u32> {
    let mut by_number = HashMap::new();
    let mut by_name = HashMap::new();
    for (index, step) in (0..).zip(steps) {
        let Some(number) = step.step_number else { continue };
        by_number.entry(number).or_insert(index);
        let name = step_name(number, &step.other_cells);
        let first = *by_name.entry(name.clone()).or_insert(index);
        if first != index {
            let field = FieldPath::part("steps", index, "stepNumber").to_string();
            sink.report(
                Diagnostic::new(&DUPLICATE_STEP, places.row(index), format!("a second step {name}"))
                    .field(field)
                    .related(places.row(first), "the first one"),
            );
        }
    }
    by_number
}

fn report_early(
    steps: &[ChainStep],
    (index, step): (u32, &ChainStep),
    (other, waited): (u32, u32),
    places: &Places,
    sink: &mut Sink,
) {
    let status = step.progress();
    let other_status = steps.get(other as usize).and_then(ChainStep::progress);
    if let (Some(status @ (Progress::Running | Progress::Completed)), Some(other_status)) =
        (status, other_status)
        && matches!(other_status, Progress::Pending | Progress::Running)
    {
        let message =
            format!("is {}, and step {waited} before it is {}", status.as_str(), other_status.as_str());
        sink.report(
            Diagnostic::new(&EARLY_STEP, places.row(index), message)
                .field(FieldPath::part("steps", index, "status").to_string())
                .related(places.row(other), "what it waits for"),
        );
    }
}
