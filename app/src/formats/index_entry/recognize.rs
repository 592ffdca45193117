//! Which tables are the registry's: by their header, or rows alone by their date.

use super::cells::Cells;
use super::columns::{COLUMNS, COMMITS, DATE, DESCRIPTION, OUTCOME, OUTCOMES, PATTERN};
use super::outcome;
use crate::format::prelude::*;
use crate::markdown::{Outline, Row, Table};
use crate::reading::{Columns, date, is_placeholder};

/// The columns that every table of the registry has.
const NEEDED: [usize; 3] = [DATE, PATTERN, OUTCOME];
/// Bytes before a date in its cell: room for a mark, but not for a word.
const FARTHEST_DATE: usize = 8;
/// The placeholder for a date's year in a template.
const YEAR_SLOT: &str = "YYYY";

/// Where the cells of a row are found.
pub(super) enum Layout {
    /// By the names in the header.
    Named(Columns),
    /// Rows without a header, as a chat shows them.
    Bare,
}

impl Layout {
    pub fn of(text: &Text, outline: &Outline, table: Table) -> Option<Self> {
        let header = outline.header(table)?;
        if is_bare_entry(text, outline, header) {
            return Some(Self::Bare);
        }
        if !OUTCOMES.may_be_in(header.span.slice(text.source())) {
            return None;
        }
        let columns = Columns::find(text, outline, table, &COLUMNS);
        let has_columns = NEEDED.into_iter().all(|column| columns.place(column).is_some());
        let layout = Self::Named(columns);
        let is_index =
            has_columns && outline.rows(table).iter().any(|row| layout.is_entry(text, outline, row));
        is_index.then_some(layout)
    }

    pub fn cell(&self, outline: &Outline, row: &Row, column: usize) -> Option<Span> {
        let cell = match self {
            Self::Named(columns) => columns.cell(outline, row, column),
            Self::Bare => outline.cells(row).get(column).copied().filter(|_| column < COMMITS),
        };
        cell.filter(|cell| !cell.is_empty())
    }

    /// The contract's columns are where the contract has them, and no others.
    pub fn is_in_order(&self) -> bool {
        match self {
            Self::Named(columns) => [DATE, DESCRIPTION, PATTERN, OUTCOME]
                .into_iter()
                .enumerate()
                .all(|(place, column)| columns.place(column) == Some(place)),
            Self::Bare => true,
        }
    }

    fn is_entry(&self, text: &Text, outline: &Outline, row: &Row) -> bool {
        let cells = Cells::of(text, outline, self, row);
        let read = |column| cells.get(column).map(|cell| text.read(cell)).unwrap_or_default();
        let is_dated = is_dated(&read(DATE));
        let is_contract = match self {
            // The contract's words need no more proof; others are used by tables of milestones, too.
            Self::Named(columns) => {
                columns.place(DESCRIPTION).is_some_and(|_| is_pattern(&read(PATTERN)))
                    || outcome::is_stated(&read(OUTCOME))
            }
            Self::Bare => true,
        };
        is_dated && (is_contract || is_pattern(&read(PATTERN)) || is_placeholder(&read(PATTERN)))
    }
}

pub(super) const OPENERS: &[Opener] = &[Opener::Row];

pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let mut found = Vec::new();
    for (_, node, table) in outline.tables(0..outline.nodes().len()) {
        if table.html().is_some() || (table.columns as usize) < NEEDED.len() {
            continue;
        }
        let (revision, reason) = match Layout::of(text, outline, table) {
            None => continue,
            Some(Layout::Bare) => (Revision::Current, "row that begins with a date"),
            Some(Layout::Named(columns)) if columns.place(DESCRIPTION).is_some() => {
                (Revision::Current, "table of Date, Description, Pattern and Outcome")
            }
            Some(Layout::Named(_)) => (Revision::Free, "table of Date, Pattern and Outcome"),
        };
        found.push(Recognition { span: node.span, revision, reason });
    }
    found
}

/// Returns `true` for a row that needs no header: a date, and a chain or a status in the contract's columns.
fn is_bare_entry(text: &Text, outline: &Outline, row: &Row) -> bool {
    let [first, _, pattern, rest @ ..] = outline.cells(row) else { return false };
    let Some(last) = rest.first() else { return false };
    let (date, pattern) = (text.read(*first), text.read(*pattern));
    // A template proves itself by its braces or by a chain; a status alone may belong to any table.
    is_dated(&date)
        && (is_pattern(&pattern)
            || is_placeholder(&pattern)
            || (outcome::is_stated(&text.read(*last)) && !is_placeholder(&date)))
}

fn is_dated(cell: &str) -> bool {
    date(cell).is_some_and(|range| range.start < FARTHEST_DATE)
        || (is_placeholder(cell) && cell.contains(YEAR_SLOT))
}

/// Actions in a row: `code×2 → review → commit`.
pub(super) fn is_pattern(cell: &str) -> bool {
    cell.contains(['→', '×']) || cell.contains("->")
}
