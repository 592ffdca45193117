//! Contradictions between what a chain says in one place and in another.

use std::collections::{BTreeMap, HashMap};

use super::ChainCompilation;
use super::execution::Execution;
use super::rules::{
    DESCRIPTION_MISMATCH, DESCRIPTIONS_AGAINST_STEPS, EXECUTION_AGAINST_WAITS, EXECUTION_FORM,
};
use crate::chain::report_order;
use crate::format::prelude::*;
use crate::reading::{counted, normal};

pub(super) fn check(chain: &ChainCompilation, block: &Block<'_>, sink: &mut Sink) {
    let start = Span::empty_at(block.span.start);
    report_order(&chain.steps, start, sink);
    let rows = sink.coverage.row_spans("steps");
    execution_form(chain, start, sink);
    execution(chain, &rows, start, sink);
    count(chain, start, sink);
    descriptions(chain, &rows, sink);
}

fn execution(chain: &ChainCompilation, rows: &BTreeMap<u32, Span>, start: Span, sink: &mut Sink) {
    let place = sink.coverage.span_of(FieldPath::name("execution")).unwrap_or(start);
    let Some(execution) = chain.execution.as_deref().and_then(Execution::read) else { return };
    let mut report = |message: String, index: Option<u32>| {
        let mut found = Diagnostic::new(&EXECUTION_AGAINST_WAITS, place, message).field("execution");
        if let Some(row) = index.and_then(|index| rows.get(&index)) {
            found = found.related(*row, "the step");
        }
        sink.report(found);
    };
    if execution == Execution::SingleStep && chain.steps.len() > 1 {
        report(
            format!("a single step is claimed, and {} are listed", counted(chain.steps.len(), "step")),
            None,
        );
    }
    for (index, step) in (0..).zip(&chain.steps) {
        let Some(number) = step.step_number else { continue };
        let is_free = step.waits_for.is_empty() && step.waits_for_as_written.is_none();
        if execution == Execution::Sequential && index > 0 && is_free {
            report(
                format!("the steps are said to run one by one, and step {number} waits for nothing"),
                Some(index),
            );
        }
        if !matches!(execution, Execution::Groups(_)) {
            continue;
        }
        let Some(group) = execution.place(number) else {
            report(format!("step {number} is not part of the execution"), Some(index));
            continue;
        };
        // `2b` may wait for `2a`, which has the same number.
        for waited in step.waits_for.iter().filter(|waited| **waited != number) {
            if execution.place(*waited).is_some_and(|other| other >= group) {
                let message = format!("step {number} waits for step {waited}, which does not run before it");
                report(message, Some(index));
            }
        }
    }
}

fn execution_form(chain: &ChainCompilation, start: Span, sink: &mut Sink) {
    let Some(written) = chain.execution.as_deref() else { return };
    let words = normal(written);
    if !["sequential", "parallel", "single step"].iter().any(|form| words.starts_with(form)) {
        let place = sink.coverage.span_of(FieldPath::name("execution")).unwrap_or(start);
        let message = "the execution is in none of the contract's forms";
        let form = Diagnostic::new(&EXECUTION_FORM, place, message).field("execution").found(written);
        sink.report(form.expected("`Sequential`, `Parallel: [1,2] -> [3]` or `Single step`"));
    }
}

/// Each step is described once. Where nothing is described, or nothing listed, that was reported.
fn count(chain: &ChainCompilation, start: Span, sink: &mut Sink) {
    let (steps, described) = (chain.steps.len(), chain.step_descriptions.len());
    // Parts of steps are described in lines that are no items.
    let has_parts = chain.steps.iter().any(|step| !step.other_cells.is_empty());
    if steps == described || steps == 0 || described == 0 || has_parts {
        return;
    }
    let place = |list| sink.coverage.row_spans(list).into_values().reduce(Span::to).unwrap_or(start);
    let message = format!("{} listed, and {described} described", counted(steps, "step"));
    let found = Diagnostic::new(&DESCRIPTIONS_AGAINST_STEPS, place("stepDescriptions"), message);
    let found = found.field("stepDescriptions").related(place("steps"), "the steps");
    sink.report(found);
}

/// A step that is described as another action than the table has.
fn descriptions(chain: &ChainCompilation, rows: &BTreeMap<u32, Span>, sink: &mut Sink) {
    let places = sink.coverage.row_spans("stepDescriptions");
    let mut by_number: HashMap<u32, (u32, &str)> = HashMap::new();
    for (index, step) in (0..).zip(&chain.steps) {
        if let (Some(number), Some(action)) = (step.step_number, step.action.as_deref()) {
            by_number.entry(number).or_insert((index, action));
        }
    }
    for (index, described) in (0..).zip(&chain.step_descriptions) {
        let Some((number, action)) = described.step_number.zip(described.action.as_deref()) else { continue };
        let Some((row, listed)) = by_number.get(&number).filter(|(_, listed)| !is_same(listed, action))
        else {
            continue;
        };
        let (Some(place), Some(row)) = (places.get(&index), rows.get(row)) else { continue };
        let message = format!("step {number} is described as `{action}`, and listed as `{listed}`");
        sink.report(
            Diagnostic::new(&DESCRIPTION_MISMATCH, *place, message)
                .field(FieldPath::part("stepDescriptions", index, "action").to_string())
                .related(*row, "the step"),
        );
    }
}

/// `code/` is short for `code/backend/auth`.
fn is_same(listed: &str, described: &str) -> bool {
    let bare = |action: &str| action.trim_matches(['/', '`', ' ', '*']).to_lowercase();
    let (listed, described) = (bare(listed), bare(described));
    listed.starts_with(&described) || described.starts_with(&listed)
}
