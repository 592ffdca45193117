//! Reads the cells that the tables of steps have in common.

use super::action_path::report_action_path;
use super::columns::StepColumns;
use super::rules::{ACTION_PATH, MISSING_ACTION, MISSING_NUMBER};
use super::status::{self, StepStatus};
use crate::format::prelude::*;
use crate::markdown::Row;
use crate::reading::{OtherCell, cell_words, is_none, is_placeholder, report_placeholder, unquoted};

/// The name under which the number of a part of a step is kept as it is written.
const PART_COLUMN: &str = "#";

/// A row of a table of steps.
pub struct Cells<'c> {
    pub text: &'c Text,
    pub columns: &'c StepColumns,
    pub row: &'c Row,
    /// The row's cells as they were meant; mostly `Outline::cells`.
    pub cells: &'c [Span],
    /// The row's place in the list of steps.
    pub index: u32,
}

impl Cells<'_> {
    /// The cell of a field's column, unless it is empty.
    pub fn cell(&self, field: &str) -> Option<Span> {
        self.place_of(field).filter(|cell| !cell.is_empty())
    }

    /// The cell of a field's column, empty or not.
    pub fn place_of(&self, field: &str) -> Option<Span> {
        self.cells.get(self.columns.place(field)?).copied()
    }

    pub fn path(&self, field: &'static str) -> FieldPath {
        FieldPath::part("steps", self.index, field)
    }

    /// Returns the words of a cell; `None` if it states that there is nothing, or if nobody filled it in.
    pub fn words(&self, field: &'static str, sink: &mut Sink) -> Option<String> {
        let cell = self.cell(field)?;
        let path = self.path(field);
        sink.field(path, cell);
        let written = cell_words(self.text.read(cell));
        if report_placeholder(&written, cell, path, sink) {
            return None;
        }
        (!is_none(&written)).then_some(written)
    }

    /// As [`Self::words`]; words that are missing are reported at `place` where the table has a column for them.
    pub fn required(
        &self,
        field: &'static str,
        place: Span,
        missing: (&'static Rule, &str),
        sink: &mut Sink,
    ) -> Option<String> {
        let words = self.words(field, sink);
        let is_open = self.cell(field).is_some_and(|cell| is_placeholder(self.text.slice(cell)));
        if words.is_none() && !is_open && self.columns.has(field) {
            let (rule, message) = missing;
            sink.report(Diagnostic::new(rule, place, message).field(self.path(field).to_string()));
        }
        words
    }

    pub fn action(&self, sink: &mut Sink) -> Option<String> {
        let missing = (&MISSING_ACTION, "the step names no action");
        let action = self.required("action", self.row.span, missing, sink).map(|action| unquoted(&action))?;
        let path = self.path("action").to_string();
        report_action_path(&ACTION_PATH, &action, self.cell("action").unwrap_or(self.row.span), path, sink);
        Some(action)
    }

    /// The step's number; one that is missing is reported where the table has a column for it.
    pub fn number(&self, sink: &mut Sink) -> Option<u32> {
        let path = self.path("stepNumber");
        let cell = self.cell("stepNumber");
        let written = cell.map(|cell| self.text.read(cell)).unwrap_or_default();
        if cell.is_some_and(|cell| report_placeholder(&written, cell, path, sink)) {
            return None;
        }
        let number = number_of(&written);
        if let Some(cell) = cell.filter(|_| number.is_some()) {
            sink.field(path, cell);
        } else if self.columns.has("stepNumber") {
            let message = match written.trim() {
                written if is_none(written) => "the step has no number".to_owned(),
                written => format!("`{written}` is no number of a step"),
            };
            let place = self.place_of("stepNumber");
            let missing = Diagnostic::new(&MISSING_NUMBER, place.unwrap_or(self.row.span), message);
            let missing = missing.field(path.to_string());
            sink.report(match place.filter(|_| is_none(&written)) {
                Some(place) => missing.fix("Number the step", place, (self.index + 1).to_string()),
                None => missing,
            });
        }
        number
    }

    pub fn status(&self, sink: &mut Sink) -> Option<StepStatus> {
        self.columns.place("status")?;
        let cell = self.cell("status");
        let path = self.path("status");
        if cell.is_some_and(|cell| report_placeholder(self.text.slice(cell), cell, path, sink)) {
            return None;
        }
        status::read_cell(self.text, cell, self.row.span, path, sink)
    }

    /// Returns the cells of other columns, and `2b` as written, since its number alone would be another step's.
    pub fn other_cells(&self, sink: &mut Sink) -> Vec<OtherCell> {
        let mut others = self.columns.others.read(self.text, self.cells, self.path("otherCells"), sink);
        let written = self.cell("stepNumber").map(|cell| cell_words(self.text.read(cell)));
        let is_part = |written: &String| {
            let letters = written.trim_start_matches(|digit: char| digit.is_ascii_digit());
            letters.len() < written.len()
                && letters.len() <= 2
                && letters.starts_with(|first: char| first.is_ascii_alphabetic())
        };
        let part = written.filter(is_part);
        others.extend(part.map(|value| OtherCell { column: PART_COLUMN.to_owned(), value }));
        others
    }
}

/// `3`, `#3`, `Step 3`.
pub fn number_of(written: &str) -> Option<u32> {
    let digits = written.trim_start_matches(|character: char| !character.is_ascii_digit());
    let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
    digits.get(..end)?.parse().ok()
}

/// What a step is called: its number, with the letter where it is a part of a step.
pub fn step_name(number: u32, cells: &[OtherCell]) -> String {
    let part = cells.iter().find(|cell| cell.column == PART_COLUMN);
    part.map_or_else(|| number.to_string(), |cell| cell.value.to_ascii_lowercase())
}
