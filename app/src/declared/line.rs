//! Reads a document that is a line: each field is a group of its pattern.

use serde_json::{Map, Value as Json};

use super::values::Written;
use super::{Declared, lists};
use crate::block::Block;
use crate::declaration::{FieldSpec, Found, Need};
use crate::diagnostic::{Diagnostic, Sink};
use crate::format::Spec;
use crate::reading::{MISSING_VALUE, Scope, report_mojibake};
use crate::recognition::LinePattern;
use crate::text::Span;

pub fn parse(spec: &'static Spec, line: &LinePattern, block: &Block<'_>, sink: &mut Sink) -> Declared {
    let source = block.text.source();
    let written = block.span.trim(source);
    let whole = written.take(written.slice(source).find(['\n', '\r']).unwrap_or(written.len() as usize));
    sink.markup(whole);
    let mut stated = Map::new();
    for field in spec.fields {
        let part = match line.pattern.find(whole.slice(source), field.name) {
            Found::Part(part) => whole.skip(part.start).take(part.len()).trim(source),
            Found::Absent | Found::Mismatch => whole.take(0),
        };
        if let Some(value) = value(field, part, whole, block, sink) {
            stated.insert(field.name.to_owned(), value);
        }
    }
    report_mojibake(block, sink);
    Declared { spec, stated }
}

fn value(field: &FieldSpec, part: Span, line: Span, block: &Block<'_>, sink: &mut Sink) -> Option<Json> {
    if part.is_empty() {
        if field.need == Need::Required {
            let message = format!("`{}` is not stated", field.name);
            sink.report(Diagnostic::new(&MISSING_VALUE, line, message).field(field.name));
        }
        return None;
    }
    if field.kind.items().is_some() {
        return Some(lists::read(block, field, lists::parted(block.text.source(), part), sink));
    }
    let words = Scope::of(block).value(part, field.name, sink)?;
    Some(Written { text: block.text, span: part, words, field: field.name.into() }.read(field.kind, sink))
}
