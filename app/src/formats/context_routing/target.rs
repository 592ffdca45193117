//! Where a request is sent: a context, and a flow of it.

use super::names::{CONTEXT, FLOW};
use super::rules::CONTEXT_FORM;
use crate::diagnostic::{Diagnostic, Sink};
use crate::reading::{Labels, normal, unquoted};

/// The contract's own; any other is one of the project's.
const CONTEXTS: [&str; 9] =
    ["work", "maintenance", "explore", "review", "settings", "pm", "archive", "harmony", "editor"];

pub(super) fn context(labels: &Labels<'_>, sink: &mut Sink) -> Option<String> {
    let stated = labels.required(CONTEXT, sink)?;
    let bare = unquoted(&stated.value);
    let bare = bare.trim_end_matches('/');
    let name = normal(bare);
    let known = CONTEXTS.iter().find(|known| **known == name).copied();
    let context = known.unwrap_or(bare);
    if stated.value != context {
        let message = format!("the context is written `{}`", stated.value);
        sink.report(
            Diagnostic::new(&CONTEXT_FORM, stated.span, message)
                .field("context")
                .expected(context)
                .found(stated.value.as_str())
                .fix(format!("Write `{context}`"), stated.span, context),
        );
    }
    Some(context.to_owned())
}

pub(super) fn flow(labels: &Labels<'_>, sink: &mut Sink) -> Option<String> {
    labels.required(FLOW, sink).map(|stated| unquoted(&stated.value))
}
