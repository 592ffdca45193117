//! Steps in a numbered list, where the contract has a table: `1. ✅ code/ — two files`.

use super::CompletedStep;
use crate::chain::{MISSING_STEPS, StepStatus, of_sign};
use crate::format::prelude::*;
use crate::markdown::{Kind, Marker};
use crate::reading::{Scope, counted, parted_by_dash, unquoted};

/// The items that name an action; others say something else.
pub(super) fn read_steps(body: &Scope<'_>, sink: &mut Sink) -> Vec<CompletedStep> {
    let source = body.text.source();
    let mut steps = Vec::new();
    for (_, node) in body.nodes(body.range()) {
        let Kind::Item { marker: Marker::Number(number), level: 0, text } = node.kind else { continue };
        let text = text.within(body.span);
        let (head, result) = parted_by_dash(source, text);
        let named = head.slice(source);
        let sign =
            named.len() - named.trim_start_matches(|mark: char| !mark.is_alphanumeric() && mark != '`').len();
        let action = head.skip(sign);
        if !names_action(action.slice(source)) {
            continue;
        }
        let sign = head.take(sign).trim(source);
        let status = of_sign(sign.slice(source)).map(StepStatus::Known);
        let path = |part| FieldPath::part("steps", steps.len() as u32, part);
        sink.field(path("stepNumber"), Span::new(node.span.start, text.start).trim(source));
        sink.field(path("action"), action);
        if status.is_some() {
            sink.field(path("status"), sign);
        }
        let result = Some(result).filter(|result| !result.is_empty());
        if let Some(result) = result {
            sink.field(path("result"), result);
        }
        steps.push(CompletedStep {
            step_number: Some(number),
            action: Some(unquoted(&body.read(action))),
            status,
            result: result.map(|result| body.read(result).into_owned()),
            other_cells: Vec::new(),
        });
    }
    if !steps.is_empty() {
        let message = format!("{} in a list, not in a table", counted(steps.len(), "step"));
        let listed = Diagnostic::new(&MISSING_STEPS, body.opening_line(), message).field("steps");
        sink.report(listed.expected("a table of #, Action, Status and Result"));
    }
    steps
}

/// `code/`, `` `code/backend` ``: a path, and no sentence.
fn names_action(words: &str) -> bool {
    let bare = words.trim_matches('`');
    bare.contains('/') && !bare.contains(char::is_whitespace) && bare.starts_with(char::is_alphabetic)
}
