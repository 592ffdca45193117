//! The cells of a row by what they say, also where a pipe or a cell too many or too few has shifted them.

use super::columns::{COLUMNS, COMMITS, DATE, DESCRIPTION, OUTCOME, PATTERN};
use super::outcome;
use super::recognize::{Layout, is_pattern};
use crate::markdown::{Outline, Row, bare_pipes};
use crate::text::{Span, Text};

/// Where each column of a row is; `None` if the row lacks it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells {
    places: [Option<Span>; COLUMNS.len()],
    /// They are in other cells than those of their columns.
    pub are_shifted: bool,
}

impl Cells {
    pub fn of(text: &Text, outline: &Outline, layout: &Layout, row: &Row) -> Self {
        let mut cells =
            [DATE, DESCRIPTION, PATTERN, OUTCOME, COMMITS].map(|column| layout.cell(outline, row, column));
        let mut are_shifted = false;
        let is_stated = |cell: Option<Span>| cell.is_some_and(|cell| outcome::is_stated(&text.read(cell)));
        if layout.is_in_order() && !is_stated(cells[OUTCOME]) {
            let is_cut = row.found == 3 && is_stated(cells[PATTERN]);
            if is_cut {
                // The chain is missing, and the outcome is in its place.
                cells[OUTCOME] = cells[PATTERN].take();
                are_shifted = true;
            } else if let Some(shifted) = Self::shifted(text, row).filter(|_| row.found > 4) {
                cells = shifted;
                are_shifted = true;
            }
        }
        Self { places: cells, are_shifted }
    }

    /// The row with each value in the cell of its column.
    pub fn row(&self, text: &Text) -> String {
        let mut row = String::from("|");
        for column in [DATE, DESCRIPTION, PATTERN, OUTCOME] {
            let written = self.get(column).map(|cell| text.slice(cell)).unwrap_or_default();
            let mut from = 0;
            row.push(' ');
            for pipe in bare_pipes(written) {
                row.push_str(written.get(from..pipe).unwrap_or_default());
                row.push('\\');
                from = pipe;
            }
            row.push_str(written.get(from..).unwrap_or_default());
            row.push_str(" |");
        }
        row
    }

    pub fn get(&self, column: usize) -> Option<Span> {
        self.places.get(column).copied().flatten()
    }

    /// A description that holds pipes has shifted what follows it: the outcome is the cell that begins with a
    /// status behind one that holds a chain.
    fn shifted(text: &Text, row: &Row) -> Option<[Option<Span>; COLUMNS.len()]> {
        let source = text.source();
        let line = row.span.slice(source);
        let mut pieces: Vec<Span> = Vec::new();
        let mut from = 0;
        for pipe in bare_pipes(line) {
            pieces.push(row.span.skip(from).take(pipe - from).trim(source));
            from = pipe + 1;
        }
        pieces.push(row.span.skip(from).trim(source));
        let is_outer = pieces.first().is_some_and(|first| first.is_empty());
        let pieces = pieces.get(usize::from(is_outer)..)?;
        let at = (3..pieces.len()).find(|at| {
            let read = |at: usize| pieces.get(at).map(|piece| text.read(*piece)).unwrap_or_default();
            outcome::is_stated(&read(*at)) && is_pattern(&read(at - 1))
        })?;
        let description = pieces.get(1)?.to(*pieces.get(at - 2)?);
        let last = pieces.iter().rfind(|piece| !piece.is_empty())?;
        let outcome = pieces.get(at)?.to(*last);
        Some([pieces.first().copied(), Some(description), pieces.get(at - 1).copied(), Some(outcome), None])
    }
}
