//! Tables in the pass over the lines.

use crate::text::Span;

use super::build::{Build, Place};
use super::cells::{Splitting, is_rule_line, split};
use super::html_table;
use super::lines::Line;
use super::wrapped::Wrapped;
use super::{Kind, Outline, Row, Table, TableForm};

/// The room that is made for the tables of a text; more is made where it is needed.
const USUAL_ROWS: usize = 32;
const USUAL_COLUMNS: usize = 4;

impl Build<'_> {
    pub(super) fn continues_table(&self, place: &Place) -> bool {
        let Some(last) = self.outline.nodes.last() else { return false };
        matches!(last.kind, Kind::Table(table) if table.html().is_none())
            && last.fence == place.fence
            && last.quote == place.line.quote
    }

    /// Takes a line into the row that it continues. Returns whether the line was taken.
    pub(super) fn unwrap_row(&mut self, place: &Place) -> bool {
        let Outline { nodes, tables, rows, cells, .. } = &mut self.outline;
        let Some(wrapped) = Wrapped::find(self.source, nodes, rows, place.fence, place.line) else {
            return false;
        };
        nodes.truncate(wrapped.table + 1);
        while tables.pop_if(|table| *table as usize > wrapped.table).is_some() {}
        if let Some(table) = nodes.last_mut() {
            table.span.end = if wrapped.is_above { place.span.start } else { place.span.end };
        }
        if let Some(row) = rows.pop() {
            cells.truncate(row.first_cell as usize);
        }
        self.row(wrapped.row, Some(wrapped.columns));
        !wrapped.is_above
    }

    /// Whether the line below is one of dashes, as between the header and the rows of a table.
    pub(super) fn is_above_rule(&self, place: &Place) -> bool {
        let below = self.text.lines().line(place.number + 1);
        is_rule_line(Line::read(self.source, below).content.slice(self.source))
    }

    pub(super) fn table(&mut self, place: &Place) {
        if !self.is_above_rule(place) && self.resume_table(place) {
            return;
        }
        self.items.clear();
        if self.outline.rows.is_empty() {
            // A text with a table has more of them.
            self.outline.rows.reserve(USUAL_ROWS);
            self.outline.cells.reserve(USUAL_ROWS * USUAL_COLUMNS);
        }
        let first_row = self.outline.rows.len() as u32;
        let columns = self.row(place.line.content, None);
        let table = Table { first_row, row_count: 1, columns, form: TableForm::WithoutRule };
        self.push_table(place, table);
    }

    fn push_table(&mut self, place: &Place, table: Table) {
        self.outline.tables.push(self.outline.nodes.len() as u32);
        self.push(place, Kind::Table(table));
    }

    /// Reads a table in HTML as a whole. Returns whether there is one, alone on its lines.
    pub(super) fn html_table(&mut self, place: &Place) -> bool {
        let content = place.line.content;
        if place.line.quote > 0 || !html_table::opens(self.source, content) {
            return false;
        }
        let Some(end) = self.table_ends.after(self.source, content.start) else { return false };
        let span = Span::new(content.start, end);
        let last = self.text.lines().line(self.text.lines().line_of(span.end));
        let is_alone = Span::new(span.end, last.end).slice(self.source).trim().is_empty();
        let rows = if is_alone { html_table::rows(self.source, span) } else { Vec::new() };
        let Some(header) = rows.first() else { return false };
        let (first_row, row_count) = (self.outline.rows.len() as u32, rows.len() as u32);
        let columns = header.cells.len() as u32;
        for row in rows {
            let (first_cell, found) = (self.outline.cells.len() as u32, row.cells.len() as u32);
            self.outline.cells.extend(row.cells);
            fold_extra_cells(&mut self.outline.cells, first_cell as usize, columns);
            let cell_count = self.outline.cells.len() as u32 - first_cell;
            self.outline.rows.push(Row { span: row.span, first_cell, cell_count, found, is_closed: true });
        }
        self.items.clear();
        self.taken_until = last.end;
        let table = Table { first_row, row_count, columns, form: TableForm::Html(span) };
        self.push_table(&Place { span: place.span.to(last), ..*place }, table);
        true
    }

    /// A blank line inside a table does not end it, where the next row has as many cells.
    pub(super) fn resume_table(&mut self, place: &Place) -> bool {
        let [.., table, blank] = self.outline.nodes.as_mut_slice() else { return false };
        let is_parted = blank.kind == Kind::Blank && blank.fence == place.fence && table.fence == place.fence;
        let Kind::Table(parted) = table.kind else { return false };
        if !is_parted || parted.html().is_some() {
            return false;
        }
        let mut cells = Vec::new();
        if split(self.source, place.line.content, Splitting::OutsideCode, &mut cells) != parted.columns {
            return false;
        }
        self.outline.nodes.pop();
        self.table_row(place);
        true
    }

    pub(super) fn table_row(&mut self, place: &Place) {
        let content = place.line.content;
        let row = self.outline.rows.len() as u32;
        let Some(node) = self.outline.nodes.last_mut() else { return };
        let Kind::Table(table) = &mut node.kind else { return };
        node.span.end = place.span.end;
        let is_second = table.first_row + 1 == row && table.form == TableForm::WithoutRule;
        if is_second && is_rule_line(content.slice(self.source)) {
            table.form = TableForm::WithRule(content);
            return;
        }
        table.row_count += 1;
        let columns = table.columns;
        self.row(content, Some(columns));
    }

    /// Splits a row as its author meant it: so that it has as many cells as the header, if any reading has.
    fn row(&mut self, content: Span, columns: Option<u32>) -> u32 {
        let cells = &mut self.outline.cells;
        let first_cell = cells.len();
        let mut found = split(self.source, content, Splitting::OutsideCode, cells);
        if let Some(columns) = columns {
            let other =
                if found > columns { Splitting::OutsideCodeAndOperators } else { Splitting::Everywhere };
            if found != columns {
                let mut others = Vec::new();
                let other_found = split(self.source, content, other, &mut others);
                if other_found == columns {
                    cells.truncate(first_cell);
                    cells.append(&mut others);
                    found = other_found;
                }
            }
            fold_extra_cells(cells, first_cell, columns);
        }
        let text = content.slice(self.source);
        let is_closed = text.starts_with('|') && text.ends_with('|');
        let cell_count = (cells.len() - first_cell) as u32;
        let first_cell = first_cell as u32;
        self.outline.rows.push(Row { span: content, first_cell, cell_count, found, is_closed });
        found
    }
}

/// `# | Action | Status`: no heading begins with a pipe.
pub(super) fn is_number_header(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|rest| rest.trim_start_matches(' ').starts_with('|'))
}

/// Extends the last cell over the extra ones, so that nothing of the row is lost; extra pipes alone are dropped.
fn fold_extra_cells(cells: &mut Vec<Span>, first: usize, columns: u32) {
    let most = first + columns as usize;
    let Some(extra) = cells.get(most..).filter(|extra| !extra.is_empty()) else { return };
    let end = extra.iter().rfind(|cell| !cell.is_empty()).map(|cell| cell.end);
    cells.truncate(most);
    if let Some((last, end)) = cells.last_mut().zip(end).filter(|_| columns > 0) {
        last.end = last.end.max(end);
    }
}
