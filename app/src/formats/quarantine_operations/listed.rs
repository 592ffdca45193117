//! Records that are in a list, a label for each value, where the contract has a table.

use super::records::{Listed, NAMES, TARGET_ID, TARGET_TYPE};
use crate::format::prelude::*;
use crate::markdown::{Kind, Node};
use crate::reading::{Label, Labels, MISSING_CELLS, Part, Scope};

/// The labels of one record.
type Group<'l> = [Option<&'l Label>; NAMES.len()];

/// Returns `true` if the labels name a target, as at least one group of a list of records must.
fn names_target(group: &Group<'_>) -> bool {
    group[TARGET_TYPE].is_some() && group[TARGET_ID].is_some()
}

/// The records among some nodes: each goes on until one of its labels comes again, or one is further to the left
/// than its first.
pub(super) fn read(block: &Block<'_>, body: &Scope<'_>, part: &Part, sink: &mut Sink) -> Option<Listed> {
    let nodes = body.outline.slice(part.nodes.clone());
    let span = nodes.first()?.span.to(nodes.last()?.span);
    let labels = Labels::read(&Block { span, ..*block }, &NAMES);
    let indent_of = |label: &Label| body.outline.nodes().get(label.node).map(|node| node.indent);
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut first_indent = None;
    for label in labels.all() {
        let Some(name) = label.known else { continue };
        let indent = indent_of(label);
        let is_taken = groups.last().is_none_or(|group| group.get(name).is_none_or(Option::is_some));
        if is_taken || indent < first_indent {
            groups.push([None; NAMES.len()]);
            first_indent = indent;
        }
        if let Some(place) = groups.last_mut().and_then(|group| group.get_mut(name)) {
            *place = Some(label);
        }
    }
    if !groups.iter().any(names_target) {
        return None;
    }
    // A single label may belong to the text around the records.
    groups.retain(|group| names_target(group) || group.iter().flatten().nth(1).is_some());
    for (index, group) in (0..).zip(&groups) {
        let nameless = group.iter().flatten().next().filter(|_| !names_target(group));
        if let Some(first) = nameless {
            let message = "no labels say what the record is of";
            let nameless = Diagnostic::new(&MISSING_CELLS, first.line, message);
            sink.report(nameless.field(FieldPath::row("records", index)));
        }
        group.iter().flatten().for_each(|label| sink.markup(label.line));
    }
    let says_something = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
    let stated: usize = groups.iter().map(|group| group.iter().flatten().count()).sum();
    let is_all = nodes.iter().filter(says_something).count() == stated && labels.all().len() == stated;
    let records = groups.iter().map(|group| group.map(|label| Some(label?.value))).collect();
    Some(Listed { records, is_all })
}
