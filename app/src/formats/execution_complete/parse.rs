//! Reads a summary, part by part.

use super::names::{LABELS, LEARNINGS, LOGS};
use super::rules::MISSING_TITLE;
use super::{ExecutionComplete, counts, listed, steps};
use crate::block::Block;
use crate::chain::MISSING_STEPS;
use crate::diagnostic::{Diagnostic, Sink};
use crate::reading::{Labels, Scope, read_opener, report_text, unquoted};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ExecutionComplete {
    let title = read_opener(block, "## Done: ", "title", &MISSING_TITLE, sink);
    let mut steps = steps::read_steps(block, sink);
    if steps.is_empty() {
        steps = listed::read_steps(block, sink);
    }
    if steps.is_empty() {
        let opener = Scope::of(block).opening_line();
        let message = "there is no table of what the steps brought";
        sink.report(Diagnostic::new(&MISSING_STEPS, opener, message).field("steps"));
    }
    let labels = Labels::read(block, &LABELS);
    let logs_path = labels.required(LOGS, sink).map(|logs| unquoted(&logs.value));
    let learnings = labels.required_text(LEARNINGS, sink).map(|learnings| learnings.value);
    let counts = counts::read(&labels, sink);
    report_text(block, sink);
    ExecutionComplete {
        title,
        steps,
        logs_path,
        learnings,
        total_steps: counts.total,
        completed_steps: counts.completed,
        failed_steps: counts.failed,
    }
}
