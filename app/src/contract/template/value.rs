//! Values that stand for any of their type.

use serde_json::{Map, Value, json};

use crate::catalog::line_of;
use crate::declaration::{FieldSpec, FieldType, Found, Need, Pattern};

/// Returns the name of a field as words: `Root cause` for `rootCause` and `root_cause`.
pub fn in_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        match letter {
            '_' | '-' => words.push(' '),
            capital if capital.is_uppercase() && !words.is_empty() => {
                words.push(' ');
                words.extend(capital.to_lowercase());
            }
            first if words.is_empty() => words.extend(first.to_uppercase()),
            other => words.push(other),
        }
    }
    words
}

/// Returns a value as a document in Markdown states it.
pub fn written(field: &FieldSpec) -> String {
    let plain = plain(field.kind, field.name);
    match field.pattern {
        Some(pattern) if field.kind.fields().is_empty() => matching(pattern, &[field]),
        _ => plain,
    }
}

fn plain(kind: FieldType, name: &str) -> String {
    match kind {
        FieldType::Integer | FieldType::Count | FieldType::Number => "1".to_owned(),
        FieldType::Percent => "50%".to_owned(),
        FieldType::Date => "2026-01-31".to_owned(),
        FieldType::Instant => "2026-01-31T09:00:00Z".to_owned(),
        FieldType::Duration => "5 minutes".to_owned(),
        FieldType::Enum(words) => words.first().copied().unwrap_or(name).to_owned(),
        FieldType::Place => "src/lib.rs:1".to_owned(),
        FieldType::Flag => "yes".to_owned(),
        _ => in_words(name),
    }
}

/// Returns a line that matches a pattern, and in which its groups are the values of fields where these match.
pub fn matching(pattern: &Pattern, fields: &[&FieldSpec]) -> String {
    let value_of = |name: Option<&str>| -> Option<String> {
        let field = match name {
            Some(name) => fields.iter().find(|field| field.name == name),
            None => fields.first().filter(|_| fields.len() == 1),
        }?;
        let candidates = [plain(field.kind, field.name), field.name.to_owned()];
        candidates.into_iter().find(|candidate| {
            let line = line_of(pattern.source(), &|group| (group == name).then(|| candidate.clone()));
            let found = pattern.find(&line, field.name);
            matches!(found, Found::Part(part) if line.get(part.clone()).is_some_and(|part| part.trim() == candidate))
        })
    };
    line_of(pattern.source(), &value_of)
}

/// Returns an object with every field that is no deviation.
pub fn object(fields: &[FieldSpec]) -> Value {
    let mut members = Map::new();
    for field in fields.iter().filter(|field| field.need != Need::Deviation) {
        members.insert(field.name.to_owned(), json_of(field.kind, field.name));
    }
    members.into()
}

fn json_of(kind: FieldType, name: &str) -> Value {
    match kind {
        FieldType::Integer | FieldType::Count | FieldType::Number => json!(1),
        FieldType::Percent => json!(50),
        FieldType::Flag => json!(true),
        FieldType::Record(fields) | FieldType::Flat(fields) => object(fields),
        FieldType::Table(fields) => json!([object(fields)]),
        FieldType::List(items) => json!([json_of(*items, name)]),
        FieldType::LineRange => json!([1, 2]),
        kind => plain(kind, name).into(),
    }
}
