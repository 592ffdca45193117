//! Everything that was read and found, with Harmony's own names.

use std::io::{Result, Write};

use app::diagnostic::Diagnostic;
use app::report;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::check::Checked;
use crate::cli::output::broken_rules::{BrokenRule, BrokenRules};
use crate::cli::output::summary::Summary;

#[derive(Serialize)]
struct Counted<'s> {
    #[serde(flatten)]
    summary: &'s Summary,
    rules: Vec<BrokenRule>,
}

/// Writes the files one by one, since their values may be large.
pub fn write(files: &[Checked], summary: &Summary, out: &mut impl Write) -> Result<()> {
    out.write_all(br#"{"files":["#)?;
    for (index, checked) in files.iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &file(checked))?;
    }
    out.write_all(br#"],"summary":"#)?;
    serde_json::to_writer(&mut *out, &Counted { summary, rules: BrokenRules::of(files) })?;
    out.write_all(b"}\n")
}

/// Returns the result for a text as JSON: its blocks, with line and column of each diagnostic.
fn file(checked: &Checked) -> Value {
    let blocks: Vec<Value> = checked
        .blocks
        .iter()
        .map(|block| {
            let mut block_json = report::json(block);
            let places = block.diagnostics.iter().map(|found| checked.input.place(found.span.start));
            if let Some(diagnostics) = block_json.get_mut("diagnostics").and_then(Value::as_array_mut) {
                for (diagnostic, place) in diagnostics.iter_mut().zip(places) {
                    diagnostic["line"] = place.line.into();
                    diagnostic["column"] = place.column.into();
                    if let Some(within) = place.within {
                        diagnostic["within"] = within.into();
                    }
                }
            }
            block_json
        })
        .collect();
    let notes: Vec<Value> = checked.notes.iter().map(|note| note_json(checked, note)).collect();
    json!({ "file": checked.input.name, "blocks": blocks, "notes": notes, "fixes": checked.edits })
}

/// Returns what the check itself finds, in the form of the issues of a block.
fn note_json(checked: &Checked, note: &Diagnostic) -> Value {
    let place = checked.input.place(note.span.start);
    // JSON can express all of it.
    let mut json = serde_json::to_value(note).unwrap_or_default();
    json["why"] = note.rule.summary.into();
    json["clause"] = note.rule.clause.into();
    json["line"] = place.line.into();
    json["column"] = place.column.into();
    if let Some(within) = place.within {
        json["within"] = within.into();
    }
    json
}
