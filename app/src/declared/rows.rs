//! Rows of a section whose lines match a pattern: each column is a group of it.

use std::ops::Range;

use serde_json::{Map, Value as Json};

use super::rules::UNREADABLE_VALUE;
use super::values::Written;
use crate::declaration::{FieldSpec, Found, Need, Pattern};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{MISSING_VALUE, Scope, report_placeholder};
use crate::text::Span;

/// Reads the items of a list, or else each line. One that does not match keeps its words in the first column.
pub(super) fn read(
    body: &Scope<'_>,
    nodes: Range<usize>,
    field: &FieldSpec,
    pattern: &Pattern,
    sink: &mut Sink,
) -> Vec<Json> {
    let rows = (0..).zip(lines(body, nodes));
    rows.map(|(index, line)| read_row(body, line, (field, index), pattern, sink)).collect()
}

fn lines(body: &Scope<'_>, nodes: Range<usize>) -> Vec<Span> {
    let source = body.text.source();
    let items = body.items(nodes.clone());
    if !items.is_empty() {
        return items.iter().map(|item| item.span).collect();
    }
    let content = body.content(nodes).unwrap_or(body.span.take(0));
    let lines = body.text.lines().within(content).map(|line| line.within(content).trim(source));
    lines.filter(|line| !line.is_empty()).collect()
}

fn read_row(
    body: &Scope<'_>,
    line: Span,
    (field, index): (&FieldSpec, u32),
    pattern: &Pattern,
    sink: &mut Sink,
) -> Json {
    let source = body.text.source();
    sink.field(FieldPath::row(field.name, index), line);
    let mut row = Map::new();
    let mut matches = true;
    for column in field.kind.fields() {
        let path = FieldPath::part(field.name, index, column.name);
        let part = match pattern.find(line.slice(source), column.name) {
            Found::Part(part) => line.skip(part.start).take(part.len()).trim(source),
            Found::Absent => line.take(0),
            Found::Mismatch => {
                matches = false;
                break;
            }
        };
        let value = if part.is_empty() {
            if column.need == Need::Required {
                let message = format!("`{}` is not stated", column.name);
                sink.report(Diagnostic::new(&MISSING_VALUE, line, message).field(path));
            }
            Json::Null
        } else {
            sink.field(path, part);
            let words = body.read(part).into_owned();
            report_placeholder(&words, part, path, sink);
            Written { text: body.text, span: part, words, field: path }.read(column.kind, sink)
        };
        row.insert(column.name.to_owned(), value);
    }
    if !matches {
        let words = body.read(line).into_owned();
        let message = format!("the line does not match the pattern of `{}`", field.name);
        let unreadable = Diagnostic::new(&UNREADABLE_VALUE, line, message);
        let unreadable = unreadable.expected(format!("words that match `{}`", pattern.source()));
        sink.report(unreadable.field(FieldPath::row(field.name, index)).found(words.as_str()));
        let mut kept = Some(words.into());
        row = field
            .kind
            .fields()
            .iter()
            .map(|column| (column.name.to_owned(), kept.take().unwrap_or(Json::Null)))
            .collect();
    }
    row.into()
}
