//! Values within a record or a row: each part under its label, with its path.

use serde_json::Value as Json;

use super::words_of;
use crate::declaration::{FieldSpec, FieldType};
use crate::ui::prelude::*;

/// Shows a value at a path; its parts if it is a record or rows.
pub fn nested(kind: FieldType, path: String, value: Option<&Json>) -> AnyView {
    match (kind, value) {
        (FieldType::Record(fields), Some(record @ Json::Object(_))) => {
            view! { <div data-field=path.clone()>{parts(fields, &path, record)}</div> }.into_any()
        }
        (FieldType::Table(fields), Some(Json::Array(rows))) => {
            let within = format!("{path}[]");
            let (rows, more) = few(rows, |row| view! { <li>{parts(fields, &within, row)}</li> });
            view! { <ul data-field=path>{rows}{more}</ul> }.into_any()
        }
        (_, value) => {
            let words = value.and_then(words_of).unwrap_or_default();
            view! { <span data-field=path><Inline text=words/></span> }.into_any()
        }
    }
}

fn parts(fields: &'static [FieldSpec], within: &str, record: &Json) -> AnyView {
    let (parts, more) = few(fields, |field| {
        let value = nested(field.kind, format!("{within}.{}", field.name), record.get(field.name));
        view! { <div class="fact"><dt>{field.label()}</dt><dd>{value}</dd></div> }
    });
    view! { <dl class="fact-list">{parts}</dl>{more} }.into_any()
}
