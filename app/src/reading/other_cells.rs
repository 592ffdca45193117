//! Cells in columns that a contract doesn't have. Their content stays with their row.

use serde::Serialize;

use super::clean::{cell_words, is_none};
use super::columns::Columns;
use crate::diagnostic::{FieldPath, Sink};
use crate::markdown::{Outline, Table};
use crate::text::{Span, Text};

/// A cell, and the name in the header above it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherCell {
    pub column: String,
    pub value: String,
}

/// Returns whether a cell has content: a sign such as `✅` is content, a dash isn't.
fn says(cell: &str) -> bool {
    let is_dash = |mark: char| matches!(mark, '‐'..='―' | '−');
    !is_none(cell) || cell.chars().any(|mark| !mark.is_ascii() && !mark.is_whitespace() && !is_dash(mark))
}

/// The columns of a table that the contract does not have; none for nearly every table.
pub struct OtherColumns {
    columns: Vec<(usize, Span)>,
}

impl OtherColumns {
    pub fn of(outline: &Outline, table: Table, known: &Columns) -> Self {
        let header = outline.header(table).map(|row| outline.cells(row)).unwrap_or_default();
        let others = header.iter().copied().enumerate().filter(|(place, _)| !known.holds(*place));
        let name = |cell: Span| if known.is_headless() { cell.take(0) } else { cell };
        Self { columns: others.map(|(place, cell)| (place, name(cell))).collect() }
    }

    /// Reads these columns of a row as the field at `path`. A column without a name goes by its number.
    pub fn read(&self, text: &Text, cells: &[Span], path: FieldPath, sink: &mut Sink) -> Vec<OtherCell> {
        let other = |(place, name): &(usize, Span)| {
            let cell = cells.get(*place).copied().filter(|cell| says(text.slice(*cell)))?;
            sink.field(path, cell);
            let named = cell_words(text.read(*name));
            let column = if named.is_empty() { (place + 1).to_string() } else { named };
            Some(OtherCell { column, value: cell_words(text.read(cell)) })
        };
        self.columns.iter().filter_map(other).collect()
    }
}
