//! Contradictions between the flow and the actions of a routing.

use super::ContextRouting;
use super::rules::FLOW_AGAINST_ACTIONS;
use crate::format::prelude::*;
use crate::reading::{Contradictions, counted, normal};

/// Reports actions that are listed although nothing matches.
pub(super) fn check(routing: &ContextRouting, block: &Block<'_>, sink: &mut Sink) {
    let place = sink.coverage.span_of("flow".into());
    let actions = sink.coverage.row_spans("actions").into_values().reduce(Span::to);
    let is_no_match = routing.flow.as_deref().is_some_and(|flow| normal(flow) == "no match");
    if let Some(actions) = actions.filter(|_| is_no_match) {
        let count = counted(routing.actions.len(), "action");
        let message = format!("nothing matches, but there is a list of {count}");
        let other = Some((actions, "the actions"));
        Contradictions::of(block, sink).report_at(
            &FLOW_AGAINST_ACTIONS,
            "flow".into(),
            place,
            message,
            other,
        );
    }
}
