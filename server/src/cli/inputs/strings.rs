//! Texts in the strings of JSON, as logs of programs hold what an agent said.

use app::json::{Json, Kind, find_objects};
use app::markdown::Outline;
use app::text::{Span, Text};

use super::{Input, Part};

/// A shorter string holds no report.
const SHORTEST: usize = 16;

/// Returns the strings of a JSON text, or of its lines, that may hold a text of a format. Objects that are of a format
/// themselves, whose spans are given in order, hold none.
pub(in crate::cli) fn texts_in_strings(input: &Input, read: &[Span]) -> Vec<Input> {
    let text = &input.text;
    let mut found = Vec::new();
    if input.part.is_some() || !text.source().trim_start().starts_with(['{', '[']) {
        return found;
    }
    let outline = Outline::of(text);
    for object in find_objects(text, &outline, text.span()) {
        let next = read.partition_point(|span| span.end <= object.span.start);
        if read.get(next).is_none_or(|span| span.start >= object.span.end) {
            collect(&object.reading(text).json, "", &mut |path, string| {
                let line = text.position(string.span.start).line;
                let Some(words) = string.text() else { return };
                let part = Part { name: format!("string {path}"), lines: vec![(0, line)], key: None };
                let (name, path) = (input.name.clone(), input.path.clone());
                found.push(Input { name, path, text: Text::new(words), part: Some(part), is_last: false });
            });
        }
    }
    found
}

fn collect(json: &Json<'_>, path: &str, take: &mut impl FnMut(&str, &Json<'_>)) {
    match &json.kind {
        Kind::Text(words) if words.len() >= SHORTEST && words.contains(char::is_whitespace) => {
            take(path, json)
        }
        Kind::Object(members) => {
            for member in members {
                let dot = if path.is_empty() { "" } else { "." };
                collect(&member.value, &format!("{path}{dot}{}", member.key), take);
            }
        }
        Kind::List(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{path}[{index}]"), take);
            }
        }
        _ => {}
    }
}
