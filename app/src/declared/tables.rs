//! Rows of tables, by the names of their columns.

use std::ops::Range;

use serde_json::{Map, Value as Json};

use super::values::Written;
use crate::declaration::{FieldSpec, Need};
use crate::diagnostic::{Diagnostic, Sink};
use crate::reading::{LabelName, MISSING_COLUMN, MISSING_VALUE, Scope, TableRow, read_rows};

pub(super) fn read(
    body: &Scope<'_>,
    nodes: Range<usize>,
    list: &'static str,
    columns: &'static [FieldSpec],
    sink: &mut Sink,
) -> Vec<Json> {
    let before = sink.diagnostics.len();
    let names = LabelName::columns(columns);
    let rows = read_rows(body, nodes, &names, list, sink, |row, sink| read_row(row, columns, sink));
    // A column whose cells may be empty may be missing.
    let optional = columns.iter().filter(|column| column.need != Need::Required).map(FieldSpec::label);
    let optional: Vec<&str> = optional.collect();
    let counts = |found: &Diagnostic| {
        let wanted = found.expected.as_deref().unwrap_or_default();
        found.rule != &MISSING_COLUMN || !optional.contains(&wanted)
    };
    let found = sink.diagnostics.split_off(before);
    sink.diagnostics.extend(found.into_iter().filter(counts));
    rows
}

fn read_row(row: &TableRow<'_, '_>, columns: &'static [FieldSpec], sink: &mut Sink) -> Json {
    let mut read = Map::new();
    for column in columns {
        let Some((span, words)) = row.words(column.name, sink) else {
            if let Some(cell) = row.cell(column.name).filter(|_| column.need == Need::Required) {
                let missing = Diagnostic::new(&MISSING_VALUE, cell, format!("`{}` is empty", column.name));
                sink.report(missing.field(row.path(column.name)));
            }
            read.insert(column.name.to_owned(), Json::Null);
            continue;
        };
        let written = Written { text: row.body.text, span, words, field: row.path(column.name) };
        read.insert(column.name.to_owned(), written.read(column.kind, sink));
    }
    read.into()
}
