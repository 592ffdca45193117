//! Records that stand in a list, where the contract has the rows of a table.

use super::Record;
use super::columns::{
    QUARANTINED_AT, REASON, RECORDS, SUGGESTED_FLOW, TARGET_ID, TARGET_TYPE, TTL_REMAINING,
};
use super::rules::MISSING_TABLE;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Part, Scope, is_none, line_break, read_word, report_placeholder, unquoted};
use crate::text::Span;

/// What the columns of the table hold.
pub(super) const FIELDS: [&str; RECORDS.len()] =
    ["targetType", "targetId", "reason", "quarantinedAt", "ttlRemaining", "suggestedFlow"];

/// What a record states for each column of the table.
pub(super) type Values = [Option<Span>; RECORDS.len()];

/// Reports the list; where the records are all that it says, they may be written in a table.
pub(super) fn report(body: &Scope<'_>, part: &Part, records: &[Values], is_all: bool, sink: &mut Sink) {
    let message = "the records stand in a list, not in a table";
    let listed = Diagnostic::new(&MISSING_TABLE, part.heading, message).field("records");
    let place = body.content(part.nodes.clone()).filter(|_| is_all);
    sink.report(match place.zip(table(body, records)) {
        Some((place, table)) => listed.fix("Write them in a table", place, table),
        None => listed,
    });
}

/// The table that says the same; none where a value would not fit into a cell.
fn table(body: &Scope<'_>, records: &[Values]) -> Option<String> {
    let header = RECORDS.map(|column| column.name).join(" | ");
    let mut lines = vec![format!("| {header} |"), format!("|{}", "---|".repeat(RECORDS.len()))];
    for values in records {
        let cells = values.map(|value| value.map_or("", |value| body.text.slice(value)));
        if cells.iter().any(|cell| cell.contains(['|', '\n', '\r'])) {
            return None;
        }
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    Some(lines.join(line_break(body.text)))
}

pub(super) fn record(body: &Scope<'_>, index: u32, values: &Values, sink: &mut Sink) -> Record {
    let mut words = |column: usize| {
        let (span, field) = (values.get(column).copied().flatten()?, FIELDS.get(column)?);
        value(body, span, FieldPath::part("records", index, field), sink)
    };
    let has_type = words(TARGET_TYPE).is_some();
    let (id, reason, since) = (words(TARGET_ID), words(REASON), words(QUARANTINED_AT));
    let (ttl_remaining, flow) = (words(TTL_REMAINING), words(SUGGESTED_FLOW));
    let target_type = values[TARGET_TYPE].filter(|_| has_type).map(|span| {
        let field = FieldPath::part("records", index, "targetType").to_string();
        read_word(body.text, span, field, sink)
    });
    Record {
        target_type,
        target_id: id.map(|id| unquoted(&id)),
        reason,
        quarantined_at: since,
        ttl_remaining,
        suggested_flow: flow.map(|flow| unquoted(&flow)),
    }
}

/// What stands at a place, unless it says that there is nothing, or nobody filled it in.
fn value(body: &Scope<'_>, span: Span, path: FieldPath, sink: &mut Sink) -> Option<String> {
    if span.is_empty() {
        return None;
    }
    sink.field(path, span);
    let written = body.read(span).into_owned();
    if report_placeholder(&written, span, path, sink) {
        return None;
    }
    (!is_none(&written)).then_some(written)
}
