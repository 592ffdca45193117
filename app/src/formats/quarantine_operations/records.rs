//! Reads the list of what is under quarantine.

use super::columns::{
    QUARANTINED_AT, REASON, RECORDS, SUGGESTED_FLOW, TARGET_ID, TARGET_TYPE, TTL_REMAINING,
};
use super::names::LIST;
use super::rules::MISSING_TABLE;
use super::{Record, listed, parted};
use crate::diagnostic::Diagnostic;
use crate::reading::{ReportReader, normal, read_rows, read_word, says_nothing, unquoted};

pub(super) fn read(reader: &mut ReportReader<'_, '_>) -> Vec<Record> {
    let part = reader.required_part(LIST);
    let body = &reader.parts.body;
    // Without its heading the table may stand anywhere.
    let (heading, nodes) = match part {
        Some(part) => (part.heading, part.nodes.clone()),
        None => (reader.parts.head().heading, body.range()),
    };
    let (block, sink) = (reader.block, &mut *reader.sink);
    let mut rows = read_rows(body, nodes.clone(), &RECORDS, "records", sink, |row, sink| {
        let words = |column, part, sink: &mut _| row.words(column, part, sink).map(|(_, words)| words);
        let target_type = row.words(TARGET_TYPE, "targetType", sink).map(|(cell, _)| {
            let field = row.path("targetType").to_string();
            read_word(row.body.text, cell, field, sink)
        });
        Record {
            target_type,
            target_id: words(TARGET_ID, "targetId", sink).map(|id| unquoted(&id)),
            reason: words(REASON, "reason", sink),
            quarantined_at: words(QUARANTINED_AT, "quarantinedAt", sink),
            ttl_remaining: words(TTL_REMAINING, "ttlRemaining", sink),
            suggested_flow: words(SUGGESTED_FLOW, "suggestedFlow", sink).map(|flow| unquoted(&flow)),
        }
    });
    if let Some(part) = part.filter(|_| rows.is_empty()) {
        rows = listed::read(block, part, body, sink);
        if rows.is_empty() {
            rows = parted::read(part, body, sink);
        }
    }
    let has_table =
        body.nodes(nodes.clone()).any(|(_, node)| matches!(node.kind, crate::markdown::Kind::Table(_)));
    let says_none = body.content(nodes).is_some_and(|content| {
        let words = body.read(content);
        // `No active quarantines found.`
        says_nothing(&words) || (words.len() < 80 && normal(&words).starts_with("no "))
    });
    if part.is_some() && rows.is_empty() && !has_table && !says_none {
        let message = "the section has no table of records";
        reader.sink.report(Diagnostic::new(&MISSING_TABLE, heading, message).field("records"));
    }
    rows
}
