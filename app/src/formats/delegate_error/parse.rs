//! Reads what went wrong, and what was found by then.

use super::check::check;
use super::shape::reshape;
use super::{DelegateError, markdown};
use crate::block::Block;
use crate::delegate::{Contract, ERROR_TYPES, read_reply};
use crate::diagnostic::Sink;
use crate::json::Shape::{Any, Choice, Flag, Nullable, Text};
use crate::json::{Kind, Property, optional, required};
use crate::text::repair_mojibake;

static CONTRACT: Contract = Contract {
    properties: PROPERTIES,
    markdown_properties: PROPERTIES,
    markdown: markdown::members,
    reshape: Some(reshape),
};
const PROPERTIES: &[Property] = &[
    required("error", Flag),
    required("type", Choice(ERROR_TYPES)),
    required("message", Text),
    optional("partial_result", Any),
    optional("suggestion", Nullable(&Text)),
];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DelegateError {
    let reply = read_reply(block, &CONTRACT, sink);
    let values = reply.values();
    let stated =
        reply.json.get("partial_result").filter(|result| !matches!(result.kind, Kind::Null | Kind::Missing));
    let error = DelegateError {
        error: values.flag("error"),
        kind: values.word("type", ERROR_TYPES),
        message: values.text("message"),
        partial_result: stated.map(|result| match result.text() {
            Some(text) if reply.is_mojibake => repair_mojibake(text).into(),
            _ => result.plain(),
        }),
        suggestion: values.text("suggestion"),
        other_fields: reply.others.clone(),
    };
    check(&error, &reply.json, sink);
    error
}
