//! Converts errors that `error` itself describes: `"error": "timeout"`, `"error": {"type": "timeout"}`.

use std::borrow::Cow;

use super::rules::ERROR_SHAPE;
use crate::delegate::ERROR_TYPES;
use crate::diagnostic::{Diagnostic, Sink};
use crate::json::{Json, Kind, Member, is_same_name};

/// Gives each part the place that the contract has for it, and `error` the value that it always has.
pub(super) fn reshape(json: &mut Json<'_>, sink: &mut Sink) {
    let Kind::Object(members) = &mut json.kind else { return };
    let has =
        |members: &[Member<'_>], name: &str| members.iter().any(|member| is_same_name(&member.key, name));
    let (has_type, has_message) = (has(members, "type"), has(members, "message"));
    let error = members.iter_mut().find(|member| is_same_name(&member.key, "error"));
    let Some(Member { value: error, key_span, .. }) = error else { return };
    let key_span = *key_span;
    let said = Json { span: error.span, kind: Kind::Bool(true) };
    match std::mem::replace(&mut error.kind, Kind::Missing) {
        Kind::Text(text) if !(is_flag(&text) || has_type && has_message) => {
            // The text is whichever of the two is missing; if both are, a word from the contract is the type.
            let is_type = has_message || !has_type && ERROR_TYPES.contains(&text.as_ref());
            let name = if is_type { "type" } else { "message" };
            let message = format!("`error` holds what belongs in `{name}`");
            let shape = Diagnostic::new(&ERROR_SHAPE, error.span, message).field("error").expected("true");
            let insert = format!("true, \"{name}\": {}", serde_json::Value::from(text.as_ref()));
            sink.report(shape.fix(format!("Write it in `{name}`"), error.span, insert));
            let value = Json { span: error.span, kind: Kind::Text(text) };
            *error = said;
            members.push(Member { key: Cow::Borrowed(name), key_span, value });
        }
        Kind::Object(inner) => {
            let message = "the fields of the error are inside `error`, not beside it";
            sink.report(Diagnostic::new(&ERROR_SHAPE, error.span, message).field("error").expected("true"));
            *error = said;
            for mut member in inner {
                if has(members, &member.key) {
                    member.key = Cow::Owned(format!("error.{}", member.key));
                }
                members.push(member);
            }
        }
        kind => error.kind = kind,
    }
}

fn is_flag(text: &str) -> bool {
    matches!(text.trim().to_ascii_lowercase().as_str(), "true" | "false")
}
