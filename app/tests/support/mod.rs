//! What the tests have in common: reading a text and applying all its fixes.

#![allow(dead_code, unused_imports, reason = "each test uses its own part")]

use app::format::Parsed;
use serde_json::{Value, json};

pub use probe::invariants::{
    check_coverage, check_diagnostics, check_kept, data, diagnostics, fix, read, rows,
};

/// What a test looks at: all that a block says, in the order of the text.
pub fn seen(blocks: &[Parsed]) -> Value {
    let block = |parsed: &Parsed| {
        let mut seen = app::report::json(parsed);
        seen["reason"] = json!(parsed.reason);
        // What a rule says of itself stands in the manual, and not once for each time it is broken.
        for diagnostic in seen["diagnostics"].as_array_mut().into_iter().flatten() {
            if let Some(fields) = diagnostic.as_object_mut() {
                fields.retain(|name, _| !matches!(name.as_str(), "why" | "clause"));
            }
        }
        seen
    };
    blocks.iter().map(block).collect()
}
