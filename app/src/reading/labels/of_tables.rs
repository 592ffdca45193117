//! Labels and values in a table: a label in each row, or the labels in the header and their values below.

use std::ops::Range;

use super::{Label, Origin, label_key};
use crate::markdown::{Row, Table};
use crate::reading::scope::Scope;
use crate::text::Span;

impl Scope<'_> {
    /// Returns the labels of the tables of a range. A table of two columns has one in each row, its header included; one
    /// with a single row has them in its header.
    pub fn table_labels(&self, range: Range<usize>) -> Vec<Label> {
        let mut found = Vec::new();
        for (node, table) in self.tables(range) {
            // A quick look can't see rows in HTML, so nothing may be recognized by them.
            if table.html().is_some() {
                continue;
            }
            match self.outline.rows(table) {
                [only] if table.columns > 2 => self.below_header(node, table, only, &mut found),
                rows if table.columns == 2 => {
                    let all = self.outline.header(table).into_iter().chain(rows);
                    found.extend(all.filter_map(|row| match *self.outline.cells(row) {
                        [key, value] => Some(self.table_label(node, key, value, row.span)),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
        found
    }

    fn below_header(&self, node: usize, table: Table, row: &Row, found: &mut Vec<Label>) {
        let header = self.outline.header(table).map(|row| self.outline.cells(row)).unwrap_or_default();
        let pairs = header.iter().zip(self.outline.cells(row));
        found.extend(pairs.map(|(key, value)| self.table_label(node, *key, *value, key.to(*value))));
    }

    /// Returns the label that a cell is.
    pub fn table_label(&self, node: usize, key: Span, value: Span, line: Span) -> Label {
        let source = self.text.source();
        let written = key.slice(source);
        let bare = written.trim_matches(['*', '_', '`', ' ']).trim_end_matches(':');
        let lead = bare.chars().next().and_then(|first| written.find(first)).unwrap_or_default();
        let key = key.skip(lead).take(bare.len());
        Label {
            name: label_key(&self.read(key)),
            known: None,
            node,
            key,
            value,
            line,
            below: node..node,
            origin: Origin::Row,
            follows_stop: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::reading::labels::tests::check_labels;

    fn check(source: &str, expected: &[(&str, &str)]) {
        check_labels(source, |body, range| body.table_labels(range), expected);
    }

    #[test]
    fn labels_stand_in_rows_or_in_the_header() {
        check("| **Scope:** | a |\n|---|---|\n| Date | b |\n", &[("scope", "a"), ("date", "b")]);
        check("| A | B | C |\n|---|---|---|\n| 1 | 2 | 3 |\n", &[("a", "1"), ("b", "2"), ("c", "3")]);
        check("| A | B | C |\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n", &[]);
    }
}
