//! Reads a routing, part by part.

use super::names::LABELS;
use super::rules::{CONTEXT_FORM, MISSING_EXPLANATION, MISSING_REQUEST};
use super::{ContextRouting, actions, confidence};
use crate::format::prelude::*;
use crate::reading::{Labels, Scope, normal, read_opener, report_placeholder, report_text, unquoted};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ContextRouting {
    let body = Scope::of(block);
    let labels = Labels::read(block, &LABELS).or_in_tables();
    labels.report_tables(sink);
    let request = read_opener(block, "## Routing: ", "request", &MISSING_REQUEST, sink);
    let context = context(&labels, sink);
    let flow = labels.required("flow", sink).map(|stated| unquoted(&stated.value));
    let listed = actions::read(&body, &labels, sink);
    let (confidence, disambiguated) = confidence::read(&body, &labels, sink);
    let explanation = explanation(&body, &labels, listed.end, sink);
    report_text(block, sink);
    ContextRouting {
        request,
        context,
        flow,
        actions: listed.actions,
        actions_as_written: listed.as_written,
        explanation,
        confidence,
        disambiguated,
    }
}

/// The contract's own; any other is one of the project's.
const CONTEXTS: [&str; 9] =
    ["work", "maintenance", "explore", "review", "settings", "pm", "archive", "harmony", "editor"];

fn context(labels: &Labels<'_>, sink: &mut Sink) -> Option<String> {
    let stated = labels.required("context", sink)?;
    let bare = unquoted(&stated.value);
    let bare = bare.trim_end_matches('/');
    let name = normal(bare);
    let context = CONTEXTS.into_iter().find(|known| *known == name).unwrap_or(bare);
    if stated.value != context {
        let message = format!("the context is written `{}`", stated.value);
        let misspelled = Diagnostic::new(&CONTEXT_FORM, stated.span, message).field("context");
        sink.report(misspelled.written_as(context, &stated.value, true));
    }
    Some(context.to_owned())
}

/// Under its label, or in free words below the others.
fn explanation(body: &Scope<'_>, labels: &Labels<'_>, listed: u32, sink: &mut Sink) -> Option<String> {
    let name = "explanation";
    if labels.find(name).is_some() {
        return labels.optional_text(name, sink).map(|stated| stated.value);
    }
    let Some(span) = free_words(body, labels, listed) else {
        let message = "nothing says why it is routed there";
        let missing = Diagnostic::new(&MISSING_EXPLANATION, body.opening_line(), message);
        sink.report(missing.field("explanation"));
        return None;
    };
    let written = body.read(span);
    if report_placeholder(&written, span, "explanation", sink) {
        return None;
    }
    sink.field("explanation", span);
    Some(written.into_owned())
}

/// Returns the content below the last label that has any. `listed` is where the list of actions ends.
fn free_words(body: &Scope<'_>, labels: &Labels<'_>, listed: u32) -> Option<Span> {
    let known = labels.all().iter().rev().filter(|label| label.known.is_some());
    let below = known.map(|label| {
        if !labels.is(label, "actions") {
            return label.below.clone();
        }
        let end = body.outline.nodes().get(label.below.end).map_or(body.span.end, |node| node.span.start);
        body.outline.range(Span::new(listed.max(label.line.end), end))
    });
    below.into_iter().find_map(|below| body.content(below))
}
