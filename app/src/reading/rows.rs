//! Reads the rows of a section's tables by the names of their columns.

use std::ops::Range;

use super::clean::{cell_words, is_emoji, is_none};
use super::column_shape::report_columns;
use super::columns::Columns;
use super::labels::LabelName;
use super::placeholder::report_placeholder;
use super::scope::Scope;
use super::table_shape::report_row;
use crate::diagnostic::{FieldPath, Sink};
use crate::markdown::{Row, Table};
use crate::text::Span;

/// A row, and which row of the list it is.
pub struct TableRow<'r, 't> {
    pub body: &'r Scope<'t>,
    names: &'r [LabelName],
    columns: &'r Columns,
    row: &'r Row,
    list: &'static str,
    pub index: u32,
}

impl TableRow<'_, '_> {
    pub fn path(&self, part: &'static str) -> FieldPath {
        FieldPath::part(self.list, self.index, part)
    }

    /// The cell of the column that a part is in.
    pub fn cell(&self, part: &str) -> Option<Span> {
        let column = self.names.iter().position(|name| name.field == part)?;
        self.columns.cell(self.body.outline, self.row, column)
    }

    /// Returns the content of a column's cell, escapes undone; `None` if it states that there is nothing, or if nobody
    /// filled it in.
    pub fn words(&self, part: &'static str, sink: &mut Sink) -> Option<(Span, String)> {
        let cell = self.cell(part).filter(|cell| !cell.is_empty())?;
        let path = self.path(part);
        sink.field(path, cell);
        let written = cell_words(self.body.read(cell));
        if report_placeholder(&written, cell, path, sink) {
            return None;
        }
        // A sign alone, such as ✅, is content.
        let says_something = !is_none(&written) || written.chars().any(is_emoji);
        says_something.then_some((cell, written))
    }

    /// As [`Self::words`], without their place.
    pub fn value(&self, part: &'static str, sink: &mut Sink) -> Option<String> {
        self.words(part, sink).map(|(_, words)| words)
    }
}

/// All rows of the tables in a range of nodes that have at least two of the columns, or the only one; rows of empty cells are none.
/// `list` is the field that the rows are; a column goes by the part of a row that its cells are.
pub fn read_rows<'t, R>(
    body: &Scope<'t>,
    nodes: Range<usize>,
    names: &[LabelName],
    list: &'static str,
    sink: &mut Sink,
    mut read: impl FnMut(&TableRow<'_, 't>, &mut Sink) -> R,
) -> Vec<R> {
    let (text, outline) = (body.text, body.outline);
    let mut rows = Vec::new();
    for (table, columns) in tables(body, nodes, names) {
        report_columns(text, outline, table, &columns, names, list, sink);
        for row in outline.rows(table) {
            if outline.cells(row).iter().all(|cell| is_none(&body.read(*cell))) {
                continue;
            }
            let index = rows.len() as u32;
            report_row(text, outline, table, row, format_args!("{list}[{index}]"), sink);
            let row = TableRow { body, names, columns: &columns, row, list, index };
            rows.push(read(&row, sink));
        }
    }
    rows
}

/// The tables with at least two of the columns, or the only one.
fn tables(body: &Scope<'_>, nodes: Range<usize>, names: &[LabelName]) -> Vec<(Table, Columns)> {
    let known = |(_, table): (usize, Table)| {
        let columns = Columns::find(body.text, body.outline, table, names);
        let known = (0..names.len()).filter(|column| columns.place(*column).is_some()).count();
        (known >= names.len().min(2)).then_some((table, columns))
    };
    body.tables(nodes).filter_map(known).collect()
}
