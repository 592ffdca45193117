//! Finds the columns of a table by the names in its header.

use crate::markdown::{Outline, Row, Table};
use crate::text::{Span, Text};

use super::clean::{is_normal_of, normal};
use super::labels::LabelName;

/// The places of the columns that a room looks for in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    places: Vec<Option<usize>>,
    /// The first row is one as the others are.
    is_headless: bool,
}

impl Columns {
    /// Each name goes to the first header cell that bears it; exact names win over synonyms, and synonyms that
    /// are first in their list over later ones.
    pub fn find(text: &Text, outline: &Outline, table: Table, names: &[LabelName]) -> Self {
        let cells = outline.header(table).map(|row| outline.cells(row)).unwrap_or_default();
        let name_of = |cell: &Span| {
            let mut name = normal(&text.read(*cell));
            name.truncate(header_name(&name).len());
            name
        };
        let header: Vec<String> = cells.iter().take(MOST_COLUMNS).map(name_of).collect();
        let place_of = |column: &LabelName| {
            let contract = header_name(column.name);
            header.iter().position(|name| is_normal_of(contract, name))
        };
        let mut places: Vec<Option<usize>> = names.iter().map(place_of).collect();
        for (column, name) in names.iter().enumerate() {
            if places.get(column).is_some_and(Option::is_some) {
                continue;
            }
            let free = |synonym: &&str| {
                let mut named = (0..).zip(&header).filter(|(_, name)| name.as_str() == *synonym);
                named.find(|(place, _)| !places.contains(&Some(*place))).map(|(place, _)| place)
            };
            let found = name.synonyms.iter().find_map(free);
            if let Some(place) = places.get_mut(column) {
                *place = found;
            }
        }
        Self { places, is_headless: false }
    }

    /// As many columns as there are names, in the contract's order, from the first on; for headers in a language that no list knows.
    pub fn in_order(first: usize, count: usize) -> Self {
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

    /// Returns the place of the column with this number in the list of names.
    pub fn place(&self, column: usize) -> Option<usize> {
        self.places.get(column).copied().flatten()
    }

    /// Returns the column at a place.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.places.iter().position(|column| *column == Some(place))
    }

    /// Whether a column that the room looks for is there.
    pub fn holds(&self, place: usize) -> bool {
        self.places.contains(&Some(place))
    }

    /// The column's cell in a row.
    pub fn cell(&self, outline: &Outline, row: &Row, column: usize) -> Option<Span> {
        outline.cells(row).get(self.place(column)?).copied()
    }
}

/// No header has more columns than a reader could follow.
const MOST_COLUMNS: usize = 64;

/// `#` and `№` have no letters, so [`normal`] alone would not do.
fn header_name(normal: &str) -> &str {
    normal.trim_end_matches([':', '.', '?'])
}
