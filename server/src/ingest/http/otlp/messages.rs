//! What models answered, in the forms that the semantic conventions for generative AI have had, and those of OpenInference.

use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value as Json;

use super::bounds;

/// Attributes with answers.
const TEXTS: &[&str] = &[
    "harmony.text", "gen_ai.output.messages", "gen_ai.completion", "gen_ai.content.completion",
    "gen_ai.choice", "output.value",
];
/// Attributes of which there is one for each answer, with a number between these two.
const NUMBERED: &[(&str, &str)] =
    &[("gen_ai.completion.", ".content"), ("llm.output_messages.", ".message.content")];

/// Returns whether an attribute has the text of an answer.
pub(super) fn is_text(key: &str) -> bool {
    let is_numbered = |(begin, end): &(&str, &str)| {
        let number = key.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    TEXTS.contains(&key) || NUMBERED.iter().any(is_numbered)
}

/// Returns the texts in a value: those of its messages, or itself if it is another text.
pub(super) fn texts(value: Value) -> Vec<String> {
    match value {
        Value::StringValue(text) => of_json(&text).unwrap_or_else(|| vec![text]),
        Value::ArrayValue(_) | Value::KvlistValue(_) => {
            Messages::deserialize(json(value)).ok().and_then(Messages::texts).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Returns the texts of messages in JSON; `None` if the text is something else, such as a report in JSON.
fn of_json(text: &str) -> Option<Vec<String>> {
    let is_json = text.trim_start().starts_with(['[', '{']);
    if !is_json || bounds::check_json(text.as_bytes()).is_err() {
        return None;
    }
    serde_json::from_str::<Messages>(text).ok()?.texts()
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Messages {
    Many(Vec<Message>),
    One(Message),
}

#[derive(Deserialize)]
struct Message {
    role: Option<IgnoredAny>,
    parts: Option<Vec<Part>>,
    content: Option<Content>,
    /// Older events have it one level below.
    message: Option<Box<Message>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Words(String),
    Parts(Vec<Part>),
    Other(IgnoredAny),
}

#[derive(Deserialize)]
struct Part {
    r#type: Option<Words>,
    content: Option<Words>,
    text: Option<Words>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Words(String),
    Other(IgnoredAny),
}

impl Messages {
    /// Returns the text of each message, or `None` if these are no messages.
    fn texts(self) -> Option<Vec<String>> {
        let messages = match self {
            Self::Many(messages) => messages,
            Self::One(message) => vec![message],
        };
        if messages.is_empty() || !messages.iter().all(Message::is_message) {
            return None;
        }
        Some(messages.into_iter().map(Message::text).filter(|text| !text.is_empty()).collect())
    }
}

impl Message {
    fn is_message(&self) -> bool {
        self.message.is_some() || (self.role.is_some() && (self.parts.is_some() || self.content.is_some()))
    }

    /// Returns what it says. What it calls, thinks or shows is no text.
    fn text(self) -> String {
        if let Some(message) = self.message {
            return message.text();
        }
        match (self.parts, self.content) {
            (Some(parts), _) | (None, Some(Content::Parts(parts))) => joined(parts),
            (None, Some(Content::Words(words))) => words,
            (None, Some(Content::Other(_)) | None) => String::new(),
        }
    }
}

fn joined(parts: Vec<Part>) -> String {
    let words = |words: Option<Words>| match words {
        Some(Words::Words(words)) => Some(words),
        _ => None,
    };
    let text = |part: Part| match words(part.r#type).as_deref() {
        Some("text") | None => words(part.content).or_else(|| words(part.text)),
        Some(_) => None,
    };
    parts.into_iter().filter_map(text).collect::<Vec<String>>().join("\n\n")
}

fn json(value: Value) -> Json {
    let inner = |value: AnyValue| value.value.map_or(Json::Null, json);
    match value {
        Value::StringValue(text) => text.into(),
        Value::BoolValue(is_true) => is_true.into(),
        Value::IntValue(number) => number.into(),
        Value::DoubleValue(number) => number.into(),
        Value::ArrayValue(array) => array.values.into_iter().map(inner).collect(),
        Value::KvlistValue(list) => {
            let entry = |KeyValue { key, value, .. }: KeyValue| (key, value.map_or(Json::Null, inner));
            list.values.into_iter().map(entry).collect()
        }
        Value::BytesValue(_) | Value::StringValueStrindex(_) => Json::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, expected: &[&str]) {
        assert_eq!(texts(Value::StringValue(written.to_owned())), expected, "{written}");
    }

    #[test]
    fn messages_are_read_in_the_forms_of_all_conventions() {
        check("# Review Report", &["# Review Report"]);
        check(
            r#"[{"role": "assistant", "parts": [{"type": "reasoning", "content": "hm"}, {"type": "text", "content": "a"}, {"type": "text", "content": "b"}], "finish_reason": "stop"}, {"role": "assistant", "parts": [{"type": "text", "content": "c"}]}]"#,
            &["a\n\nb", "c"],
        );
        check(r#"[{"role": "assistant", "content": "a"}]"#, &["a"]);
        check(r#"{"role": "assistant", "content": [{"type": "text", "text": "a"}]}"#, &["a"]);
        check(r#"{"index": 0, "finish_reason": "stop", "message": {"content": "a"}}"#, &["a"]);
        check(
            r#"[{"role": "assistant", "parts": [{"type": "tool_call", "name": "f", "arguments": {}}]}]"#,
            &[],
        );
    }

    #[test]
    fn other_json_is_a_text_itself() {
        for report in [r#"{"verdict": "PASS", "content": "a"}"#, "[]", "[1, 2]", "{", r#"{"role": "x"}"#] {
            check(report, &[report]);
        }
    }

    #[test]
    fn numbered_attributes_are_texts() {
        assert!(is_text("gen_ai.completion.0.content") && is_text("llm.output_messages.12.message.content"));
        assert!(!is_text("gen_ai.completion.0.role") && !is_text("gen_ai.completion..content"));
        assert!(!is_text("gen_ai.input.messages"));
    }
}
