//! Looks at a request before it is decoded: a message of two bytes becomes a record of hundreds of bytes in memory.

use prost::DecodeError;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};

/// The most messages of a request: records, spans, attributes and values.
const MOST_MESSAGES: usize = 500_000;
/// The most values in its JSON.
const MOST_VALUES: usize = 8 * MOST_MESSAGES;
const DEEPEST: u32 = 64;

/// The messages that consist of others.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Logs,
    Traces,
    ResourceLogs,
    ResourceSpans,
    Resource,
    Entity,
    ScopeLogs,
    ScopeSpans,
    Scope,
    LogRecord,
    Span,
    Event,
    Link,
    KeyValue,
    KeyValues,
    AnyValue,
    Values,
    /// It has no messages in it.
    Leaf,
}

impl Kind {
    /// Returns what the field of that number is.
    const fn field(self, number: u32) -> Option<Self> {
        Some(match (self, number) {
            (Self::Logs, 1) => Self::ResourceLogs,
            (Self::Traces, 1) => Self::ResourceSpans,
            (Self::ResourceLogs | Self::ResourceSpans, 1) => Self::Resource,
            (Self::ResourceLogs, 2) => Self::ScopeLogs,
            (Self::ResourceSpans, 2) => Self::ScopeSpans,
            (Self::ScopeLogs | Self::ScopeSpans, 1) => Self::Scope,
            (Self::ScopeLogs, 2) => Self::LogRecord,
            (Self::ScopeSpans, 2) => Self::Span,
            (Self::Resource, 3) => Self::Entity,
            (Self::Entity, 3 | 4) | (Self::Span, 15) => Self::Leaf,
            (Self::Span, 11) => Self::Event,
            (Self::Span, 13) => Self::Link,
            (Self::Resource | Self::KeyValues, 1)
            | (Self::Scope | Self::Event, 3)
            | (Self::Link, 4)
            | (Self::LogRecord, 6)
            | (Self::Span, 9) => Self::KeyValue,
            (Self::KeyValue, 2) | (Self::LogRecord, 5) | (Self::Values, 1) => Self::AnyValue,
            (Self::AnyValue, 5) => Self::Values,
            (Self::AnyValue, 6) => Self::KeyValues,
            _ => return None,
        })
    }
}

pub(super) fn check_protobuf(kind: Kind, raw: &[u8]) -> Result<(), String> {
    let mut left = MOST_MESSAGES;
    walk(kind, raw, 0, &mut left)
}

fn walk(kind: Kind, mut raw: &[u8], depth: u32, left: &mut usize) -> Result<(), String> {
    if depth > DEEPEST {
        return Err(too_deep());
    }
    let unreadable = |error: DecodeError| error.to_string();
    while !raw.is_empty() {
        let (number, wire_type) = decode_key(&mut raw).map_err(unreadable)?;
        if wire_type != WireType::LengthDelimited {
            skip_field(wire_type, number, &mut raw, DecodeContext::default()).map_err(unreadable)?;
            continue;
        }
        let length = decode_varint(&mut raw).map_err(unreadable)?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let Some((field, rest)) = raw.split_at_checked(length) else {
            return Err("a field ends after the body".to_owned());
        };
        raw = rest;
        let Some(kind) = kind.field(number) else { continue };
        *left = left.checked_sub(1).ok_or_else(too_many)?;
        walk(kind, field, depth + 1, left)?;
    }
    Ok(())
}

pub(super) fn check_json(raw: &[u8]) -> Result<(), String> {
    let (mut depth, mut objects, mut values) = (0_u32, 0, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in raw {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth += 1;
                objects += usize::from(*byte == b'{');
                values += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if depth > DEEPEST {
            return Err(too_deep());
        }
        if objects > MOST_MESSAGES || values > MOST_VALUES {
            return Err(too_many());
        }
    }
    Ok(())
}

fn too_deep() -> String {
    format!("the request is nested more than {DEEPEST} levels deep")
}

fn too_many() -> String {
    format!(
        "the request has more than {MOST_MESSAGES} records, attributes and values: let the sender make smaller batches"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field that holds a message.
    fn field(number: u8, message: &[u8]) -> Vec<u8> {
        let mut field = vec![number << 3 | 2];
        prost::encoding::encode_varint(message.len() as u64, &mut field);
        field.extend_from_slice(message);
        field
    }

    #[test]
    fn many_empty_messages_are_refused_before_they_are_decoded() {
        let logs = |records: usize| field(1, &field(2, &field(2, b"").repeat(records)));
        assert_eq!(check_protobuf(Kind::Logs, &logs(1000)), Ok(()));
        assert_eq!(check_protobuf(Kind::Logs, &logs(MOST_MESSAGES)), Err(too_many()));
        // Of a text, nothing is counted.
        let text = field(1, &field(2, &field(2, &field(5, &field(1, &[b'x'; 2 * MOST_MESSAGES])))));
        assert_eq!(check_protobuf(Kind::Logs, &text), Ok(()));
        let json = |records: usize| format!(r#"{{"a": "{{{{", "b": [{}]}}"#, "{},".repeat(records));
        assert_eq!(check_json(json(1000).as_bytes()), Ok(()));
        assert_eq!(check_json(json(MOST_MESSAGES).as_bytes()), Err(too_many()));
    }

    #[test]
    fn deep_values_are_refused() {
        let nested = |levels: usize| {
            let value = (0..levels).fold(Vec::new(), |value, _| field(5, &field(1, &value)));
            field(1, &field(2, &field(2, &field(5, &value))))
        };
        assert_eq!(check_protobuf(Kind::Logs, &nested(20)), Ok(()));
        assert_eq!(check_protobuf(Kind::Logs, &nested(40)), Err(too_deep()));
        assert_eq!(check_json("[".repeat(65).as_bytes()), Err(too_deep()));
    }

    #[test]
    fn a_body_that_ends_early_is_unreadable() {
        assert!(check_protobuf(Kind::Traces, &[0x0a, 0x05, 0x12]).is_err());
        assert!(check_protobuf(Kind::Traces, b"# Review Report").is_err());
    }
}
