//! An error that denies being one.

use super::DelegateError;
use super::rules::ERROR_DENIED;
use crate::diagnostic::{Diagnostic, Sink};
use crate::json::Json;

pub(super) fn check(error: &DelegateError, json: &Json<'_>, sink: &mut Sink) {
    if error.error != Some(false) {
        return;
    }
    let span = |key: &str| json.get(key).map_or(json.span.take(1), |value| value.span);
    let mut denied =
        Diagnostic::new(&ERROR_DENIED, span("error"), "`error` is false in an answer that is one");
    denied = denied.field("error").expected("true").found("false");
    if json.get("type").is_some() {
        denied = denied.related(span("type"), "what went wrong");
    }
    sink.report(denied);
}
