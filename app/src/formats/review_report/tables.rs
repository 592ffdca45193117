//! What the tables of a report have in common.

use super::layout::Layout;
use super::rules::{COLUMN_NAME, EXTRA_COLUMN, MISSING_COLUMN};
use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::Table;
use crate::reading::{ColumnName, Columns};

/// Reports columns that are missing, that bear another name, or that the contract does not have; marks the
/// header as markup.
pub(super) fn report_columns(
    layout: &Layout<'_>,
    table: Table,
    columns: &Columns,
    names: &[ColumnName],
    field: &str,
    sink: &mut Sink,
) {
    let Some(header) = layout.outline.header(table) else { return };
    sink.markup(header.span);
    if let Some(rule) = table.rule {
        sink.markup(rule);
    }
    let cells = layout.outline.cells(header);
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
        let written = layout.read_span(*cell);
        if written != column.name {
            sink.report(
                Diagnostic::new(
                    &COLUMN_NAME,
                    *cell,
                    format!("column `{}` is called `{written}`", column.name),
                )
                .field(field)
                .expected(column.name)
                .found(written.as_ref())
                .fix(format!("Call it `{}`", column.name), *cell, column.name),
            );
        }
    }
    for (cell, _) in cells.iter().zip(&known).filter(|(cell, is_known)| !**is_known && !cell.is_empty()) {
        let message = format!("the contract has no column `{}`", layout.read_span(*cell));
        sink.report(Diagnostic::new(&EXTRA_COLUMN, *cell, message).field(field));
    }
}

/// A path without the marks that are put around it.
pub(super) fn unquoted(written: &str) -> String {
    let mut bare = written.trim();
    for mark in ["**", "`", "*"] {
        let inner = bare.strip_prefix(mark).and_then(|inner| inner.strip_suffix(mark));
        bare = inner.filter(|inner| !inner.contains(mark)).unwrap_or(bare);
    }
    bare.to_owned()
}
