//! What the parts say.

use super::rules::MISSING_PART;
use crate::format::prelude::*;
use crate::markdown::{Kind, unquoted_lines};
use crate::reading::Scope;

pub(super) fn report_missing(place: Span, field: &'static str, message: &str, sink: &mut Sink) {
    sink.report(Diagnostic::new(&MISSING_PART, place, message).field(field));
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

/// What a span says, unless nobody filled it in; what is quoted without the marks of its lines.
pub(super) fn words(body: &Scope<'_>, span: Span, field: &'static str, sink: &mut Sink) -> Option<String> {
    let written =
        Some(span).filter(|span| !span.is_empty()).and_then(|span| body.value(span, field, sink))?;
    Some(unquoted_lines(&written).map_or(written, |bare| bare.trim().to_owned()))
}
