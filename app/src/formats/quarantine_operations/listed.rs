//! Records that stand in a list, a label for each value, where the contract has a table.

use super::Record;
use super::columns::{
    QUARANTINED_AT, REASON, RECORDS, SUGGESTED_FLOW, TARGET_ID, TARGET_TYPE, TTL_REMAINING,
};
use super::rules::{MISSING_TABLE, REPORT_RULES, ROW_RULES};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::Block;
use crate::markdown::{Kind, Node};
use crate::reading::{
    Body, ColumnName, Label, LabelName, Labels, Part, is_none, line_break, read_word, report_placeholder,
    unquoted,
};
use crate::text::Span;

/// A column of the table, as a label.
const fn label(column: usize, field: &'static str) -> LabelName {
    let ColumnName { name, synonyms } = RECORDS[column];
    LabelName { name, synonyms, field }
}

static NAMES: [LabelName; 6] = [
    label(TARGET_TYPE, "targetType"),
    label(TARGET_ID, "targetId"),
    label(REASON, "reason"),
    label(QUARANTINED_AT, "quarantinedAt"),
    label(TTL_REMAINING, "ttlRemaining"),
    label(SUGGESTED_FLOW, "suggestedFlow"),
];

/// The labels of one record.
type Group<'l> = [Option<&'l Label>; 6];

/// Without one that says what it is of, no list is one of records.
fn names_target(group: &Group<'_>) -> bool {
    group[TARGET_TYPE].is_some() && group[TARGET_ID].is_some()
}

/// The records among some nodes: each goes on until one of its labels comes again, or one stands further to the left
/// than its first.
pub(super) fn read(block: &Block<'_>, part: &Part, body: &Body<'_>, sink: &mut Sink) -> Vec<Record> {
    let nodes = body.outline.slice(part.nodes.clone());
    let Some(span) = nodes.first().zip(nodes.last()).map(|(first, last)| first.span.to(last.span)) else {
        return Vec::new();
    };
    let labels = Labels::read(&Block { span, ..*block }, &NAMES);
    let indent_of = |label: &Label| {
        let after = nodes.partition_point(|node| node.span.start <= label.line.start);
        after.checked_sub(1).and_then(|at| nodes.get(at)).map(|node| node.indent)
    };
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut first_indent = None;
    for label in labels.all() {
        let Some(name) = label.known else { continue };
        let indent = indent_of(label);
        let is_taken = groups.last().is_none_or(|group| group.get(name).is_none_or(Option::is_some));
        if is_taken || indent < first_indent {
            groups.push([None; 6]);
            first_indent = indent;
        }
        let place = groups.last_mut().and_then(|group| group.get_mut(name));
        if let Some(place) = place {
            *place = Some(label);
        }
    }
    if !groups.iter().any(names_target) {
        return Vec::new();
    }
    // A label alone may belong to what is said around the records.
    groups.retain(|group| names_target(group) || group.iter().flatten().nth(1).is_some());
    let message = "the records stand in a list, not in a table";
    let listed = Diagnostic::new(&MISSING_TABLE, part.heading, message).field("records");
    let says_something = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
    let stated: usize = groups.iter().map(|group| group.iter().flatten().count()).sum();
    let is_all = nodes.iter().filter(says_something).count() == stated && labels.all().len() == stated;
    let place = body.content(part.nodes.clone()).filter(|_| is_all);
    sink.report(match place.zip(table(body, &groups)) {
        Some((place, table)) => listed.fix("Write them in a table", place, table),
        None => listed,
    });
    let groups = (0..).zip(&groups);
    groups.map(|(index, group)| record(body, index, group, sink)).collect()
}

/// The table that says the same; none where a value would not fit into a cell.
fn table(body: &Body<'_>, groups: &[Group<'_>]) -> Option<String> {
    let line_break = line_break(body.text);
    let header: Vec<&str> = NAMES.iter().map(|name| name.name).collect();
    let mut lines = vec![format!("| {} |", header.join(" | ")), format!("|{}", "---|".repeat(NAMES.len()))];
    for group in groups {
        let cells = group.iter().map(|label| label.map_or("", |label| body.text.slice(label.value)));
        let cells: Vec<&str> = cells.collect();
        if cells.iter().any(|cell| cell.contains(['|', '\n', '\r'])) {
            return None;
        }
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    Some(lines.join(line_break))
}

fn record(body: &Body<'_>, index: u32, group: &Group<'_>, sink: &mut Sink) -> Record {
    if let Some(first) = group.iter().flatten().next().filter(|_| !names_target(group)) {
        let message = "no labels say what the record is of";
        let nameless = Diagnostic::new(ROW_RULES.table.missing_cells, first.line, message);
        sink.report(nameless.field(FieldPath::row("records", index).to_string()));
    }
    let mut cell = |name: usize| {
        let label = group.get(name).copied().flatten()?;
        sink.markup(label.line);
        let path = NAMES.get(name).map(|name| FieldPath::part("records", index, name.field))?;
        value(body, label.value, path, sink)
    };
    let target_type = cell(TARGET_TYPE);
    let mut words = |name: usize| cell(name).map(|(_, words)| words);
    let (id, reason, since) = (words(TARGET_ID), words(REASON), words(QUARANTINED_AT));
    let (ttl_remaining, flow) = (words(TTL_REMAINING), words(SUGGESTED_FLOW));
    let target_type = target_type.map(|(span, _)| {
        let field = FieldPath::part("records", index, "targetType").to_string();
        read_word(body.text, span, field, &REPORT_RULES.words, sink)
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

/// What stands beside a label, unless it says that there is nothing, or nobody filled it in.
fn value(body: &Body<'_>, span: Span, path: FieldPath, sink: &mut Sink) -> Option<(Span, String)> {
    if span.is_empty() {
        return None;
    }
    sink.field(path, span);
    let written = body.read(span).into_owned();
    if report_placeholder(&written, span, path, ROW_RULES.placeholder, sink) {
        return None;
    }
    (!is_none(&written)).then_some((span, written))
}
