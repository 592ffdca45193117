//! A block as machines get it.

use serde_json::{Value, json};

use crate::diagnostic::Diagnostic;
use crate::format::Parsed;

/// One block's line of `harmony parse --jsonl`, without the file it stands in.
pub fn json(parsed: &Parsed) -> Value {
    let mut line = json!({
        "format": parsed.spec.id,
        "data": parsed.value.json(),
        "span": parsed.span,
        "revision": parsed.revision,
        "diagnostics": parsed.diagnostics.iter().map(diagnostic).collect::<Value>(),
    });
    if parsed.fenced {
        line["fenced"] = Value::Bool(true);
    }
    line
}

/// With what its rule says of it, for whoever doesn't have the manual at hand.
fn diagnostic(diagnostic: &Diagnostic) -> Value {
    // Strings, numbers and spans: nothing that JSON cannot say.
    let mut told = serde_json::to_value(diagnostic).unwrap_or_default();
    told["why"] = diagnostic.rule.summary.into();
    told["clause"] = diagnostic.rule.clause.into();
    told
}

/// As [`json()`], with the file that the block stands in.
pub fn json_line(file: &str, parsed: &Parsed) -> Value {
    let mut line = json(parsed);
    if let Some(fields) = line.as_object_mut() {
        fields.insert("file".to_owned(), file.into());
    }
    line
}
