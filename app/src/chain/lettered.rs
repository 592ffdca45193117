//! Numbers of steps with a letter behind them: `2b`, which is another step than `2`.

use super::cells::Cells;
use crate::reading::{OtherCell, cell_words};

/// Under this name such a number is kept as it is written.
const COLUMN: &str = "#";

/// `2b`, of which the number alone would be another step's.
pub fn lettered_number(cells: &Cells<'_>, column: usize) -> Option<OtherCell> {
    let cell = cells.cell(column)?;
    let written = cell_words(cells.text.read(cell));
    let letters = written.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let is_lettered = letters.len() < written.len()
        && letters.len() <= 2
        && letters.starts_with(|first: char| first.is_ascii_alphabetic());
    is_lettered.then(|| OtherCell { column: COLUMN.to_owned(), value: written })
}

/// What a step is called: its number, with the letter where it has one.
pub fn step_name(number: u32, cells: &[OtherCell]) -> String {
    let lettered = cells.iter().find(|cell| cell.column == COLUMN);
    lettered.map_or_else(|| number.to_string(), |cell| cell.value.to_ascii_lowercase())
}
