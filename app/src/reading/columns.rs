//! Finds the columns of a table by the names in its header.

use std::borrow::Cow;

use crate::markdown::{Outline, Row, Table};
use crate::text::{Span, Text};

use super::clean::is_normal_but_for_case;
use super::with_normal;

/// A column that a room looks for.
#[derive(Debug)]
pub struct ColumnName {
    /// As the contract writes it.
    pub name: &'static str,
    /// Other names it goes by, in the form that [`super::normal`] gives; the contract's own is always one.
    pub synonyms: &'static [&'static str],
}

/// Where the columns that were looked for stand in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    places: Vec<Option<usize>>,
    /// The first row is one as the others are.
    is_headless: bool,
}

impl Columns {
    /// Each name goes to the first header cell that bears it; exact names win over synonyms, and synonyms that
    /// stand first in their list over later ones.
    pub fn find(text: &Text, outline: &Outline, table: Table, names: &[ColumnName]) -> Self {
        let cells = outline.header(table).map(|row| outline.cells(row)).unwrap_or_default();
        // No header has more columns than a reader could follow.
        let header = Header::read(cells.iter().take(64).map(|cell| text.read(*cell)));
        let mut taken = vec![false; header.ends.len()];
        let mut places = vec![None; names.len()];
        for (place, column) in places.iter_mut().zip(names) {
            let named = |name: &str| header.position(header_name(name), &[]);
            *place = match is_normal_but_for_case(column.name) {
                true => named(column.name),
                false => with_normal(column.name, named),
            };
            if let Some(at) = *place
                && let Some(flag) = taken.get_mut(at)
            {
                *flag = true;
            }
        }
        for (place, column) in places.iter_mut().zip(names) {
            if place.is_some() {
                continue;
            }
            *place = column.synonyms.iter().find_map(|synonym| header.position(synonym, &taken));
            if let Some(at) = *place
                && let Some(flag) = taken.get_mut(at)
            {
                *flag = true;
            }
        }
        Self { places, is_headless: false }
    }

    /// As many columns as there are names, in the contract's order; for headers in a language that no list knows.
    pub fn in_order(count: usize) -> Self {
        Self::in_order_from(0, count)
    }

    /// As [`Self::in_order`], behind some other columns.
    pub fn in_order_from(first: usize, count: usize) -> Self {
        Self { places: (first..first + count).map(Some).collect(), is_headless: false }
    }

    /// Of a table that begins with a row where its header belongs.
    pub fn without_header(self) -> Self {
        Self { is_headless: true, ..self }
    }

    pub const fn is_headless(&self) -> bool {
        self.is_headless
    }

    /// The rows of the table that hold something.
    pub fn rows<'o>(&self, outline: &'o Outline, table: Table) -> &'o [Row] {
        if self.is_headless { outline.rows_and_header(table) } else { outline.rows(table) }
    }

    /// Where the column with this number in the list of names stands.
    pub fn place(&self, column: usize) -> Option<usize> {
        self.places.get(column).copied().flatten()
    }

    /// Which column stands at a place.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.places.iter().position(|column| *column == Some(place))
    }

    /// Whether one of the names stands there.
    pub fn holds(&self, place: usize) -> bool {
        self.places.contains(&Some(place))
    }

    /// The column's cell in a row.
    pub fn cell(&self, outline: &Outline, row: &Row, column: usize) -> Option<Span> {
        outline.cells(row).get(self.place(column)?).copied()
    }
}

/// Few headers have longer names, or more of them.
const USUAL_NAMES: usize = 64;
const USUAL_COLUMNS: usize = 8;

/// The names in a header, one after the other.
struct Header {
    names: String,
    /// Where each name ends.
    ends: Vec<usize>,
    /// A bit for each length that a name has; most synonyms are of another.
    lengths: u64,
}

impl Header {
    fn read<'t>(cells: impl Iterator<Item = Cow<'t, str>>) -> Self {
        let (names, ends) = (String::with_capacity(USUAL_NAMES), Vec::with_capacity(USUAL_COLUMNS));
        let mut header = Self { names, ends, lengths: 0 };
        for cell in cells {
            let before = header.names.len();
            with_normal(&cell, |name| header.names.push_str(header_name(name)));
            header.lengths |= length_bit(header.names.len() - before);
            header.ends.push(header.names.len());
        }
        header
    }

    /// The first column of this name, in whatever case, that is not taken.
    fn position(&self, name: &str, taken: &[bool]) -> Option<usize> {
        if self.lengths & length_bit(name.len()) == 0 {
            return None;
        }
        let mut start = 0;
        self.ends.iter().enumerate().position(|(index, end)| {
            let found = self.names.get(start..*end);
            start = *end;
            found.is_some_and(|found| found.eq_ignore_ascii_case(name))
                && !taken.get(index).is_some_and(|is_taken| *is_taken)
        })
    }
}

const fn length_bit(length: usize) -> u64 {
    1 << (length % 64)
}

/// `#` and `№` have no letters, so [`with_normal`] alone would not do.
fn header_name(normal: &str) -> &str {
    normal.trim_end_matches([':', '.', '?'])
}
