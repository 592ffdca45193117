//! What the parts say.

use super::rules::MISSING_PART;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Kind, unquoted_lines};
use crate::reading::{Scope, report_placeholder};
use crate::text::Span;

pub(super) fn report_missing(body: &Scope<'_>, field: &'static str, message: &str, sink: &mut Sink) {
    sink.report(Diagnostic::new(&MISSING_PART, body.opening_line(), message).field(field));
}

/// A part without the blank lines and rules at both ends.
pub(super) fn content(body: &Scope<'_>, part: Span) -> Span {
    let source = body.text.source();
    let mut kept = part.trim(source);
    for node in body.outline.slice(body.outline.range(kept)).iter().rev() {
        match node.kind {
            Kind::Rule | Kind::Blank => kept.end = node.span.start.max(kept.start),
            _ => break,
        }
    }
    kept.trim(source)
}

/// What a span says, unless nobody filled it in.
pub(super) fn words(body: &Scope<'_>, span: Span, field: &'static str, sink: &mut Sink) -> Option<String> {
    if span.is_empty() {
        return None;
    }
    let written = body.read(span);
    if written.len() < 200 && report_placeholder(&written, span, field, sink) {
        return None;
    }
    sink.field(FieldPath::name(field), span);
    Some(unquoted_lines(&written).map_or_else(|| written.into_owned(), |bare| bare.trim().to_owned()))
}
