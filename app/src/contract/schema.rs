//! JSON Schema of what is read of a document.

use serde_json::{Map, Value, json};

use crate::declaration::{FieldSpec, FieldType};
use crate::format::Spec;

/// Which documents a description is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Documents {
    /// Those that keep the contract.
    Conforming,
    /// All that are recognized: whatever a document leaves out is null, and a value that is not of its type is kept as written.
    Any,
}

/// Returns the schema (2020-12) of the JSON that a block of a format is read as.
pub fn json_schema(spec: &Spec, documents: Documents) -> Value {
    let mut schema = record(spec.fields, documents);
    let head = [
        ("$schema", json!("https://json-schema.org/draft/2020-12/schema")),
        ("$id", json!(format!("urn:harmony:format:{}:{}", spec.slug, spec.version))),
        ("title", json!(spec.name)),
    ];
    for (name, value) in head {
        schema.insert(name.to_owned(), value);
    }
    if let Some(deprecation) = spec.deprecation {
        schema.insert("deprecated".to_owned(), true.into());
        schema.insert("$comment".to_owned(), deprecation.reason.into());
    }
    Value::Object(schema)
}

fn record(fields: &[FieldSpec], documents: Documents) -> Map<String, Value> {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    add(fields, documents, &mut properties, &mut required);
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    // What an object has beyond its contract is kept with it.
    if documents == Documents::Conforming {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    schema
}

fn add(
    fields: &[FieldSpec],
    documents: Documents,
    properties: &mut Map<String, Value>,
    required: &mut Vec<Value>,
) {
    for field in fields {
        if let FieldType::Flat(fields) = field.kind {
            add(fields, documents, properties, required);
            continue;
        }
        // Of two with one name the last counts.
        required.retain(|name| name != field.name);
        let is_stated = documents == Documents::Conforming && field.is_always_stated();
        if is_stated {
            required.push(field.name.into());
        }
        let value = match is_stated {
            true => value(field.kind, documents),
            false => or_null(value(field.kind, documents)),
        };
        properties.insert(field.name.to_owned(), value);
    }
}

fn or_null(schema: Value) -> Value {
    if schema.as_object().is_some_and(Map::is_empty) {
        return schema;
    }
    json!({ "anyOf": [schema, { "type": "null" }] })
}

fn value(kind: FieldType, documents: Documents) -> Value {
    let is_any = documents == Documents::Any;
    match kind {
        FieldType::Any(_) => json!({}),
        FieldType::List(items) => json!({ "type": "array", "items": item(*items, documents) }),
        FieldType::Table(fields) => json!({ "type": "array", "items": record(fields, documents) }),
        FieldType::LineRange => json!({ "type": "array", "items": value(FieldType::Count, documents) }),
        FieldType::Record(fields) | FieldType::Flat(fields) => record(fields, documents).into(),
        FieldType::Others => json!({ "type": "object" }),
        FieldType::Flag => json!({ "type": "boolean" }),
        FieldType::Integer | FieldType::Count | FieldType::Percent | FieldType::Number => {
            if is_any {
                json!({ "type": ["number", "string"] })
            } else {
                number(kind)
            }
        }
        FieldType::Enum(words) if !is_any => json!({ "enum": words }),
        FieldType::Enum(words) => json!({ "type": "string", "examples": words }),
        FieldType::Date if !is_any => json!({ "type": "string", "format": "date" }),
        _ => json!({ "type": "string" }),
    }
}

/// Returns the schema of a value in a list, which may be null where the document deviates.
fn item(kind: FieldType, documents: Documents) -> Value {
    let schema = value(kind, documents);
    if documents == Documents::Any { or_null(schema) } else { schema }
}

fn number(kind: FieldType) -> Value {
    match kind {
        FieldType::Integer => json!({ "type": "integer" }),
        FieldType::Count => json!({ "type": "integer", "minimum": 0 }),
        FieldType::Percent => json!({ "type": "number", "minimum": 0, "maximum": 100 }),
        _ => json!({ "type": "number" }),
    }
}
