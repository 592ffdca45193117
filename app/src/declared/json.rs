//! Reads an object in JSON.

use super::Declared;
use crate::block::Block;
use crate::diagnostic::Sink;
use crate::format::Spec;
use crate::json::{Json, Property, Tolerance, judge, read_answer_block, read_fields, report_reading};

pub fn parse(spec: &'static Spec, properties: &[Property], block: &Block<'_>, sink: &mut Sink) -> Declared {
    let answer = read_answer_block(block, |json| is_answer(json, properties), sink);
    let context = answer.context();
    let before = sink.diagnostics.len();
    let json = report_reading(block, answer.reading, sink);
    judge(&json, context.cut, properties, sink);
    context.take_back_fixes(&json, before, sink);
    let tolerance = Tolerance::Lenient { is_mojibake: block.text.oddities().mojibake };
    Declared { spec, stated: read_fields(&json, properties, tolerance, sink) }
}

/// Whether an object has some field of the declaration.
fn is_answer(json: &Json<'_>, properties: &[Property]) -> bool {
    properties.iter().any(|property| json.get(property.spec.name).is_some())
}
