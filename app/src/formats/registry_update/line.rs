//! Reads the line that a registry gained, lost or has anew.

use super::RegistryUpdate;
use super::names::{CHANGED_LINE, LINE, OPERATION};
use super::operation::{is_word, known_operation, labelled, operation_of, report_missing};
use super::rules::OPERATION_SPELLING;
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{LABEL_FORM, LABEL_NAME, Label, Labels, MISSING_VALUE, Scope, Stated, counted};
use crate::text::Span;

/// The line and its operation, wherever the labels have them.
pub(super) fn read(block: &Block<'_>, labels: &Labels<'_>, update: &mut RegistryUpdate, sink: &mut Sink) {
    match labels.find(CHANGED_LINE).filter(|_| labels.find(LINE).is_none()) {
        Some(label) => changed_line(block, label, update, sink),
        None => {
            let listed = lines(block, labels);
            if !listed.is_empty() {
                listed_lines(block, &listed, update, sink);
            } else if let Some(line) = labels.required(LINE, sink) {
                operation(block, &line, update, sink);
            }
            // Beside a line that bears its own name, what is called a change is what was done to it.
            let other = || {
                labels
                    .all()
                    .iter()
                    .find(|label| label.known == Some(LINE) && Some(*label) != labels.find(LINE))
            };
            let label = labels.find(OPERATION).or_else(other).filter(|_| update.operation.is_none());
            if let Some(label) = label {
                labelled(block, label, update, sink);
            } else if update.operation.is_none() && update.line.is_some() {
                report_missing(block, sink);
            }
        }
    }
}

/// Several lines, listed under their label.
fn lines(block: &Block<'_>, labels: &Labels<'_>) -> Vec<Span> {
    let Some(label) = labels.find(LINE).filter(|label| label.value.is_empty()) else { return Vec::new() };
    let items: Vec<Span> =
        Scope::of(block).items(label.below.clone()).into_iter().map(|item| item.span).collect();
    if items.len() > 1 { items } else { Vec::new() }
}

fn listed_lines(block: &Block<'_>, listed: &[Span], update: &mut RegistryUpdate, sink: &mut Sink) {
    let source = block.text.source();
    let contents: Vec<Span> = listed.iter().map(|line| within_quotes(source, *line)).collect();
    contents.iter().for_each(|line| sink.field(FieldPath::name("line"), *line));
    let written: Vec<_> = contents.iter().map(|line| block.read(*line)).collect();
    update.line = Some(written.join("\n"));
    if let Some(first) = listed.first() {
        let message = match listed.len() {
            1 => "the line stands below its label".to_owned(),
            count => format!("{} stand under one label", counted(count, "line")),
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
    let items = Scope::of(block).items(label.below.clone());
    if label.value.is_empty() && !items.is_empty() {
        let listed: Vec<Span> = items.into_iter().map(|item| item.span).collect();
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
            sink.field(FieldPath::name("operation"), word);
            update.operation = Some(operation_of(block, word, sink));
            let message = "the operation stands behind the line";
            let behind = Diagnostic::new(&OPERATION_SPELLING, word, message).field("operation");
            sink.report(behind.expected("`added: \"…\"`"));
        }
        return;
    };
    let word = line.span.take(colon).trim(source);
    sink.field(FieldPath::name("operation"), word);
    update.operation = Some(operation_of(block, word, sink));
    let content = within_quotes(source, line.span.skip(colon + 1).trim(source));
    behind_operation(block, content, line.span, update, sink);
}

/// The line that stands behind its operation in `whole`; says whether anything does.
fn behind_operation(
    block: &Block<'_>,
    content: Span,
    whole: Span,
    update: &mut RegistryUpdate,
    sink: &mut Sink,
) -> bool {
    if content.is_empty() {
        let message = "nothing stands behind the operation";
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

/// What stands in quotes; a comment in parentheses may follow them.
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
