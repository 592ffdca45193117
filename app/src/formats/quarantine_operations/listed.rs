//! Records that stand in a list, a label for each value, where the contract has a table.

use super::Record;
use super::columns::{
    QUARANTINED_AT, REASON, RECORDS, SUGGESTED_FLOW, TARGET_ID, TARGET_TYPE, TTL_REMAINING,
};
use super::in_list::{FIELDS, Values, record, report};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Kind, Node};
use crate::reading::{ColumnName, Label, LabelName, Labels, MISSING_CELLS, Part, Scope};

/// A column of the table, as a label.
const fn label(column: usize) -> LabelName {
    let ColumnName { name, synonyms } = RECORDS[column];
    LabelName { name, synonyms, field: FIELDS[column] }
}

static NAMES: [LabelName; RECORDS.len()] = [
    label(TARGET_TYPE),
    label(TARGET_ID),
    label(REASON),
    label(QUARANTINED_AT),
    label(TTL_REMAINING),
    label(SUGGESTED_FLOW),
];

/// The labels of one record.
type Group<'l> = [Option<&'l Label>; RECORDS.len()];

/// Without one that says what it is of, no list is one of records.
fn names_target(group: &Group<'_>) -> bool {
    group[TARGET_TYPE].is_some() && group[TARGET_ID].is_some()
}

/// The records among some nodes: each goes on until one of its labels comes again, or one stands further to the left
/// than its first.
pub(super) fn read(block: &Block<'_>, part: &Part, body: &Scope<'_>, sink: &mut Sink) -> Vec<Record> {
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
            groups.push([None; RECORDS.len()]);
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
    let says_something = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
    let stated: usize = groups.iter().map(|group| group.iter().flatten().count()).sum();
    let is_all = nodes.iter().filter(says_something).count() == stated && labels.all().len() == stated;
    let values: Vec<Values> = groups.iter().map(|group| group.map(|label| Some(label?.value))).collect();
    report(body, part, &values, is_all, sink);
    let records = (0..).zip(groups.iter().zip(&values));
    records
        .map(|(index, (group, values))| {
            nameless(index, group, sink);
            group.iter().flatten().for_each(|label| sink.markup(label.line));
            record(body, index, values, sink)
        })
        .collect()
}

fn nameless(index: u32, group: &Group<'_>, sink: &mut Sink) {
    if let Some(first) = group.iter().flatten().next().filter(|_| !names_target(group)) {
        let message = "no labels say what the record is of";
        let nameless = Diagnostic::new(&MISSING_CELLS, first.line, message);
        sink.report(nameless.field(FieldPath::row("records", index).to_string()));
    }
}
