//! Reads a dual output, part by part.

use super::announced::announcement;
use super::parts::{Part, PartLine, line_behind_quote, part_lines};
use super::recognize::action_in;
use super::rules::{MISSING_ACTION, NEXT_STEP_FORM, PART_NAME};
use super::side_by_side::SideBySide;
use super::words::{content, report_missing, words};
use super::{DualOutput, opinion};
use crate::chain::{Continuation, NextStep, names_one_step};
use crate::format::prelude::*;
use crate::markdown::behind_quote;
use crate::reading::{HEADING_FORM, Scope, report_text, unquoted};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DualOutput {
    let body = Scope::of(block);
    let mut dual = DualOutput { action: action(&body, sink), ..DualOutput::default() };
    dual.step_number = step_number(&body, dual.action.as_deref().unwrap_or_default(), sink);
    let last = last_line(&body);
    let end = last.map_or(block.span.end, |line| line_start(&body, line));
    let parts = part_lines(block.text, block.outline, Span::new(block.span.start, end));
    let part = |wanted: Part| parts.iter().find(|line| line.part == wanted);
    report_quote(&body, &parts, sink);
    for line in &parts {
        sink.markup(line.label);
        report_name(&body, line, sink);
    }
    let opener = body.opening_line();
    let table =
        SideBySide::find(&body).filter(|_| part(Part::Original).or(part(Part::SecondOpinion)).is_none());
    match (part(Part::Original), table) {
        (Some(original), _) => {
            let span = content(&body, original.value);
            dual.original_result = words(&body, span, "originalResult", sink);
            if span.is_empty() {
                report_missing(opener, "originalResult", "the original says nothing", sink);
            }
        }
        (None, Some(table)) => table.read(&body, &mut dual, sink),
        (None, None) => {
            report_missing(opener, "originalResult", "what the action itself found is not stated", sink);
        }
    }
    match part(Part::SecondOpinion) {
        Some(second) => opinion::read(&body, second, &mut dual, sink),
        None if table.is_some() => {}
        None => report_missing(opener, "secondOpinionSummary", "the second opinion is not stated", sink),
    }
    match part(Part::Reports) {
        Some(full) => opinion::read_reports(&body, full, &mut dual, sink),
        None if dual.original_log_path.is_some() || dual.critique_log_path.is_some() => {}
        None => report_missing(opener, "originalLogPath", "the paths of both reports are not stated", sink),
    }
    dual.next_step = last.and_then(|line| next_step(&body, line, sink));
    report_text(block, sink);
    dual
}

fn action(body: &Scope<'_>, sink: &mut Sink) -> Option<String> {
    let heading = body.titled_heading()?;
    sink.markup(heading.line);
    let source = body.text.source();
    let place = heading.title.take(action_in(heading.title.slice(source)).len());
    if place.is_empty() {
        let message = "the heading names no action";
        sink.report(Diagnostic::new(&MISSING_ACTION, heading.line, message).field("action"));
        return None;
    }
    let expected = format!("### Dual Output: {} + Second Opinion", place.slice(source));
    let written = heading.line.slice(source);
    if written != expected {
        let form = Diagnostic::spelling(&HEADING_FORM, heading.line, "the heading", written, &expected);
        sink.report(form.field("action"));
    }
    words(body, place, "action", sink).map(|action| unquoted(&action))
}

fn step_number(body: &Scope<'_>, action: &str, sink: &mut Sink) -> Option<u32> {
    let line = announcement(body, action)?;
    if body.span.contains(line.line) {
        sink.markup(line.line);
        sink.field(FieldPath::name("stepNumber"), line.number);
    }
    body.text.slice(line.number).parse().ok()
}

/// `**Original (review/):**`: readers look for these words in bold.
fn report_name(body: &Scope<'_>, line: &PartLine, sink: &mut Sink) {
    let source = body.text.source();
    let (name, field) = match line.part {
        Part::Original => ("Original", "originalResult"),
        Part::SecondOpinion => ("Second Opinion", "secondOpinionSummary"),
        Part::Reports => ("Full reports", "originalLogPath"),
    };
    let detail = line.detail.map(|detail| format!(" ({})", detail.slice(source))).unwrap_or_default();
    let expected = format!("**{name}{detail}:**");
    let label = line.label.trim(source);
    let written = label.slice(source);
    if written != expected {
        let form = Diagnostic::spelling(&PART_NAME, label, &format!("`{name}`"), written, &expected);
        sink.report(form.field(field));
    }
}

/// Reports opinions that are in a quote if their heading is not. If the heading is quoted as well, the whole text
/// quotes somebody else.
fn report_quote(body: &Scope<'_>, parts: &[PartLine], sink: &mut Sink) {
    let Some(first) = parts.first().filter(|first| first.is_quoted) else { return };
    if body.outline.quote_at(body.span.start) > 0 {
        return;
    }
    let source = body.text.source();
    let below = Span::new(quote_start(body, first.label), body.span.end).trim(source);
    let bare: String = below.slice(source).split_inclusive(['\n', '\r']).map(behind_quote).collect();
    let message = "the opinions are in a quote";
    let quoted = Diagnostic::new(&PART_NAME, first.label.trim(source), message).field("originalResult");
    sink.report(quoted.fix("Take the marks of the quote away", below, bare));
}

/// Returns the start of the quote that holds a label, including empty quoted lines above it.
fn quote_start(body: &Scope<'_>, label: Span) -> u32 {
    let lines = body.text.lines();
    let source = body.text.source();
    let above = (lines.line_of(body.opening_line().end)..lines.line_of(label.start)).rev();
    let is_mark = |line: &u32| lines.line(*line).slice(source).trim() == ">";
    let first = above.take_while(is_mark).last();
    first.map_or_else(|| line_start(body, label), |line| lines.line(line).start.max(body.span.start))
}

/// Where the line begins that holds a place.
fn line_start(body: &Scope<'_>, place: Span) -> u32 {
    let lines = body.text.lines();
    lines.line(lines.line_of(place.start)).start.max(body.span.start)
}

/// The line that says which step comes next, at the end.
fn last_line(body: &Scope<'_>) -> Option<Span> {
    let source = body.text.source();
    let trimmed = body.span.trim(source);
    let line = body.text.lines().line(body.text.lines().line_of(trimmed.end.max(1) - 1)).trim(source);
    let line = line_behind_quote(source, line).trim(source);
    let says_next = Continuation::alone(source, line).is_some();
    says_next.then_some(line).filter(|line| line.start > body.opening_line().start)
}

fn next_step(body: &Scope<'_>, line: Span, sink: &mut Sink) -> Option<NextStep> {
    let source = body.text.source();
    sink.markup(line);
    let continuation = Continuation::alone(source, line)?;
    let next = continuation.read(body.text, &NEXT_STEP_FORM, sink)?;
    let (written, expected) = (line.slice(source), next.announced());
    if written != expected {
        let target = continuation.target;
        let form = Diagnostic::spelling(&NEXT_STEP_FORM, line, "the next step", written, &expected);
        // Words that follow the step are not the edit's to take away.
        let is_whole = !Span::new(target.end, line.end).slice(source).contains(char::is_alphanumeric)
            && names_one_step(target.slice(source));
        sink.report(form.field("nextStep").fixed_if(is_whole));
    }
    Some(next)
}
