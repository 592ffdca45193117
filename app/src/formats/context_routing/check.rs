//! Contradictions between the flow and the actions of a routing.

use super::ContextRouting;
use super::rules::FLOW_AGAINST_ACTIONS;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{counted, normal};
use crate::text::Span;

/// Where nothing matches there is nothing to do, and what is composed is composed of something.
pub(super) fn check(routing: &ContextRouting, sink: &mut Sink) {
    let Some(flow) = routing.flow.as_deref().map(normal) else { return };
    let Some(place) = sink.coverage.span_of(FieldPath::name("flow")) else { return };
    let actions = sink.coverage.row_spans("actions").into_values().reduce(Span::to);
    if let Some(actions) = actions.filter(|_| flow == "no match") {
        let count = counted(routing.actions.len(), "action");
        let message = format!("nothing matches, and beside it stands a list of {count}");
        sink.report(
            Diagnostic::new(&FLOW_AGAINST_ACTIONS, place, message)
                .field("flow")
                .related(actions, "the actions"),
        );
    }
}
