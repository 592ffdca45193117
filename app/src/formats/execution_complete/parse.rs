//! Reads a summary, part by part.

use super::names::labels;
use super::rules::MISSING_TITLE;
use super::{ExecutionComplete, counts, listed};
use crate::chain::{MISSING_STEPS, read_steps};
use crate::format::prelude::*;
use crate::reading::{Labels, Scope, read_opener, report_text, unquoted};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ExecutionComplete {
    let title = read_opener(block, "## Done: ", "title", &MISSING_TITLE, sink);
    let body = Scope::of(block);
    let mut steps = read_steps(&body, sink);
    if steps.is_empty() {
        steps = listed::read_steps(&body, sink);
    }
    if steps.is_empty() {
        let message = "there is no table of what the steps brought";
        sink.report(Diagnostic::new(&MISSING_STEPS, body.opening_line(), message).field("steps"));
    }
    let labels = Labels::read(block, labels());
    let logs_path = labels.required("logsPath", sink).map(|logs| unquoted(&logs.value));
    let learnings = labels.required_text("learnings", sink).map(|learnings| learnings.value);
    let [total_steps, completed_steps, failed_steps] = counts::read(&labels, sink);
    report_text(block, sink);
    ExecutionComplete { title, steps, logs_path, learnings, total_steps, completed_steps, failed_steps }
}
