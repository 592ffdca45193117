//! What is wrong with the columns of a table: missing, under another name, or unknown.

use crate::diagnostic::{Diagnostic, Rule, Sink};
use crate::markdown::{Outline, Table};
use crate::text::Text;

use super::{ColumnName, Columns};

/// The rules of a room for the columns of its tables.
#[derive(Debug)]
pub struct ColumnRules {
    pub missing_column: &'static Rule,
    pub column_name: &'static Rule,
    pub extra_column: &'static Rule,
}

/// Reports columns that are missing, that bear another name, or that the contract does not have; marks the
/// header as markup. `field` is the list that the rows are.
#[expect(clippy::too_many_arguments, reason = "a table is known by its text, its outline and its columns")]
pub fn report_columns(
    text: &Text,
    outline: &Outline,
    table: Table,
    columns: &Columns,
    names: &[ColumnName],
    field: &str,
    rules: &ColumnRules,
    sink: &mut Sink,
) {
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
                Diagnostic::new(rules.missing_column, header.span, message)
                    .field(field)
                    .expected(column.name),
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
            let misnamed = Diagnostic::new(rules.column_name, *cell, message).field(field);
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
        sink.report(Diagnostic::new(rules.extra_column, *cell, message).field(field));
    }
}
