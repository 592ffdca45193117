//! Contradictions between what a summary says in one place and in another.

use std::collections::BTreeMap;

use super::ExecutionComplete;
use super::rules::{COUNT_MISMATCH, FAILED_STEP, UNFINISHED_STEP};
use crate::chain::{report_duplicates, step_name};
use crate::format::prelude::*;
use crate::reading::counted;

pub(super) fn check(execution: &ExecutionComplete, block: &Block<'_>, sink: &mut Sink) {
    let start = Span::empty_at(block.span.start);
    let rows = sink.coverage.row_spans("steps");
    counts(execution, start, &rows, sink);
    unfinished(execution, start, &rows, sink);
    let named = execution.steps.iter().map(|step| (step.step_number, step.other_cells.as_slice()));
    report_duplicates(named, &rows, sink);
}

fn counts(execution: &ExecutionComplete, start: Span, rows: &BTreeMap<u32, Span>, sink: &mut Sink) {
    if execution.steps.is_empty() {
        return;
    }
    let table = rows.values().copied().reduce(Span::to).unwrap_or(start);
    let claims = [
        ("totalSteps", execution.total_steps, execution.steps.len(), ""),
        ("completedSteps", execution.completed_steps, execution.count(Progress::Completed), " completed"),
        ("failedSteps", execution.failed_steps, execution.count(Progress::Failed), " failed"),
    ];
    for (field, claimed, found, state) in claims {
        let Some(claimed) = claimed.filter(|claimed| *claimed as usize != found) else { continue };
        let place = sink.coverage.span_of(FieldPath::name(field)).unwrap_or(start);
        let claim = counted(claimed as usize, "step");
        let message = format!("{claim}{state}, and the table has {found}");
        sink.report(
            Diagnostic::new(&COUNT_MISMATCH, place, message)
                .field(field)
                .expected(found.to_string())
                .found(claimed.to_string())
                .related(table, "the rows"),
        );
    }
}

/// "Done" over a step that is not.
fn unfinished(execution: &ExecutionComplete, start: Span, rows: &BTreeMap<u32, Span>, sink: &mut Sink) {
    let heading = sink.coverage.span_of(FieldPath::name("title")).unwrap_or(start);
    for (index, step) in (0..).zip(&execution.steps) {
        let Some(status) = step.progress().filter(|status| !status.is_settled()) else { continue };
        let rule = if status == Progress::Failed { &FAILED_STEP } else { &UNFINISHED_STEP };
        let name = step.step_number.map(|number| format!("step {}", step_name(number, &step.other_cells)));
        let name = name.unwrap_or_else(|| "a step".to_owned());
        let message = format!("the chain is done, and {name} is {}", status.as_str());
        sink.report(
            Diagnostic::new(rule, rows.get(&index).copied().unwrap_or(start), message)
                .field(FieldPath::part("steps", index, "status").to_string())
                .related(heading, "what is done"),
        );
    }
}
