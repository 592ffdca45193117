//! Reads a routing, part by part.

use super::names::{ACTIONS, EXPLANATION, LABELS};
use super::rules::{MISSING_EXPLANATION, MISSING_REQUEST};
use super::{ContextRouting, actions, confidence, target};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Labels, PLACEHOLDER, Scope, is_placeholder, read_opener, report_text};
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ContextRouting {
    let body = Scope::of(block);
    let labels = Labels::read(block, &LABELS).or_in_tables();
    labels.report_tables(sink);
    let request = read_opener(block, "## Routing: ", "request", &MISSING_REQUEST, sink);
    let context = target::context(&labels, sink);
    let flow = target::flow(&labels, sink);
    let listed = actions::read(&body, &labels, sink);
    let confidence = confidence::read(&body, &labels, sink);
    let explanation = explanation(&body, &labels, listed.end, sink);
    report_text(block, sink);
    ContextRouting {
        request,
        context,
        flow,
        actions: listed.actions,
        actions_as_written: listed.as_written,
        explanation,
        confidence: confidence.confidence,
        disambiguated: confidence.disambiguated,
    }
}

/// Under its label, or in free words below the others.
fn explanation(body: &Scope<'_>, labels: &Labels<'_>, listed: u32, sink: &mut Sink) -> Option<String> {
    if labels.find(EXPLANATION).is_some() {
        return labels.optional_text(EXPLANATION, sink).map(|stated| stated.value);
    }
    let Some(span) = free_words(body, labels, listed) else {
        let message = "nothing says why it is routed there";
        let missing = Diagnostic::new(&MISSING_EXPLANATION, body.opening_line(), message);
        sink.report(missing.field("explanation"));
        return None;
    };
    let written = body.read(span);
    if is_placeholder(&written) {
        let message = format!("`{written}` is a placeholder");
        let placeholder = Diagnostic::new(&PLACEHOLDER, span, message);
        sink.report(placeholder.field("explanation").found(written));
        return None;
    }
    sink.field(FieldPath::name("explanation"), span);
    Some(written.into_owned())
}

/// What stands below the last label that has anything below it. `listed` is where the list of actions ends.
fn free_words(body: &Scope<'_>, labels: &Labels<'_>, listed: u32) -> Option<Span> {
    let known = labels.all().iter().rev().filter(|label| label.known.is_some());
    known
        .map(|label| match label.known {
            Some(ACTIONS) => {
                let end =
                    body.outline.nodes().get(label.below.end).map_or(body.span.end, |node| node.span.start);
                body.outline.range(Span::new(listed.max(label.line.end), end))
            }
            _ => label.below.clone(),
        })
        .find_map(|below| body.content(below))
}
