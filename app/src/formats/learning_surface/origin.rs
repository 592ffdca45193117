//! Where a learning comes from: `review/ (sonnet)`.

use super::rules::MISSING_MODEL;
use crate::chain::model_in;
use crate::format::prelude::*;

/// Reads the action, and the model in parentheses.
pub(super) fn read(block: &Block<'_>, from: Span, sink: &mut Sink) -> (Option<String>, Option<String>) {
    let source = block.text.source();
    let written = from.slice(source);
    let open = written.find('(').unwrap_or(written.len());
    let action = from.take(open).trim(source);
    sink.field(FieldPath::name("fromAction"), action);
    let named = Some(block.read(action).trim_matches('`').to_owned()).filter(|name| !name.is_empty());
    let inner = from.skip(open + 1);
    let inner = inner.take(inner.slice(source).find(')').unwrap_or(written.len()));
    let model = model_in(source, inner.trim(source));
    if model.is_empty() {
        let message = "the learning does not say which model had it";
        let missing = Diagnostic::new(&MISSING_MODEL, from, message).field("fromModel");
        sink.report(missing.expected("`**From:** {action/} ({model})`"));
        return (named, None);
    }
    sink.field(FieldPath::name("fromModel"), model);
    (named, Some(block.read(model).into_owned()))
}
