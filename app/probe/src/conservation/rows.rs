//! Compares the rows of each table and list in a text with the rows of the JSON list that they are parsed into.

use std::collections::{BTreeMap, BTreeSet};

use app::diagnostic::{FieldPath, Piece, Role};
use app::format::Parsed;
use app::markdown::{Kind, Outline};
use app::reading::{is_none, is_placeholder, says_nothing};
use app::text::{Span, Text};
use serde_json::Value;

/// Lists that take only parts of a table. The rest of the table is prose.
const PICKED: &[(&str, &str)] = &[("5.2", "metrics")];

/// How items begin that are prose among rows.
const PROSE: &[(&str, &str, &str)] = &[
    // A sentence that names no action.
    ("1.4", "steps", "4. Somebody looks"),
    // A count of findings.
    ("5.1", "findings", "- Critical: 0"),
];

/// The rows of one table, or the items of one list.
struct SourceList {
    rows: Vec<Span>,
    is_table: bool,
}

/// Checks that each row of a table or list has a row of its own in the same JSON list as its neighbors, unless a
/// diagnostic points at it or it states that there is nothing. Returns the number of rows.
pub fn check_rows(text: &Text, outline: &Outline, parsed: &Parsed) -> usize {
    let lists = lists_of(text, outline, parsed.span);
    let (value, pieces) = (parsed.value.json(), Pieces(parsed.coverage.pieces().collect()));
    for list in &lists {
        let name = list_read_as(list, &pieces);
        if let Some(name) = name.filter(|name| !PICKED.contains(&(parsed.spec.id, name))) {
            check_list(text, parsed, &value, &pieces, list, name);
        }
    }
    lists.iter().map(|list| list.rows.len()).sum()
}

/// Checks that no word in a row of a table counts as markup without a diagnostic pointing at it. This also holds for
/// damaged texts. Returns the number of rows.
pub fn check_rows_of_tables(text: &Text, outline: &Outline, parsed: &Parsed) -> usize {
    let tables = lists_of(text, outline, parsed.span).into_iter().filter(|list| list.is_table);
    let rows: Vec<Span> = tables.flat_map(|table| table.rows).collect();
    for row in &rows {
        let is_lost = parsed.coverage.pieces().any(|piece| {
            piece.role == Role::Markup
                && piece.span.overlaps(*row)
                && piece.span.slice(text.source()).contains(char::is_alphanumeric)
        });
        let is_reported = || parsed.diagnostics.iter().any(|found| found.span.overlaps(*row));
        assert!(!is_lost || is_reported(), "a row is lost: {}", row.slice(text.source()));
    }
    rows.len()
}

/// Returns whether the JSON has this row of a list.
fn has_row(value: &Value, name: &str, row: u32) -> bool {
    let list = name.split('.').fold(value, |value, name| &value[name]);
    list.as_array().is_some_and(|rows| (row as usize) < rows.len())
}

fn check_list(text: &Text, parsed: &Parsed, value: &Value, pieces: &Pieces, list: &SourceList, name: &str) {
    let read: Vec<BTreeSet<u32>> = list.rows.iter().map(|row| pieces.rows_in(name, *row)).collect();
    let mut seen: BTreeMap<u32, Span> = BTreeMap::new();
    for (row, read) in list.rows.iter().zip(&read) {
        let written = row.slice(text.source());
        let is_reported = parsed.diagnostics.iter().any(|found| found.span.overlaps(*row));
        let is_elsewhere = pieces.fields_in(*row).next().is_some() || is_prose(parsed, name, written);
        let is_excused = is_reported || is_elsewhere || says_that_there_is_nothing(text, *row);
        assert!(!read.is_empty() || is_excused, "{}: a row of `{name}` is lost: {written}", parsed.spec.id);
        for index in read {
            assert!(
                has_row(value, name, *index),
                "{}: `{name}` has no row {index}: {written}",
                parsed.spec.id
            );
            if let Some(before) = seen.insert(*index, *row) {
                let before = before.slice(text.source());
                assert!(
                    is_reported || !list.is_table,
                    "{}: two rows are one in `{name}`: {before} and {written}",
                    parsed.spec.id
                );
            }
        }
    }
}

/// Returns the JSON list that most of the rows are parsed into. A table that is a single row as a whole
/// (`| Field | Value |`) is not a list.
fn list_read_as(list: &SourceList, pieces: &Pieces) -> Option<&'static str> {
    let mut rows: BTreeMap<&'static str, (BTreeSet<u32>, BTreeSet<Span>)> = BTreeMap::new();
    for row in &list.rows {
        for path in pieces.paths_in(*row) {
            let (indexes, places) = rows.entry(path.name).or_default();
            indexes.extend(path.row);
            places.insert(*row);
        }
    }
    let (name, (indexes, places)) = rows.into_iter().max_by_key(|(_, (indexes, _))| indexes.len())?;
    (indexes.len() > 1 || list.is_table && places.len() == 1).then_some(name)
}

/// The pieces of a block, in order.
struct Pieces(Vec<Piece>);

impl Pieces {
    fn rows_in(&self, name: &str, span: Span) -> BTreeSet<u32> {
        self.paths_in(span).filter(|path| path.name == name).filter_map(|path| path.row).collect()
    }

    /// Returns the fields in a span that belong to a row.
    fn paths_in(&self, span: Span) -> impl Iterator<Item = FieldPath> {
        self.fields_in(span).filter(|path| path.row.is_some())
    }

    fn fields_in(&self, span: Span) -> impl Iterator<Item = FieldPath> {
        let first = self.0.partition_point(|piece| piece.span.end <= span.start);
        let inside = self.0.iter().skip(first).take_while(move |piece| piece.span.start < span.end);
        inside.filter_map(|piece| match piece.role {
            Role::Field(path) => Some(path),
            Role::Prose | Role::Markup => None,
        })
    }
}

fn is_prose(parsed: &Parsed, name: &str, written: &str) -> bool {
    PROSE
        .iter()
        .any(|(format, list, row)| *format == parsed.spec.id && *list == name && written.starts_with(row))
}

fn says_that_there_is_nothing(text: &Text, row: Span) -> bool {
    let written = text.read(row);
    let mut cells = written.split('|').map(str::trim);
    !written.trim_start_matches(char::is_numeric).contains(char::is_alphanumeric)
        || says_nothing(written.trim())
        || cells.all(|cell| is_none(cell) || is_placeholder(cell) || says_nothing(cell))
}

/// The tables of a block, and the runs of items of one level.
fn lists_of(text: &Text, outline: &Outline, block: Span) -> Vec<SourceList> {
    let mut lists = Vec::new();
    let mut items: Vec<Span> = Vec::new();
    for node in outline.slice(outline.range(block)) {
        match node.kind {
            Kind::Item { level: 0, .. } => items.push(node.span.trim(text.source())),
            Kind::Item { .. } | Kind::Blank => {}
            Kind::Table(table) => {
                close(&mut items, &mut lists);
                let rows = outline.rows(table).iter().map(|row| row.span).collect();
                lists.push(SourceList { rows, is_table: true });
            }
            _ => close(&mut items, &mut lists),
        }
    }
    close(&mut items, &mut lists);
    lists
}

fn close(items: &mut Vec<Span>, lists: &mut Vec<SourceList>) {
    if !items.is_empty() {
        lists.push(SourceList { rows: std::mem::take(items), is_table: false });
    }
}
