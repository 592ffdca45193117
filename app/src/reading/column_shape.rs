//! What is wrong with a table and its columns: missing, under another name, or unknown.

use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::{Outline, Table};
use crate::text::Text;

use super::columns::Columns;
use super::labels::LabelName;
use super::table_shape::{COLUMN_NAME, EXTRA_COLUMN, MISSING_COLUMN, report_headless, report_table};

/// Reports how a table is written: without a header, or without the line below it, with columns that are missing, that
/// bear another name, or that the contract does not have; marks the header as markup. `field` is the list that the rows
/// are.
pub fn report_columns(
    text: &Text,
    outline: &Outline,
    table: Table,
    columns: &Columns,
    names: &[LabelName],
    field: &str,
    sink: &mut Sink,
) {
    if columns.is_headless() {
        return report_headless(text, outline, table, columns, names, field, sink);
    }
    report_table(text, outline, table, field, sink);
    let Some(header) = outline.header(table) else { return };
    sink.markup(header.span);
    if let Some(rule) = table.rule() {
        sink.markup(rule);
    }
    let cells = outline.cells(header);
    let mut known = vec![false; cells.len()];
    for (index, column) in names.iter().enumerate() {
        let Some(place) = columns.place(index) else {
            let message = format!("the table has no column `{}`", column.name);
            sink.report(
                Diagnostic::new(&MISSING_COLUMN, header.span, message).field(field).expected(column.name),
            );
            continue;
        };
        if let Some(flag) = known.get_mut(place) {
            *flag = true;
        }
        let Some(cell) = cells.get(place) else { continue };
        let written = text.read(*cell);
        if written != column.name {
            let message = format!("column `{}` is called `{written}`", column.name);
            let misnamed = Diagnostic::new(&COLUMN_NAME, *cell, message).field(field);
            let misnamed = misnamed.expected(column.name).found(written.as_ref());
            // An empty cell of HTML may be none of its own, but a column of the one before it.
            let is_fixed = table.html().is_none() || !cell.is_empty();
            sink.report(match is_fixed {
                true => misnamed.fix(format!("Call it `{}`", column.name), *cell, column.name),
                false => misnamed,
            });
        }
    }
    for (cell, _) in cells.iter().zip(&known).filter(|(cell, is_known)| !**is_known && !cell.is_empty()) {
        let message = format!("the contract has no column `{}`", text.read(*cell));
        sink.report(Diagnostic::new(&EXTRA_COLUMN, *cell, message).field(field));
    }
}
