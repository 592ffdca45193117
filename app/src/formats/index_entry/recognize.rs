//! Which tables are the registry's: by their header, or rows alone by their date.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::cells::Cells;
use super::columns::{COLUMNS, COMMITS, DATE, DESCRIPTION, OUTCOME, PATTERN};
use super::outcome;
use crate::format::{Recognition, Revision};
use crate::markdown::{Glance, Kind, Outline, Row, Table};
use crate::reading::{Columns, date, is_placeholder, with_normal};
use crate::text::{Span, Text};

/// How the month of a date begins.
static MONTHS: LazyLock<[Finder<'static>; 2]> = LazyLock::new(|| ["-0", "-1"].map(Finder::new));
const YEAR_LENGTH: usize = 4;
/// Before a date in its cell, in bytes, there is room for a mark and no word.
const FARTHEST_DATE: usize = 8;
/// In a template it stands where the date is to be written.
const YEAR_SLOT: &str = "YYYY";
static SLOT: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(YEAR_SLOT));

/// One of these is in each name of the column of chains.
const CHAIN_WORDS: [&str; 4] = ["pattern", "chain", "signature", "steps"];

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
        let columns = Columns::find(text, outline, table, &COLUMNS);
        let has_columns = [DATE, PATTERN, OUTCOME].into_iter().all(|column| columns.place(column).is_some());
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

    /// The contract's columns stand where the contract has them, and no others.
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

/// A row has a date at the beginning of a cell, or the template's slot for one.
pub(super) fn may_be_in(glance: &Glance<'_>) -> bool {
    let text = glance.text();
    glance.lines_with_bars().any(|rows| {
        MONTHS.iter().any(|month| has_dated_row(text, rows, month))
            || SLOT.find(text.slice(rows).as_bytes()).is_some()
    })
}

/// Whether one of some rows has a date whose month begins so. Most of what is written like a month is none.
fn has_dated_row(text: &Text, rows: Span, month: &Finder<'_>) -> bool {
    let (bytes, lines) = (text.source().as_bytes(), text.lines());
    let start = rows.start as usize;
    month.find_iter(text.slice(rows).as_bytes()).map(|at| start + at).any(|at| {
        let Some(year) = at.checked_sub(YEAR_LENGTH) else { return false };
        if !bytes.get(year..at).is_some_and(|year| year.iter().all(u8::is_ascii_digit)) {
            return false;
        }
        let line = lines.line(lines.line_of(year as u32));
        let (before, after) =
            text.slice(line).split_at_checked(year - line.start as usize).unwrap_or_default();
        let cell = before.rsplit('|').next().unwrap_or_default();
        let lead =
            cell.trim_start_matches(|edge: char| edge.is_whitespace() || matches!(edge, '>' | '\u{feff}'));
        // Repaired, what looks like letters is a mark.
        let is_near = lead.len() < FARTHEST_DATE || text.oddities().mojibake;
        let line = text.slice(line);
        is_near && date(after).is_some() && (has_three_cells(line) || names_chains(text))
    })
}

/// A row of fewer is an entry only below a header that names the column that it has not.
fn has_three_cells(line: &str) -> bool {
    let row = line.trim_matches(|edge: char| edge.is_whitespace() || matches!(edge, '>' | '\u{feff}'));
    let row = row.strip_prefix('|').unwrap_or(row);
    row.strip_suffix('|').unwrap_or(row).matches('|').nth(1).is_some()
}

/// Whether a row may be a header that names the chains.
fn names_chains(text: &Text) -> bool {
    let names_one = |row: &str| CHAIN_WORDS.iter().any(|word| row.contains(word));
    let rows = text.lines().spans().map(|line| text.slice(line)).filter(|line| line.contains('|'));
    rows.into_iter().any(|row| with_normal(row, names_one))
}

pub(super) fn recognize(text: &Text, outline: &Outline) -> Vec<Recognition> {
    outline
        .nodes()
        .iter()
        .filter_map(|node| {
            let Kind::Table(table) = node.kind else { return None };
            if table.html().is_some() {
                return None;
            }
            let (revision, reason) = match Layout::of(text, outline, table)? {
                Layout::Bare => (Revision::Current, "row that begins with a date"),
                Layout::Named(columns) if columns.place(DESCRIPTION).is_some() => {
                    (Revision::Current, "table of Date, Description, Pattern and Outcome")
                }
                Layout::Named(_) => (Revision::Free, "table of Date, Pattern and Outcome"),
            };
            Some(Recognition { span: node.span, revision, reason })
        })
        .collect()
}

/// A row that stands for itself: a date, and a chain or a status where the contract has them.
fn is_bare_entry(text: &Text, outline: &Outline, row: &Row) -> bool {
    let [first, _, pattern, rest @ ..] = outline.cells(row) else { return false };
    let Some(last) = rest.first() else { return false };
    let (pattern, last) = (text.read(*pattern), text.read(*last));
    let date = text.read(*first);
    // A template proves itself by its braces or by a chain; a status alone may belong to any table.
    let is_proven = is_pattern(&pattern)
        || is_placeholder(&pattern)
        || (outcome::is_stated(&last) && !is_placeholder(&date));
    is_dated(&date) && is_proven
}

fn is_dated(cell: &str) -> bool {
    date(cell).is_some_and(|range| range.start < FARTHEST_DATE)
        || (is_placeholder(cell) && cell.contains(YEAR_SLOT))
}

/// Actions in a row: `code×2 → review → commit`.
pub(super) fn is_pattern(cell: &str) -> bool {
    cell.contains(['→', '×']) || cell.contains("->")
}
