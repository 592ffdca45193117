//! Reads the line that a registry gained, lost or changed.

use std::ops::Range;

use super::RegistryUpdate;
use super::names::CHANGED_LINE;
use super::operation::{is_word, known_operation, labelled, operation_of, report_missing};
use super::rules::OPERATION_SPELLING;
use crate::format::prelude::*;
use crate::reading::{LABEL_FORM, LABEL_NAME, Label, Labels, MISSING_VALUE, Scope, Stated, counted};

/// The line and its operation, wherever the labels have them.
pub(super) fn read(block: &Block<'_>, labels: &Labels<'_>, update: &mut RegistryUpdate, sink: &mut Sink) {
    let line = labels.find("Line");
    if let Some(label) = labels.find(CHANGED_LINE.name).filter(|_| line.is_none()) {
        return changed_line(block, label, update, sink);
    }
    let listed = labels.list("Line").map(|below| items(block, below)).unwrap_or_default();
    if listed.len() > 1 {
        listed_lines(block, &listed, update, sink);
    } else if let Some(line) = labels.required("Line", sink) {
        operation(block, &line, update, sink);
    }
    // If a line has its own label, a second label for a change names the operation.
    let other = || labels.all().iter().find(|label| labels.is(label, "Line") && Some(*label) != line);
    let label = labels.find("operation").or_else(other).filter(|_| update.operation.is_none());
    if let Some(label) = label {
        labelled(block, label, update, sink);
    } else if update.operation.is_none() && update.line.is_some() {
        report_missing(block, sink);
    }
}

fn items(block: &Block<'_>, nodes: Range<usize>) -> Vec<Span> {
    Scope::of(block).items(nodes).into_iter().map(|item| item.span).collect()
}

/// Several lines under one label.
fn listed_lines(block: &Block<'_>, listed: &[Span], update: &mut RegistryUpdate, sink: &mut Sink) {
    let contents = listed.iter().map(|line| within_quotes(block.text.source(), *line));
    let read = |line| {
        sink.field(FieldPath::name("line"), line);
        block.read(line).into_owned()
    };
    update.line = Some(contents.map(read).collect::<Vec<String>>().join("\n"));
    if let Some(first) = listed.first() {
        let message = match listed.len() {
            1 => "the line is below its label".to_owned(),
            count => format!("{} are under one label", counted(count, "line")),
        };
        let several = Diagnostic::new(&LABEL_FORM, *first, message).field("line");
        sink.report(several.expected("an update for each line"));
    }
}

/// `**Line removed:** "the line"`.
fn changed_line(block: &Block<'_>, label: &Label, update: &mut RegistryUpdate, sink: &mut Sink) {
    let source = block.text.source();
    let written = label.key.slice(source);
    let mut words = written.rsplit(|edge: char| !edge.is_alphanumeric());
    let operation = words.find_map(|word| Some((word, known_operation(word)?)));
    if let Some((word, known)) = operation {
        let at = written.find(word).unwrap_or_default();
        sink.field(FieldPath::name("operation"), label.key.skip(at).take(word.len()));
        update.operation = Some(known.to_owned());
    }
    let listed = items(block, label.below.clone());
    if label.value.is_empty() && !listed.is_empty() {
        return listed_lines(block, &listed, update, sink);
    }
    let content = within_quotes(source, label.value);
    if !behind_operation(block, content, label.line, update, sink) {
        return;
    }
    let message = format!("`Line` is called `{written}`");
    let misnamed = Diagnostic::new(&LABEL_NAME, label.key, message).field("line").found(written);
    let known = operation.map_or("updated", |(_, known)| known);
    let gap = Span::new(label.key.end, label.value.start);
    let misnamed = misnamed.expected(format!("`**Line:** {known}: \"…\"`"));
    sink.report(misnamed.fix(
        "Say it behind the label",
        label.key.to(gap),
        format!("Line{}{known}: ", gap.slice(source)),
    ));
}

/// `added: "the line"`.
fn operation(block: &Block<'_>, line: &Stated, update: &mut RegistryUpdate, sink: &mut Sink) {
    let source = block.text.source();
    let written = line.span.slice(source);
    let colon = written.find(':').filter(|at| written.get(..*at).is_some_and(is_word));
    let Some(colon) = colon else {
        let (content, word) = behind_line(source, line.span);
        let content = within_quotes(source, content);
        sink.field(FieldPath::name("line"), content);
        update.line = Some(block.read(content).into_owned());
        if let Some(word) = word {
            update.operation = Some(operation_of(block, word, sink));
            let message = "the operation follows the line";
            let behind = Diagnostic::new(&OPERATION_SPELLING, word, message).field("operation");
            sink.report(behind.expected("`added: \"…\"`"));
        }
        return;
    };
    update.operation = Some(operation_of(block, line.span.take(colon).trim(source), sink));
    let content = within_quotes(source, line.span.skip(colon + 1).trim(source));
    behind_operation(block, content, line.span, update, sink);
}

/// Reads the line that follows its operation in `whole`; returns whether anything follows.
fn behind_operation(
    block: &Block<'_>,
    content: Span,
    whole: Span,
    update: &mut RegistryUpdate,
    sink: &mut Sink,
) -> bool {
    if content.is_empty() {
        let message = "nothing follows the operation";
        sink.report(Diagnostic::new(&MISSING_VALUE, whole, message).field("line"));
        return false;
    }
    sink.field(FieldPath::name("line"), content);
    update.line = Some(block.read(content).into_owned());
    true
}

/// The line, and the operation that follows it: `"the line" added`.
fn behind_line(source: &str, span: Span) -> (Span, Option<Span>) {
    let written = span.slice(source);
    let parts = written.rsplit_once(char::is_whitespace).filter(|(line, word)| {
        line.trim_end().ends_with(['"', '”', '`']) && known_operation(word.trim_matches(['(', ')'])).is_some()
    });
    match parts {
        Some((line, word)) => {
            (span.take(line.len()).trim(source), Some(span.skip(written.len() - word.len())))
        }
        None => (span, None),
    }
}

/// What is in quotes; a comment in parentheses may follow them.
fn within_quotes(source: &str, span: Span) -> Span {
    let comment = span.slice(source).rsplit_once(['"', '”', '`']).map(|(_, comment)| comment);
    let comment = comment.filter(|comment| comment.trim_start().starts_with('(') && comment.ends_with(')'));
    let span = span.take(span.len() as usize - comment.map_or(0, str::len)).trim(source);
    let written = span.slice(source);
    let pairs = [("\"", "\""), ("“", "”"), ("`", "`")];
    let inner = pairs.iter().find(|(open, close)| {
        written.len() > open.len() + close.len() && written.starts_with(open) && written.ends_with(close)
    });
    inner.map_or(span, |(open, close)| span.skip(open.len()).take(written.len() - open.len() - close.len()))
}
