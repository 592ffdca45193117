//! Reads an announcement, part by part.

use super::ErrorAnnouncement;
use super::names::LABELS;
use super::rules::MISSING_TITLE;
use super::{recovery, step};
use crate::format::prelude::*;
use crate::markdown::Kind;
use crate::reading::{Labels, Scope, is_placeholder, read_opener, report_text};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ErrorAnnouncement {
    let body = Scope::of(block);
    let labels = Labels::read(block, &LABELS).or_in_tables();
    labels.report_tables(sink);
    let title = read_opener(block, "## Error: ", "title", &MISSING_TITLE, sink);
    let (step_number, action) = step::read(&body, &labels, sink);
    let mut stated = |field: &'static str| {
        let stated = labels.required_paragraph(field, sink)?;
        let value = body.within_fence(stated.span);
        if value != stated.span {
            sink.field(field, value);
        }
        Some(body.read(value).into_owned())
    };
    let (message, context) = (stated("message"), stated("context"));
    let (recovery_options, start) = recovery::read(&body, &labels, sink);
    let stack_trace = stack_trace(&body, &labels, start, sink);
    report_text(block, sink);
    ErrorAnnouncement { title, step_number, action, message, context, stack_trace, recovery_options }
}

/// Returns everything between the last label and the recovery options, labeled or not.
fn stack_trace(
    body: &Scope<'_>,
    labels: &Labels<'_>,
    recovery: Option<u32>,
    sink: &mut Sink,
) -> Option<String> {
    let source = body.text.source();
    let before = ["stepNumber", "action", "message", "context"];
    let fields = before.iter().filter_map(|field| sink.coverage.span_of(FieldPath::name(field)));
    let lines = before.iter().filter_map(|field| labels.find(field)).map(|label| label.line);
    let after = fields.chain(lines).map(|span| span.end).max().unwrap_or(body.opening_line().end);
    let end = recovery.filter(|start| *start >= after).unwrap_or(body.span.end);
    let label = labels.find("stackTrace").filter(|label| {
        label.line.start >= after && Span::new(after, label.line.start).slice(source).trim().is_empty()
    });
    let start = match label {
        Some(label) if label.value.is_empty() => label.line.end,
        Some(label) => label.value.start,
        None => after,
    };
    if let Some(label) = label {
        sink.markup(label.line);
    }
    let span = without_edges(body, Span::new(start, end.max(start)));
    // The empty lines of a quote say nothing.
    let says_something = |letter: char| !letter.is_whitespace() && letter != '>';
    if !span.slice(source).contains(says_something) {
        return None;
    }
    let span = body.within_fence(span);
    let written = body.read(span);
    // The template's placeholder: a trace is optional.
    if is_placeholder(&written) {
        return None;
    }
    sink.field("stackTrace", span);
    Some(written.into_owned())
}

/// Without the blank lines and rules at both ends.
fn without_edges(body: &Scope<'_>, span: Span) -> Span {
    let source = body.text.source();
    let lines = span.trim(source);
    let mut kept = lines;
    for node in body.outline.slice(body.outline.range(lines)).iter().rev() {
        match node.kind {
            Kind::Rule | Kind::Blank => kept.end = node.span.start.max(kept.start),
            _ => break,
        }
    }
    kept.trim(source)
}
