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
    /// The first and the last of some lines.
    Lines,
    /// Yes or no.
    Flag,
    /// Values without fields of their own.
    List,
    /// Rows, each with the fields that are declared for it.
    Table,
    /// The fields that are declared for it.
    Record,
    /// Any of several types.
    Any,
}

impl FieldType {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "Markdown",
            Self::Integer => "integer",
            Self::Percent => "percent",
            Self::Number => "number",
            Self::Date => "date",
            Self::Instant => "instant",
            Self::Duration => "duration",
            Self::Enum(_) => "enum",
            Self::Place => "place",
            Self::Lines => "lines",
            Self::Flag => "flag",
            Self::List => "list",
            Self::Table => "table",
            Self::Record => "record",
            Self::Any => "any",
        }
    }

    /// Returns `true` if a value of the JSON has this type. A value that could not be read is kept as it was written.
    pub fn holds(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any, _) | (_, Value::Null) => true,
            (Self::Integer, Value::Number(number)) => number.is_i64() || number.is_u64(),
            (Self::Percent | Self::Number, Value::Number(_))
            | (Self::Flag, Value::Bool(_))
            | (Self::List | Self::Table, Value::Array(_))
            | (Self::Record | Self::Lines, Value::Object(_)) => true,
            (Self::Flag | Self::List | Self::Table | Self::Record | Self::Lines, _) => false,
            (_, Value::String(_)) => true,
            (_, _) => false,
        }
    }
}
