//! Attributes of spans and of events.

use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, ArrayValue, KeyValue};

/// Longer texts are cut: a span says what happened, and names the document that has all of it.
const LONGEST_TEXT: usize = 1024;

/// What may be the value of an attribute.
pub trait IntoValue {
    fn into_value(self) -> Value;
}

impl IntoValue for &str {
    fn into_value(self) -> Value {
        Value::StringValue(shortened(self))
    }
}

impl IntoValue for u32 {
    fn into_value(self) -> Value {
        Value::IntValue(self.into())
    }
}

impl IntoValue for bool {
    fn into_value(self) -> Value {
        Value::BoolValue(self)
    }
}

impl IntoValue for Vec<String> {
    fn into_value(self) -> Value {
        let value = |text: String| AnyValue { value: Some(text.as_str().into_value()) };
        Value::ArrayValue(ArrayValue { values: self.into_iter().map(value).collect() })
    }
}

pub fn attribute(key: &str, value: impl IntoValue) -> KeyValue {
    let value = Some(AnyValue { value: Some(value.into_value()) });
    KeyValue { key: key.to_owned(), value, ..KeyValue::default() }
}

/// Returns the attribute if it has a value.
pub fn stated(key: &str, value: Option<impl IntoValue>) -> Option<KeyValue> {
    value.map(|value| attribute(key, value))
}

pub fn shortened(text: &str) -> String {
    let end = text.floor_char_boundary(LONGEST_TEXT);
    if end < text.len() { format!("{}…", &text[..end]) } else { text.to_owned() }
}
