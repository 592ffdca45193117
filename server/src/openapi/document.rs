//! The table of operations as an OpenAPI 3.1 document. Its schemas are JSON Schema 2020-12, as derived from the types.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::operation::Operation;
use super::operations;
use crate::error::Problem;

const SCHEMAS: &str = "/components/schemas";
/// What a person reads first.
const DESCRIPTION: &str = "Every error is a problem (RFC 9457): what is wrong, and what to do. A server that was started \
    with a token wants it as `Authorization: Bearer TOKEN`.";

/// Returns the document.
pub fn document() -> Value {
    let mut answers = generator(SchemaSettings::draft2020_12().for_serialize());
    let mut takes = generator(SchemaSettings::draft2020_12().for_deserialize());
    let problem = answers.subschema_for::<Problem>();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations() {
        let Operation { summary, section, example, .. } = &operation;
        let mut responses = Map::new();
        let mut response = json!({ "description": description_of(operation.answer.status) });
        if let Some(content) = operation.answer.content {
            response["content"] = content.describe(&mut answers);
        }
        responses.insert(operation.answer.status.to_string(), response);
        responses.insert(
            "default".to_owned(),
            json!({ "description": "A problem", "content": { "application/problem+json": { "schema": problem } } }),
        );
        let mut described = json!({
            "summary": summary,
            "tags": [section],
            "operationId": id_of(&operation),
            "parameters": operation.parameters(&mut takes),
            "responses": responses,
        });
        if let Some(body) = operation.body {
            described["requestBody"] = json!({ "required": true, "content": body.describe(&mut takes) });
        }
        if let Some(example) = example {
            described["x-example"] = json!(example);
        }
        let path = paths.entry(operation.path_template()).or_insert_with(|| json!({}));
        path[operation.method.to_ascii_lowercase()] = described;
    }
    // A type that is both taken and answered is described as it is answered, where each of its fields is listed.
    let mut schemas = takes.take_definitions(true);
    schemas.extend(answers.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Harmony", "version": env!("CARGO_PKG_VERSION"), "description": DESCRIPTION },
        "servers": [{ "url": "/" }],
        "security": [{}, { "token": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn generator(settings: SchemaSettings) -> SchemaGenerator {
    settings.with(|settings| settings.definitions_path = SCHEMAS.into()).into_generator()
}

/// Returns a name for programs that are generated from the document: `get_api_documents_id`.
fn id_of(operation: &Operation) -> String {
    let words =
        operation.path.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let method = operation.method.to_ascii_lowercase();
    std::iter::once(method.as_str()).chain(words).collect::<Vec<_>>().join("_")
}

fn description_of(status: u16) -> &'static str {
    match status {
        101 => "The connection becomes a WebSocket",
        201 => "Created",
        204 => "Done",
        303 => "Leads to a page",
        _ => "The answer",
    }
}
