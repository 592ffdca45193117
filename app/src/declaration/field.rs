//! What a field of a format holds.

use serde_json::Value;

/// The type of a field's value. Every field may be null: a report that deviates has to show as well.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// Plain words, in one line as a rule.
    Text,
    /// Prose that may have several paragraphs, lists and code.
    Markdown,
    Integer,
    /// A number of a hundred.
    Percent,
    Number,
    /// A day: `2026-11-18`.
    Date,
    /// A moment, with a time of day.
    Instant,
    /// A length of time, in the words or the unit of the contract.
    Duration,
    /// One of these words, or another that is kept as it is written.
    Enum(&'static [&'static str]),
    /// A file, with a line where the contract allows one.
    Place,
    /// Yes or no.
    Flag,
    /// Values without fields of their own.
    List,
    /// Rows, each a record with these fields.
    Table(&'static [FieldSpec]),
    /// A record with these fields.
    Record(&'static [FieldSpec]),
    /// A record whose fields are among those of the record that it's in.
    Flat(&'static [FieldSpec]),
    /// Any of several types; a record has these fields.
    Any(&'static [FieldSpec]),
}

impl FieldType {
    /// Returns `true` if a value of the JSON has this type. A value that could not be read is kept as it was written.
    pub fn holds(self, value: &Value) -> bool {
        match self {
            Self::Any(_) => true,
            Self::Integer if value.is_number() => value.is_i64() || value.is_u64(),
            Self::Percent | Self::Number if value.is_number() => true,
            Self::Flag => value.is_null() || value.is_boolean(),
            Self::List | Self::Table(_) => value.is_null() || value.is_array(),
            Self::Record(_) | Self::Flat(_) => value.is_null() || value.is_object(),
            _ => value.is_null() || value.is_string(),
        }
    }

    /// Returns the fields of a record, or of the rows of a table.
    pub const fn fields(self) -> &'static [FieldSpec] {
        match self {
            Self::Table(fields) | Self::Record(fields) | Self::Flat(fields) | Self::Any(fields) => fields,
            _ => &[],
        }
    }
}

/// Whether a document has a field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Need {
    Required,
    Optional,
    /// Keeps what a text says beyond the contract, so the example does not have it.
    Deviation,
    /// Required in another shape of the format, which a complete fixture of its own shows.
    OtherShape,
}

/// A field of a record.
#[derive(Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// As the JSON names it.
    pub name: &'static str,
    pub kind: FieldType,
    pub need: Need,
}

impl FieldSpec {
    pub const fn required(name: &'static str, kind: FieldType) -> Self {
        Self { name, kind, need: Need::Required }
    }

    pub const fn optional(name: &'static str, kind: FieldType) -> Self {
        Self { name, kind, need: Need::Optional }
    }

    pub const fn deviation(name: &'static str, kind: FieldType) -> Self {
        Self { name, kind, need: Need::Deviation }
    }

    pub const fn other_shape(name: &'static str, kind: FieldType) -> Self {
        Self { name, kind, need: Need::OtherShape }
    }
}

/// A field at its path from the outermost record: `verdict`, or `findings[].file`.
#[derive(Clone, Debug)]
pub struct PlacedField {
    pub path: String,
    pub spec: &'static FieldSpec,
}

/// Returns all fields of a record, each before the fields within it. Of two with one path the last counts.
pub fn placed_fields(fields: &'static [FieldSpec]) -> Vec<PlacedField> {
    let mut placed = Vec::new();
    place(fields, "", &mut placed);
    placed
}

fn place(fields: &'static [FieldSpec], within: &str, placed: &mut Vec<PlacedField>) {
    for spec in fields {
        let path = format!("{within}{}", spec.name);
        let within = match spec.kind {
            FieldType::Flat(_) => within.to_owned(),
            FieldType::Table(_) => format!("{path}[]."),
            _ => format!("{path}."),
        };
        if !matches!(spec.kind, FieldType::Flat(_)) {
            match placed.iter_mut().find(|field| field.path == path) {
                Some(field) => field.spec = spec,
                None => placed.push(PlacedField { path, spec }),
            }
        }
        place(spec.kind.fields(), &within, placed);
    }
}
