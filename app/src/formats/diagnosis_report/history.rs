//! Which files changed, where they are in a table: the contract has a list.

use super::Change;
use super::evidence::relation_of;
use super::rules::ENTRY_FORM;
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::reading::{Columns, LabelName, MISSING_VALUE, Part, ReportReader, cell_words, is_none, unquoted};

const FILE: usize = 0;
const MODIFIED: usize = 1;
const RELATION: usize = 2;

static COLUMNS: [LabelName; 3] = LabelName::declared(Change::FIELDS);

/// A change for each row of the section's tables that name files.
pub(super) fn read(reader: &mut ReportReader<'_, '_>, part: &Part) -> Vec<Change> {
    let (body, sink) = (reader.parts.body, &mut *reader.sink);
    let mut changes = Vec::new();
    for (_, table) in body.tables(part.nodes.clone()) {
        let columns = Columns::find(body.text, body.outline, table, &COLUMNS);
        if columns.place(FILE).is_none() {
            continue;
        }
        let header = body.outline.header(table).map_or(part.heading, |row| row.span);
        let message = "the changes are in a table, not in a list";
        sink.report(Diagnostic::new(&ENTRY_FORM, header, message).field("codeHistory"));
        for row in body.outline.rows(table) {
            let path = |part| FieldPath::part("codeHistory", changes.len() as u32, part);
            let mut read = |column, part| {
                let cell = columns.cell(body.outline, row, column)?;
                let cell = Some(cell).filter(|cell| !is_none(body.text.slice(*cell)))?;
                sink.field(path(part), cell);
                Some(cell_words(body.text.read(cell)))
            };
            let file = read(FILE, "file").map(|file| unquoted(&file));
            let modified = read(MODIFIED, "modified");
            let relation = read(RELATION, "relation").map(|written| relation_of(&written));
            if file.is_none() && modified.is_none() && relation.is_none() {
                continue;
            }
            if modified.is_none() {
                let message = "when the file was changed is not stated";
                sink.report(Diagnostic::new(&MISSING_VALUE, row.span, message).field(path("modified")));
            }
            changes.push(Change { file, modified, relation });
        }
    }
    changes
}
