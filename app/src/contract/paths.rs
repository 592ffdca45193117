//! Values at the paths of fields: `findings[].file`.

use serde_json::Value;

/// Returns the values at a path, one for each row of a list.
pub fn at<'v>(value: &'v Value, path: &str) -> Vec<&'v Value> {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    let Some(found) = value.get(name.trim_end_matches("[]")) else { return Vec::new() };
    match found {
        found if rest.is_empty() => vec![found],
        Value::Array(rows) => rows.iter().flat_map(|row| at(row, rest)).collect(),
        other => at(other, rest),
    }
}

/// Returns whether a value is neither null nor an empty list, in any row.
pub fn states(value: &Value, path: &str) -> bool {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::Array(rows) => rows.is_empty(),
        _ => false,
    };
    at(value, path).into_iter().any(|value| !is_empty(value))
}
