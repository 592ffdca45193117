//! The columns that tables have in common.

use super::draft::{Field, Place};
use super::names::{distinct, field_name, shown, unique};
use super::survey::Columns;
use super::types::{Choice, narrowest};
use crate::reading::{is_none, normal};

/// Returns the columns that all tables have.
pub(super) fn columns(tables: &[&Columns], remarks: &mut Vec<String>) -> Vec<Field> {
    let Some((first, others)) = tables.split_first() else { return Vec::new() };
    let place = |table: &Columns, name: &str| table.names.iter().position(|own| normal(own) == normal(name));
    let mut columns: Vec<Field> = Vec::new();
    for written in &first.names {
        if normal(written).is_empty() || others.iter().any(|table| place(table, written).is_none()) {
            continue;
        }
        let cells: Vec<&str> = tables
            .iter()
            .filter_map(|table| Some((table, place(table, written)?)))
            .flat_map(|(table, at)| table.rows.iter().map(move |row| row.get(at).map_or("", String::as_str)))
            .collect();
        let stated: Vec<&str> = cells.iter().copied().filter(|cell| !is_none(cell)).collect();
        let Choice { kind, why, doubt } = narrowest(written, &stated);
        let is_required = !cells.is_empty() && stated.len() == cells.len();
        let taken: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        let name = unique(field_name(written), &taken);
        remarks.push(format!("Column `{}`: {why}.", shown(written)));
        remarks.extend(doubt.map(|doubt| format!("Unsure: {doubt}.")));
        let place = Place::Column(written.clone());
        let values = distinct(stated);
        columns.push(Field { name, place, kind, is_required, why: Vec::new(), values });
    }
    let left_out = tables.iter().flat_map(|table| &table.names).filter(|name| {
        !columns
            .iter()
            .any(|column| matches!(&column.place, Place::Column(own) if normal(own) == normal(name)))
    });
    let left_out: Vec<String> = distinct(left_out.map(String::as_str));
    if !left_out.is_empty() {
        remarks.push(format!("Columns of some tables only: {}.", left_out.join(", ")));
        remarks.push("Unsure: those that say the same may be one column of several names.".to_owned());
    }
    columns
}
