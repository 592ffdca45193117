//! Rows of tables, by the names of their columns.

use std::ops::Range;

use serde_json::{Map, Value as Json};

use super::values::Written;
use crate::declaration::{FieldSpec, Need};
use crate::diagnostic::{Diagnostic, Sink};
use crate::reading::{LabelName, MISSING_VALUE, Scope, TableRow, read_rows};

pub(super) fn read(
    body: &Scope<'_>,
    nodes: Range<usize>,
    list: &'static str,
    columns: &'static [FieldSpec],
    sink: &mut Sink,
) -> Vec<Json> {
    read_rows(body, nodes, &LabelName::columns(columns), list, sink, |row, sink| read_row(row, columns, sink))
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
