//! What was done to a registry's line: it was added, removed or updated.

use super::RegistryUpdate;
use super::rules::{MISSING_OPERATION, OPERATION_SPELLING, UNKNOWN_OPERATION};
use crate::format::prelude::*;
use crate::reading::{Choice, Label, choose_by, nearest, report_placeholder};

const OPERATIONS: [&str; 3] = ["added", "removed", "updated"];
/// Words for the three, in the form that `normal` gives.
const OPERATION_NAMES: [(&str, &[&str]); 3] = [
    ("added", &["added", "add", "new"]),
    ("removed", &["removed", "remove", "deleted", "delete"]),
    ("updated", &["updated", "update", "changed", "modified"]),
];

/// The operation that a word names.
pub(super) fn known_operation(word: &str) -> Option<&'static str> {
    let names = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    OPERATION_NAMES.iter().find(|(_, words)| names(words)).map(|(known, _)| *known)
}

/// `**Operation:** added`.
pub(super) fn labelled(block: &Block<'_>, label: &Label, update: &mut RegistryUpdate, sink: &mut Sink) {
    if label.value.is_empty() {
        return;
    }
    sink.markup(label.line);
    update.operation = Some(operation_of(block, label.value, sink));
    let message = "the operation has a label of its own";
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
    sink.field(FieldPath::name("operation"), word);
    if report_placeholder(&written, word, "operation", sink) {
        return written.into_owned();
    }
    let (known, found) = match choose_by(&written, known_operation) {
        Choice::Whole(known) | Choice::Among(known) if written == known => return known.to_owned(),
        Choice::Whole(known) | Choice::Among(known) => {
            (Some(known), Diagnostic::spelling(&OPERATION_SPELLING, word, "the operation", &written, known))
        }
        Choice::Unknown => {
            let unknown = Diagnostic::new(&UNKNOWN_OPERATION, word, format!("`{written}` is no operation"));
            let unknown = unknown.found(written.as_ref());
            let near = nearest(&written, &OPERATIONS);
            (None, near.map_or(unknown.clone(), |near| unknown.fix(format!("Write `{near}`"), word, near)))
        }
    };
    sink.report(found.field("operation").expected("`added`, `removed` or `updated`"));
    known.map_or_else(|| written.into_owned(), str::to_owned)
}

/// One word or two, so that no colon inside the line is taken for the one behind the operation.
pub(super) fn is_word(written: &str) -> bool {
    let mut words = written.split_whitespace();
    let is_short = words.next().is_some() && words.nth(1).is_none();
    is_short && !written.contains(['"', '|', '`'])
}
