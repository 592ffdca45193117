//! Reads an object in JSON.

use serde_json::{Map, Value};

use super::forms::wanted_form;
use super::rules::UNREADABLE_VALUE;
use super::{Declared, OTHER_FIELDS};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, Sink};
use crate::format::Spec;
use crate::json::{
    Json, Property, Settling, Tolerance, is_placeholder, judge, read_answer_block, read_fields,
    report_reading,
};

pub fn parse(spec: &'static Spec, properties: &[Property], block: &Block<'_>, sink: &mut Sink) -> Declared {
    let answer = read_answer_block(block, |json| is_answer(json, properties), sink);
    let context = answer.context();
    let before = sink.diagnostics.len();
    let mut json = report_reading(block, answer.reading, sink);
    let mut others = Map::new();
    Settling { sink: &mut *sink, others: &mut others, synonyms: &[], row: None }
        .object(&mut json, properties);
    judge(&json, context.cut, properties, sink);
    check_forms(&json, properties, sink);
    context.take_back_fixes(&json, before, sink);
    let tolerance = Tolerance::Lenient { is_mojibake: block.text.oddities().mojibake };
    let mut stated = read_fields(&json, properties, tolerance, sink);
    keep_unread(&json, properties, &mut stated);
    if !others.is_empty() {
        stated.insert(OTHER_FIELDS.to_owned(), others.into());
    }
    Declared { spec, stated }
}

/// Whether an object has some field of the declaration.
fn is_answer(json: &Json<'_>, properties: &[Property]) -> bool {
    properties.iter().any(|property| json.get(property.spec.name).is_some())
}

/// Keeps values that are not of their type as they are written. Each was reported.
fn keep_unread(json: &Json<'_>, properties: &[Property], read: &mut Map<String, Value>) {
    for property in properties {
        let Some(written) = json.get(property.spec.name) else { continue };
        let kept = read.entry(property.spec.name).or_insert(Value::Null);
        match kept {
            Value::Null => *kept = written.plain(),
            Value::Object(parts) => keep_unread(written, &property.parts, parts),
            Value::Array(rows) => {
                for (row, written) in rows.iter_mut().zip(written.items()) {
                    if let Value::Object(parts) = row {
                        keep_unread(written, &property.parts, parts);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Reports the days, times and places that are none: to JSON they are texts as any other.
fn check_forms(json: &Json<'_>, properties: &[Property], sink: &mut Sink) {
    for property in properties {
        let Some(value) = json.get(property.spec.name) else { continue };
        let rows =
            if property.spec.kind.items().is_some() { value.items() } else { std::slice::from_ref(value) };
        for row in rows {
            check_forms(row, &property.parts, sink);
        }
        let Some(written) = value.text().filter(|written| !is_placeholder(written)) else { continue };
        if let Some(wanted) = wanted_form(property.spec.kind, written) {
            let unreadable =
                Diagnostic::new(&UNREADABLE_VALUE, value.span, format!("`{written}` is not {wanted}"));
            sink.report(unreadable.field(property.path).expected(wanted).found(written));
        }
    }
}
