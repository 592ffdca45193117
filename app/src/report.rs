//! A block as machines get it.

use serde_json::{Value, json};

use crate::format::Parsed;

/// One block's line of `harmony parse --jsonl`, without the file it stands in.
pub fn json(parsed: &Parsed) -> Value {
    let mut line = json!({
        "format": parsed.spec.id,
        "data": parsed.value.json(),
        "span": parsed.span,
        "revision": parsed.revision,
        "diagnostics": parsed.diagnostics,
    });
    if parsed.fenced {
        line["fenced"] = Value::Bool(true);
    }
    line
}

/// As [`json()`], with the file that the block stands in.
pub fn json_line(file: &str, parsed: &Parsed) -> Value {
    let mut line = json(parsed);
    if let Some(fields) = line.as_object_mut() {
        fields.insert("file".to_owned(), file.into());
    }
    line
}
