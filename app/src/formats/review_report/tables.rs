//! What the tables of a report have in common.

use super::layout::Layout;
use super::rules::{COLUMN_RULES, TABLE_RULES};
use crate::diagnostic::Sink;
use crate::markdown::Table;
use crate::reading::{ColumnName, Columns, report_columns, report_headless, report_table};

/// Reports how a table is written: without a header, or without the line below it, with columns that are missing, that
/// bear another name, or that the contract does not have.
pub(super) fn report_shape(
    layout: &Layout<'_>,
    table: Table,
    columns: &Columns,
    names: &[ColumnName],
    field: &str,
    sink: &mut Sink,
) {
    let (text, outline) = (layout.text, layout.outline);
    if columns.is_headless() {
        report_headless(text, outline, table, names, field, &TABLE_RULES, sink);
        return;
    }
    report_table(text, outline, table, field, &TABLE_RULES, sink);
    report_columns(text, outline, table, columns, names, field, &COLUMN_RULES, sink);
}
