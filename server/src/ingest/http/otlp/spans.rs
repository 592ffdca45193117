//! The texts of spans: what a model answered, in the span's attributes or in those of its events.

use std::collections::HashSet;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::trace::v1::Span;

use super::collected::Collected;
use super::messages::{self, is_text};
use super::origin::{Origin, Place};
use crate::ingest::is_empty;

/// Events that are about an answer, which may have its text in attributes of a general name.
const ANSWERS: &[&str] = &["gen_ai.choice", "gen_ai.content.completion"];
const OF_ANSWER: &[&str] = &["content", "message", "gen_ai.event.content"];

struct Found {
    text: String,
    /// What of the span it is.
    part: String,
    at_ns: u64,
    /// The number of its event, if it is in one.
    event: Option<usize>,
}

pub(super) fn collect(request: ExportTraceServiceRequest, into: &mut Collected) {
    let mut item = 0;
    for of_resource in request.resource_spans {
        for of_scope in of_resource.scope_spans {
            let origin = Origin::of(of_resource.resource.as_ref(), of_scope.scope.as_ref());
            for span in of_scope.spans {
                collect_span(span, item, &origin, into);
                item += 1;
            }
        }
    }
}

fn collect_span(mut span: Span, item: usize, origin: &Origin<'_>, into: &mut Collected) {
    let mut found = Vec::new();
    let end = span.end_time_unix_nano;
    take(&mut span.attributes, is_text, |key, number, text| {
        found.push(Found { text, part: format!("span {key} {number}"), at_ns: end, event: None });
    });
    for (index, event) in span.events.iter_mut().enumerate() {
        let is_answer = ANSWERS.contains(&event.name.as_str());
        let is_wanted = |key: &str| is_text(key) || (is_answer && OF_ANSWER.contains(&key));
        let at_ns = event.time_unix_nano;
        take(&mut event.attributes, is_wanted, |key, number, text| {
            let part = format!("span event {} {key} {number}", index + 1);
            found.push(Found { text, part, at_ns, event: Some(index) });
        });
    }
    // The same answer may be stated by several conventions.
    let mut seen = HashSet::new();
    let is_new: Vec<bool> = found.iter().map(|found| seen.insert(found.text.as_str())).collect();
    for (Found { text, part, at_ns, event }, is_new) in found.into_iter().zip(is_new) {
        if !is_new {
            continue;
        }
        let of_event = event.and_then(|index| span.events.get(index));
        let own: [&[KeyValue]; 2] = [of_event.map_or(&[], |event| &event.attributes), &span.attributes];
        let place = Place { trace: &span.trace_id, span: &span.span_id, part, at_ns };
        let (source, key) = origin.of_text(&own, &place, &text);
        into.add(item, &key, source, text);
    }
}

/// Takes texts out of attributes, with the name of each and its number in there, from 1.
fn take(
    attributes: &mut [KeyValue],
    is_wanted: impl Fn(&str) -> bool,
    mut found: impl FnMut(&str, usize, String),
) {
    for KeyValue { key, value, .. } in attributes.iter_mut().filter(|attribute| is_wanted(&attribute.key)) {
        let Some(value) = value.take().and_then(|value| value.value) else { continue };
        for (text, number) in messages::texts(value).into_iter().zip(1..) {
            if !is_empty(text.as_bytes()) {
                found(key, number, text);
            }
        }
    }
}
