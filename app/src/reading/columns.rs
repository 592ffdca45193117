//! Finds the columns of a table by the names in its header.

use crate::markdown::{Outline, Row, Table};
use crate::text::{Span, Text};

use super::normal;

/// A column that a room looks for.
#[derive(Debug)]
pub struct ColumnName {
    /// As the contract writes it.
    pub name: &'static str,
    /// Other names it goes by, in the form that [`normal`] gives; the contract's own is always one.
    pub synonyms: &'static [&'static str],
}

/// Where the columns that were looked for stand in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    places: Vec<Option<usize>>,
}

impl Columns {
    /// Each name goes to the first header cell that bears it; exact names win over synonyms, and synonyms that
    /// stand first in their list over later ones.
    pub fn find(text: &Text, outline: &Outline, table: Table, names: &[ColumnName]) -> Self {
        let header: Vec<String> = outline
            .header(table)
            .map(|row| outline.cells(row))
            .unwrap_or_default()
            .iter()
            // No header has more columns than a reader could follow.
            .take(64)
            .map(|cell| header_name(&text.read(*cell)))
            .collect();
        let mut taken = vec![false; header.len()];
        let mut places = vec![None; names.len()];
        for (place, column) in places.iter_mut().zip(names) {
            let exact = header_name(column.name);
            *place = header.iter().position(|name| *name == exact);
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
            let free = |synonym: &&str| {
                header.iter().zip(&taken).position(|(name, is_taken)| name == *synonym && !is_taken)
            };
            *place = column.synonyms.iter().find_map(free);
            if let Some(at) = *place
                && let Some(flag) = taken.get_mut(at)
            {
                *flag = true;
            }
        }
        Self { places }
    }

    /// Where the column with this number in the list of names stands.
    pub fn place(&self, column: usize) -> Option<usize> {
        self.places.get(column).copied().flatten()
    }

    /// The column's cell in a row.
    pub fn cell(&self, outline: &Outline, row: &Row, column: usize) -> Option<Span> {
        outline.cells(row).get(self.place(column)?).copied()
    }
}

/// `#` and `№` have no letters, so [`normal`] alone would not do.
fn header_name(cell: &str) -> String {
    normal(cell).trim_end_matches([':', '.', '?']).to_owned()
}
