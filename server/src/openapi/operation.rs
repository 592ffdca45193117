//! An operation of the API: what it takes, and what it answers.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// A row of the table of operations.
pub struct Operation {
    pub method: &'static str,
    pub path: &'static str,
    pub summary: &'static str,
    pub section: &'static str,
    /// A command that sends it.
    pub example: Option<&'static str>,
    pub query: Option<SchemaOf>,
    pub body: Option<Content>,
    pub answer: Answer,
}

/// Adds a type to the schemas of the document, and returns the reference to it.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

#[derive(Copy, Clone)]
pub struct Content {
    pub media_types: &'static [&'static str],
    schema: Option<SchemaOf>,
}

pub struct Answer {
    pub status: u16,
    pub content: Option<Content>,
}

const JSON: &[&str] = &["application/json"];

impl Operation {
    pub fn new(method: &'static str, path: &'static str, summary: &'static str) -> Self {
        Self {
            method,
            path,
            summary,
            section: "",
            example: None,
            query: None,
            body: None,
            answer: Answer { status: 200, content: None },
        }
    }

    pub fn query<T: JsonSchema>(self) -> Self {
        Self { query: Some(SchemaGenerator::subschema_for::<T>), ..self }
    }

    /// Takes the type as JSON.
    pub fn takes<T: JsonSchema>(self) -> Self {
        self.takes_any::<T>(JSON)
    }

    /// Takes the type as the first of these media types, and other texts as the others.
    pub fn takes_any<T: JsonSchema>(self, media_types: &'static [&'static str]) -> Self {
        let schema: SchemaOf = SchemaGenerator::subschema_for::<T>;
        Self { body: Some(Content { media_types, schema: Some(schema) }), ..self }
    }

    pub fn takes_text(self, media_types: &'static [&'static str]) -> Self {
        Self { body: Some(Content { media_types, schema: None }), ..self }
    }

    pub fn answers<T: JsonSchema>(self) -> Self {
        let content = Content { media_types: JSON, schema: Some(SchemaGenerator::subschema_for::<T>) };
        Self { answer: Answer { content: Some(content), ..self.answer }, ..self }
    }

    pub fn answers_text(self, media_types: &'static [&'static str]) -> Self {
        let content = Content { media_types, schema: None };
        Self { answer: Answer { content: Some(content), ..self.answer }, ..self }
    }

    pub fn status(self, status: u16) -> Self {
        Self { answer: Answer { status, ..self.answer }, ..self }
    }

    pub fn example(self, example: &'static str) -> Self {
        Self { example: Some(example), ..self }
    }

    /// Returns the names in the path. `{*id}` may contain slashes.
    fn path_names(&self) -> impl Iterator<Item = &'static str> {
        self.path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .map(|name| name.trim_start_matches('*'))
    }

    /// Returns the path as OpenAPI writes it.
    pub fn path_template(&self) -> String {
        self.path.replace("{*", "{")
    }

    /// Returns its parameters, those of the path first. `takes` collects the types that are read.
    pub fn parameters(&self, takes: &mut SchemaGenerator) -> Vec<Value> {
        let of_path = self.path_names().map(
            |name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }),
        );
        let mut parameters: Vec<Value> = of_path.collect();
        let Some(query) = self.query else { return parameters };
        // The last part of the reference is the name of the type.
        let schema = query(takes);
        let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
        let described = name.and_then(|name| takes.definitions().get(name)).cloned().unwrap_or(schema.into());
        let required: Vec<&str> = described["required"]
            .as_array()
            .map_or_else(Vec::new, |names| names.iter().filter_map(Value::as_str).collect());
        let properties = described["properties"].as_object().cloned().unwrap_or_default();
        parameters.extend(properties.into_iter().map(|(name, mut schema)| {
            let description = schema.as_object_mut().and_then(|schema| {
                // What is not stated is left out, not null.
                schema.remove("default");
                schema.remove("description")
            });
            let is_required = required.contains(&name.as_str());
            let mut parameter =
                json!({ "name": name, "in": "query", "required": is_required, "schema": schema });
            if let Some(description) = description {
                parameter["description"] = description;
            }
            parameter
        }));
        parameters
    }
}

impl Content {
    /// Returns the content by media type. The schema is that of the first one.
    pub fn describe(&self, generator: &mut SchemaGenerator) -> Value {
        let text = json!({ "schema": { "type": "string" } });
        let mut content = Map::new();
        for (number, media_type) in self.media_types.iter().enumerate() {
            let described = match self.schema {
                Some(schema) if number == 0 => json!({ "schema": schema(generator) }),
                _ => text.clone(),
            };
            content.insert((*media_type).to_owned(), described);
        }
        content.into()
    }
}
