//! Reads the list of what is under quarantine: a table, or a list in its place.

use super::rules::MISSING_TABLE;
use super::{Record, listed, parted};
use crate::format::prelude::*;
use crate::markdown::Kind;
use crate::reading::{
    LabelName, Part, ReportReader, Scope, cell_words, is_emoji, is_none, line_break, normal, read_rows,
    read_word, report_placeholder, says_nothing, unquoted,
};

pub(super) const TARGET_TYPE: usize = 0;
pub(super) const TARGET_ID: usize = 1;
pub(super) const REASON: usize = 2;
pub(super) const QUARANTINED_AT: usize = 3;
pub(super) const TTL_REMAINING: usize = 4;
pub(super) const SUGGESTED_FLOW: usize = 5;

/// What a record states, in the order of the contract's columns.
pub(super) static NAMES: [LabelName; 6] = LabelName::declared(Record::FIELDS);

/// Where a record states each of its values.
pub(super) type Values = [Option<Span>; NAMES.len()];

/// The records of a list, and whether it says nothing else.
pub(super) struct Listed {
    pub records: Vec<Values>,
    pub is_all: bool,
}

pub(super) fn read(reader: &mut ReportReader<'_, '_>) -> Vec<Record> {
    let part = reader.required_part("Quarantine Records");
    let (block, body, sink) = (reader.block, &reader.parts.body, &mut *reader.sink);
    // Without its heading the table may be anywhere.
    let nodes = part.map_or(body.range(), |part| part.nodes.clone());
    let rows = read_rows(body, nodes, &NAMES, "records", sink, |row, sink| {
        let values = NAMES.map(|name| row.cell(name.field));
        record(body, row.index, values, |body, cell| cell_words(body.read(cell)), sink)
    });
    let Some(part) = part.filter(|_| rows.is_empty()) else { return rows };
    if let Some(listed) = listed::read(block, body, part, sink).or_else(|| parted::read(body, part)) {
        report_list(body, part, &listed, sink);
        let records = (0..).zip(listed.records);
        let read = |body: &Scope<'_>, span| body.read(span).into_owned();
        return records.map(|(index, values)| record(body, index, values, read, sink)).collect();
    }
    let has_table = body.nodes(part.nodes.clone()).any(|(_, node)| matches!(node.kind, Kind::Table(_)));
    let says_none = body.content(part.nodes.clone()).is_some_and(|content| {
        let words = body.read(content);
        // `No active quarantines found.`
        says_nothing(&words) || (words.len() < 80 && normal(&words).starts_with("no "))
    });
    if !has_table && !says_none {
        let message = "the section has no table of records";
        sink.report(Diagnostic::new(&MISSING_TABLE, part.heading, message).field("records"));
    }
    Vec::new()
}

fn record(
    body: &Scope<'_>,
    index: u32,
    values: Values,
    read: impl Fn(&Scope<'_>, Span) -> String,
    sink: &mut Sink,
) -> Record {
    let path = |column: usize| NAMES.get(column).map(|name| FieldPath::part("records", index, name.field));
    // `None` for a cell that states that there is nothing, or that nobody filled in.
    let mut words = |column: usize| {
        let span = values.get(column).copied().flatten().filter(|span| !span.is_empty())?;
        sink.field(path(column)?, span);
        let written = read(body, span);
        if report_placeholder(&written, span, path(column)?, sink) {
            return None;
        }
        // A sign alone, as ✅, says something.
        (!is_none(&written) || written.chars().any(is_emoji)).then_some(written)
    };
    let has_type = words(TARGET_TYPE).is_some();
    Record {
        target_id: words(TARGET_ID).map(|id| unquoted(&id)),
        reason: words(REASON),
        quarantined_at: words(QUARANTINED_AT),
        ttl_remaining: words(TTL_REMAINING),
        suggested_flow: words(SUGGESTED_FLOW).map(|flow| unquoted(&flow)),
        target_type: values[TARGET_TYPE]
            .filter(|_| has_type)
            .zip(path(TARGET_TYPE))
            .map(|(span, path)| read_word(body.text, span, path, sink)),
    }
}

/// Reports the list; if it holds nothing but records, the fix rewrites it as a table.
fn report_list(body: &Scope<'_>, part: &Part, listed: &Listed, sink: &mut Sink) {
    let message = "the records are in a list, not in a table";
    let found = Diagnostic::new(&MISSING_TABLE, part.heading, message).field("records");
    let place = body.content(part.nodes.clone()).filter(|_| listed.is_all);
    sink.report(match place.zip(table(body, &listed.records)) {
        Some((place, table)) => found.fix("Write them in a table", place, table),
        None => found,
    });
}

/// Returns the records as a table, or `None` if a value wouldn't fit into a cell.
fn table(body: &Scope<'_>, records: &[Values]) -> Option<String> {
    let header = NAMES.map(|name| name.name).join(" | ");
    let mut lines = vec![format!("| {header} |"), format!("|{}", "---|".repeat(NAMES.len()))];
    for values in records {
        let cells = values.map(|value| value.map_or("", |value| body.text.slice(value)));
        if cells.iter().any(|cell| cell.contains(['|', '\n', '\r'])) {
            return None;
        }
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    Some(lines.join(line_break(body.text)))
}
