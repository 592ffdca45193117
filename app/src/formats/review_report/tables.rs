//! What the tables of a report have in common.

use super::layout::Layout;
use super::rules::COLUMN_RULES;
use crate::diagnostic::Sink;
use crate::markdown::Table;
use crate::reading::{self, ColumnName, Columns};

/// Reports columns that are missing, that bear another name, or that the contract does not have.
pub(super) fn report_columns(
    layout: &Layout<'_>,
    table: Table,
    columns: &Columns,
    names: &[ColumnName],
    field: &str,
    sink: &mut Sink,
) {
    reading::report_columns(layout.text, layout.outline, table, columns, names, field, &COLUMN_RULES, sink);
}
