//! TypeScript types of what is read of a document.

use std::fmt::Write;

use super::schema::Documents;
use crate::declaration::{FieldSpec, FieldType};
use crate::format::Spec;

/// Returns an interface for the JSON that a block of a format is read as.
pub fn typescript(spec: &Spec, documents: Documents) -> String {
    let mut page = String::new();
    let _ = writeln!(page, "/** {}, version {}. */", comment(&spec.labelled()), comment(spec.version));
    if let Some(deprecation) = spec.deprecation {
        let _ = writeln!(page, "/** @deprecated {} */", comment(deprecation.reason));
    }
    let _ =
        writeln!(page, "export interface {} {}", type_name(spec.slug), record(spec.fields, documents, ""));
    page
}

/// Returns words that end no comment.
fn comment(words: &str) -> String {
    words.replace("*/", "* /").replace(['\n', '\r'], " ")
}

/// Returns `ReviewReport` for `review-report`.
fn type_name(slug: &str) -> String {
    let words = slug.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words
        .map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map(|first| first.to_uppercase().chain(letters).collect::<String>())
                .unwrap_or_default()
        })
        .collect();
    if name.starts_with(|first: char| first.is_numeric()) { format!("Format{name}") } else { name }
}

fn record(fields: &[FieldSpec], documents: Documents, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let mut members: Vec<(&str, String)> = Vec::new();
    add(fields, documents, &inner, &mut members);
    let members: String = members.into_iter().map(|(_, member)| member).collect();
    format!("{{\n{members}{indent}}}")
}

fn add<'f>(
    fields: &'f [FieldSpec],
    documents: Documents,
    indent: &str,
    members: &mut Vec<(&'f str, String)>,
) {
    for field in fields {
        if let FieldType::Flat(fields) = field.kind {
            add(fields, documents, indent, members);
            continue;
        }
        members.retain(|(name, _)| *name != field.name);
        let is_stated = documents == Documents::Conforming && field.is_always_stated();
        let mark = if is_stated { "" } else { "?" };
        let or_null = if is_stated { "" } else { " | null" };
        let value = value(field.kind, documents, indent);
        let name = property(field.name);
        members.push((field.name, format!("{indent}{name}{mark}: {value}{or_null};\n")));
    }
}

/// Returns a name as a property, in quotes where it has to be.
fn property(name: &str) -> String {
    let is_name = !name.starts_with(|first: char| first.is_ascii_digit())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$'))
        && !name.is_empty();
    if is_name { name.to_owned() } else { quoted(name) }
}

fn quoted(words: &str) -> String {
    serde_json::Value::from(words).to_string()
}

fn value(kind: FieldType, documents: Documents, indent: &str) -> String {
    let is_any = documents == Documents::Any;
    match kind {
        FieldType::Any(_) => "unknown".to_owned(),
        FieldType::Others => "Record<string, unknown>".to_owned(),
        FieldType::List(items) => match is_any {
            true => format!("({} | null)[]", value(*items, documents, indent)),
            false => listed(&value(*items, documents, indent)),
        },
        FieldType::Table(fields) => format!("{}[]", record(fields, documents, indent)),
        FieldType::LineRange => listed(&value(FieldType::Count, documents, indent)),
        FieldType::Record(fields) | FieldType::Flat(fields) => record(fields, documents, indent),
        FieldType::Flag => "boolean".to_owned(),
        FieldType::Integer | FieldType::Count | FieldType::Percent | FieldType::Number => {
            if is_any { "number | string" } else { "number" }.to_owned()
        }
        FieldType::Enum(words) => {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            // Keeps the words as suggestions beside any other.
            format!("{}{}", words.join(" | "), if is_any { " | (string & {})" } else { "" })
        }
        _ => "string".to_owned(),
    }
}

fn listed(items: &str) -> String {
    if items.contains(" | ") { format!("({items})[]") } else { format!("{items}[]") }
}
