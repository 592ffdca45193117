//! Prints what is recognized in each document, with every field, for comparing with the document by eye.

use app::declaration::Need;
use app::format::Parsed;
use app::scan;
use app::text::Text;
use probe::documents::Document;
use serde_json::Value;

/// How much of a value is printed.
const LONGEST: usize = 160;
/// Rows of a list that are printed.
const MOST_ROWS: usize = 6;

pub fn run(documents: &[Document]) {
    for document in documents {
        let text = Text::from_bytes(&document.bytes);
        let blocks = scan::read(&text);
        println!("\n== {} ({} bytes, {} blocks)", document.name, document.bytes.len(), blocks.len());
        blocks.iter().for_each(|parsed| print(parsed, &text));
    }
}

fn print(parsed: &Parsed, text: &Text) {
    let line = text.position(parsed.span.start).line;
    let fenced = if parsed.fenced { ", fenced" } else { "" };
    println!("-- {} {} at line {line}: {}{fenced}", parsed.spec.id, parsed.spec.name, parsed.reason);
    let value = parsed.value.json();
    let placed = parsed.spec.placed_fields();
    let (stated, unstated): (Vec<_>, Vec<_>) = placed
        .iter()
        .map(|field| (field, values(&value, &field.path)))
        .partition(|(_, values)| !values.is_empty());
    for (field, values) in stated {
        let rest = values.len().saturating_sub(MOST_ROWS);
        let shown: Vec<String> = values.into_iter().take(MOST_ROWS).map(|value| shortened(&value)).collect();
        let more = if rest > 0 { format!(" … and {rest} more") } else { String::new() };
        println!("   {:<32} {}{more}", field.path, shown.join(" ¦ "));
    }
    let lacking = |need: Need| {
        let of_need = unstated.iter().filter(|(field, _)| field.spec.need == need);
        of_need.map(|(field, _)| field.path.as_str()).collect::<Vec<_>>().join(", ")
    };
    println!("   (missing)                        {}", lacking(Need::Required));
    println!("   (not stated)                     {}", lacking(Need::Optional));
    let rules: Vec<&str> = parsed.diagnostics.iter().map(|found| found.rule.id).collect();
    println!("   (diagnostics)                    {}", rules.join(", "));
}

/// The values at a path such as `findings[].file`; objects and lists are left to their own paths.
fn values(value: &Value, path: &str) -> Vec<Value> {
    let mut values = vec![value];
    for step in path.split('.') {
        let (name, is_list) = step.strip_suffix("[]").map_or((step, false), |name| (name, true));
        values = values.into_iter().filter_map(|value| value.get(name)).collect();
        if is_list {
            values = values.into_iter().filter_map(Value::as_array).flatten().collect();
        }
    }
    let leaves = values.into_iter().flat_map(|value| match value {
        Value::Array(items) => items.iter().collect(),
        other => vec![other],
    });
    leaves.filter(|value| !value.is_null() && !value.is_object()).cloned().collect()
}

fn shortened(value: &Value) -> String {
    let words = match value {
        Value::String(text) => text.replace(['\n', '\r'], "⏎"),
        other => other.to_string(),
    };
    let head: String = words.chars().take(LONGEST).collect();
    if head.len() < words.len() { head + "…" } else { head }
}
