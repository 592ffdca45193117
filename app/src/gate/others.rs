//! Keeps the members that no field is read from.

use serde_json::{Map, Value};

use crate::format::prelude::*;
use crate::json::{Json, Kind, Member};

/// Returns the members that no field was read from, unchanged. Called once all fields were read.
pub(super) fn other_fields(json: &Json<'_>, sink: &mut Sink) -> Map<String, Value> {
    let mut read: Vec<Span> = sink.coverage.pieces().map(|piece| piece.span).collect();
    read.sort_unstable_by_key(|span| span.start);
    let is_read = |member: &&Member<'_>| {
        let span = member.value.span;
        let first = read.partition_point(|piece| piece.start < span.start);
        read.get(first).is_some_and(|piece| piece.start < span.end)
    };
    let is_said = |member: &&Member<'_>| member.value.kind != Kind::Missing;
    let mut others = Map::new();
    for member in json.members().iter().filter(is_said).filter(|member| !is_read(member)) {
        // If a key occurs twice, its last value counts.
        if json.get(&member.key).is_some_and(|value| value.span == member.value.span) {
            sink.field(FieldPath::name("other_fields"), member.span());
            others.insert(member.key.clone().into_owned(), member.value.plain());
        }
    }
    others
}
