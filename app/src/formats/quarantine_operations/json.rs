//! Reads the payloads that a report prints: the record in Redis, and the event.

use std::sync::LazyLock;

use serde_json::Value;

use super::rules::MISSING_PAYLOAD;
use super::{EVENT, PAYLOAD, REMOVAL};
use crate::format::prelude::*;
use crate::json::{Property, contract_within, judge, read_block};
use crate::markdown::Kind;
use crate::reading::{Labels, Part, ReportReader, instant};

pub(super) static RECORD: LazyLock<Vec<Property>> =
    LazyLock::new(|| contract_within("redis.payload.", PAYLOAD));
pub(super) static ADDED: LazyLock<Vec<Property>> = LazyLock::new(|| contract_within("event.", EVENT));
pub(super) static REMOVED: LazyLock<Vec<Property>> = LazyLock::new(|| contract_within("event.", REMOVAL));

pub(super) fn moment(written: &str) -> Option<&'static str> {
    // A slot of a template is reported as such.
    let is_moment = written.contains('{') || instant(written).is_some_and(|instant| instant.is_exact);
    (!is_moment).then_some("no ISO timestamp, as `2026-02-21T15:45:30Z`")
}

/// The first object of a section's fences, wherever its label is.
pub(super) fn payload(
    reader: &mut ReportReader<'_, '_>,
    part: &Part,
    labels: &Labels<'_>,
    field: &'static str,
    properties: &[Property],
) -> Option<Value> {
    let name = field;
    if let Some(label) = labels.find(name) {
        labels.report(label, name, reader.sink);
    }
    let Some(span) = object(reader, part) else {
        let message = "the section prints no JSON object";
        reader.sink.report(Diagnostic::new(&MISSING_PAYLOAD, part.heading, message).field(field));
        return None;
    };
    // The marks around a payload say nothing beyond it.
    for node in reader.parts.body.outline.slice(part.nodes.clone()) {
        if matches!(node.kind, Kind::FenceMark(_)) {
            reader.sink.markup(node.span);
        }
    }
    let block = Block { span, ..*reader.block };
    let (json, cut) = read_block(&block, reader.sink);
    reader.sink.field(field, json.span);
    judge(&json, cut, properties, reader.sink);
    Some(json.plain())
}

/// From the first bracket in the section to the end of its fence.
fn object(reader: &ReportReader<'_, '_>, part: &Part) -> Option<Span> {
    let (body, source) = (&reader.parts.body, reader.block.text.source());
    let fenced = body.outline.slice(part.nodes.clone()).iter().find_map(|node| match node.kind {
        Kind::FenceMark(fence) => body.outline.fence(fence).map(|fence| fence.content),
        _ => None,
    });
    let content = fenced.or_else(|| body.content(part.nodes.clone()))?;
    let rest = content.skip(content.slice(source).find('{')?).trim(source);
    reader.block.span.contains(rest).then_some(rest)
}
