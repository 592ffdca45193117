//! Reads the cells that the tables of steps have in common.

use super::rules::MISSING_NUMBER;
use super::status::{self, StepStatus};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::Row;
use crate::reading::{Columns, cell_words, is_none, report_placeholder};
use crate::text::{Span, Text};

/// A row of a table of steps. `list` is the field, `index` the row's place in it.
pub struct Cells<'c> {
    pub text: &'c Text,
    pub columns: &'c Columns,
    pub row: &'c Row,
    /// The row's cells as they were meant; mostly `Outline::cells`.
    pub cells: &'c [Span],
    pub list: &'static str,
    pub index: u32,
}

impl Cells<'_> {
    /// The cell of a column, unless it is empty.
    pub fn cell(&self, column: usize) -> Option<Span> {
        self.place_of(column).filter(|cell| !cell.is_empty())
    }

    /// The cell of a column, empty or not.
    pub fn place_of(&self, column: usize) -> Option<Span> {
        self.cells.get(self.columns.place(column)?).copied()
    }

    pub fn path(&self, part: &'static str) -> FieldPath {
        FieldPath::part(self.list, self.index, part)
    }

    /// What a cell says; nothing where it says that there is nothing, or where nobody filled it in.
    pub fn words(&self, column: usize, part: &'static str, sink: &mut Sink) -> Option<String> {
        let cell = self.cell(column)?;
        let path = self.path(part);
        sink.field(path, cell);
        let written = cell_words(self.text.read(cell));
        if report_placeholder(&written, cell, path, sink) {
            return None;
        }
        (!is_none(&written)).then_some(written)
    }

    /// The step's number; one that is missing is reported where the table has a column for it.
    pub fn number(&self, column: usize, sink: &mut Sink) -> Option<u32> {
        let path = self.path("stepNumber");
        let cell = self.cell(column);
        let written = cell.map(|cell| self.text.read(cell)).unwrap_or_default();
        if cell.is_some_and(|cell| report_placeholder(&written, cell, path, sink)) {
            return None;
        }
        let number = number_of(&written);
        if let Some(cell) = cell.filter(|_| number.is_some()) {
            sink.field(path, cell);
        } else if self.columns.place(column).is_some() {
            let place = self.place_of(column).unwrap_or(self.row.span);
            let says_nothing = written.trim().is_empty() || is_none(&written);
            let message = match written.trim() {
                _ if says_nothing => "the step has no number".to_owned(),
                written => format!("`{written}` is no number of a step"),
            };
            let missing = Diagnostic::new(&MISSING_NUMBER, place, message).field(path.to_string());
            let is_free = place != self.row.span && is_none(&written);
            sink.report(if is_free {
                missing.fix("Number the step", place, (self.index + 1).to_string())
            } else {
                missing
            });
        }
        number
    }

    pub fn status(&self, column: usize, sink: &mut Sink) -> Option<StepStatus> {
        self.columns.place(column)?;
        let cell = self.cell(column);
        let path = self.path("status");
        if cell.is_some_and(|cell| report_placeholder(self.text.slice(cell), cell, path, sink)) {
            return None;
        }
        status::read_cell(self.text, cell, self.row.span, path, sink)
    }
}

/// `3`, `#3`, `Step 3`.
pub fn number_of(written: &str) -> Option<u32> {
    let digits = written.trim_start_matches(|character: char| !character.is_ascii_digit());
    let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
    digits.get(..end)?.parse().ok()
}
