//! What was done to a registry's line: it was added, removed or updated.

use super::RegistryUpdate;
use super::rules::{MISSING_OPERATION, OPERATION_SPELLING, UNKNOWN_OPERATION};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Choice, Label, PLACEHOLDER, choose, is_placeholder, nearest};
use crate::text::Span;

const OPERATIONS: [&str; 3] = ["added", "removed", "updated"];
/// Words for the three, in the form that `normal` gives.
const OPERATION_NAMES: [(&str, &str); 11] = [
    ("added", "added"),
    ("add", "added"),
    ("new", "added"),
    ("removed", "removed"),
    ("remove", "removed"),
    ("deleted", "removed"),
    ("delete", "removed"),
    ("updated", "updated"),
    ("update", "updated"),
    ("changed", "updated"),
    ("modified", "updated"),
];

/// The operation that a word names.
pub(super) fn known_operation(word: &str) -> Option<&'static str> {
    OPERATION_NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, known)| *known)
}

/// `**Operation:** added`.
pub(super) fn labelled(block: &Block<'_>, label: &Label, update: &mut RegistryUpdate, sink: &mut Sink) {
    if label.value.is_empty() {
        return;
    }
    sink.markup(label.line);
    sink.field(FieldPath::name("operation"), label.value);
    update.operation = Some(operation_of(block, label.value, sink));
    let message = "the operation stands under a label of its own";
    let apart = Diagnostic::new(&OPERATION_SPELLING, label.line, message).field("operation");
    sink.report(apart.expected("`added: \"…\"` behind `**Line:**`"));
}

pub(super) fn report_missing(block: &Block<'_>, sink: &mut Sink) {
    let place = sink.coverage.span_of(FieldPath::name("line")).unwrap_or(block.span.take(1));
    let message = "the line does not say what was done to it";
    let missing = Diagnostic::new(&MISSING_OPERATION, place, message).field("operation");
    sink.report(missing.expected("`added: \"…\"`"));
}

pub(super) fn operation_of(block: &Block<'_>, word: Span, sink: &mut Sink) -> String {
    let written = block.read(word);
    if is_placeholder(&written) {
        let message = "the operation is a placeholder";
        sink.report(Diagnostic::new(&PLACEHOLDER, word, message).field("operation"));
        return written.into_owned();
    }
    let report = |rule, message: String, nearest: Option<&str>| {
        let found = Diagnostic::new(rule, word, message).field("operation").found(written.as_ref());
        let found = found.expected("`added`, `removed` or `updated`");
        match nearest {
            Some(name) => found.fix(format!("Write `{name}`"), word, name),
            None => found,
        }
    };
    match choose(&written, &OPERATION_NAMES) {
        Choice::Whole(known) | Choice::Among(known) => {
            if written != known {
                let message = format!("the operation is written `{written}`");
                sink.report(report(&OPERATION_SPELLING, message, Some(known)));
            }
            known.to_owned()
        }
        Choice::Unknown => {
            let message = format!("`{written}` is no operation");
            sink.report(report(&UNKNOWN_OPERATION, message, nearest(&written, &OPERATIONS)));
            written.into_owned()
        }
    }
}

/// One word or two, so that no colon inside the line is taken for the one behind the operation.
pub(super) fn is_word(written: &str) -> bool {
    let mut words = written.split_whitespace();
    let is_short = words.next().is_some() && words.nth(1).is_none();
    is_short && !written.contains(['"', '|', '`'])
}
