//! What the tables of a report have in common.

use super::report_sections::ReportSections;
use crate::diagnostic::Sink;
use crate::markdown::{Row, Table};
use crate::reading::{ColumnName, Columns, cleaned, report_columns, report_headless, report_table};
use crate::text::Span;

/// Reports how a table is written: without a header, or without the line below it, with columns that are missing, that
/// bear another name, or that the contract does not have.
pub(super) fn report_shape(
    sections: &ReportSections<'_>,
    table: Table,
    columns: &Columns,
    names: &[ColumnName],
    field: &str,
    sink: &mut Sink,
) {
    let (text, outline) = (sections.text, sections.outline);
    if columns.is_headless() {
        report_headless(text, outline, table, columns, names, field, sink);
        return;
    }
    report_table(text, outline, table, field, sink);
    report_columns(text, outline, table, columns, names, field, sink);
}

/// More words say something.
const MOST_WORDS: usize = 4;

/// Whether all cells of a row may be names of columns, in whatever language: a word or a few, and no value.
pub(super) fn names_columns(sections: &ReportSections<'_>, row: &Row) -> bool {
    let is_name = |cell: &Span| {
        let written = sections.read(*cell);
        let bare = cleaned(&written);
        let is_plain = !bare.contains(|sign: char| sign.is_ascii_digit() || "/.?!:".contains(sign));
        is_plain && !written.contains('`') && bare.split_whitespace().count() <= MOST_WORDS
    };
    let cells = sections.outline.cells(row);
    cells.iter().all(is_name) && cells.iter().any(|cell| !cell.is_empty())
}
